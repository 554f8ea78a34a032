/** Milliseconds between two signs of life of a host. */
export const pause = 1000
/** Milliseconds after its last one for which a silent host counts as there. */
export const life = 3000
