/**
 * One entry of `Accept` or `Accept-Encoding`: a name or a range of names, in lower case, and how much it is
 * wanted.
 */
export interface Preference {
  readonly name: string
  /** From 0 (not acceptable) to 1, also where a larger one is given; 0 for what is no number. */
  readonly q: number
}

/** Returns the entries of a header that weighs what its sender wants (RFC 9110, 12.4.2), in its own order. */
export function parsePreferences(header: string): Preference[] {
  return header.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { name, q: q > 0 ? Math.min(q, 1) : 0 }
  })
}
