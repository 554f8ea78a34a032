/** Bearer tokens as HTTP carries them (RFC 6750), for the host's API and for workers at a relay. */

/** Returns the token of an `Authorization` header, else ''. The scheme ignores case (RFC 9110, 11.1). */
export function parseBearer(authorization: string | undefined): string {
  return /^bearer +(.+)$/i.exec(authorization ?? '')?.[1] ?? ''
}

/** The rule for tokens, in words. */
export const tokenRule = 'printable ASCII characters, without a space at either end'

/** Returns true when every client can send `token` in a header, and every server reads the same. */
export function isSendable(token: string): boolean {
  return /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(token)
}
