/** One entry of `Accept` or `Accept-Encoding`: a name or a range, in lower case, with its weight. */
export interface Preference {
  readonly name: string
  /** From 0 (not acceptable) to 1; larger values are 1, and values that are no number 0. */
  readonly q: number
}

/** Returns the weighted entries of a header (RFC 9110, 12.4.2), in its order. */
export function parsePreferences(header: string): Preference[] {
  return header.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { name, q: q > 0 ? Math.min(q, 1) : 0 }
  })
}
