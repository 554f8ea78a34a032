/** A day in seconds. */
export const day = 86_400
/** A mebibyte in bytes. */
export const mebibyte = 2 ** 20
/** A gibibyte in bytes. */
export const gibibyte = 2 ** 30
/** A tebibyte in bytes. */
export const tebibyte = 2 ** 40
