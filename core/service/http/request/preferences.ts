/**
 * Returns the entries of `Accept` or `Accept-Encoding` (RFC 9110, 12.4.2) in their order: a name or a range,
 * in lower case, and its weight from 0 (not acceptable) to 1. Larger weights are 1, and others 0.
 */
export function parsePreferences(header: string): { readonly name: string; readonly q: number }[] {
  return header.split(',').map((text) => {
    const [name = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
    const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    return { name, q: q > 0 ? Math.min(q, 1) : 0 }
  })
}
