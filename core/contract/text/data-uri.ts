/** The content of a `data:` URI. */
export interface DataUri {
  /** Lower case, without parameters: `image/png`. */
  readonly mediaType: string
  /** As in the URI: `;charset=utf-8`, or empty. */
  readonly parameters: string
  readonly bytes: Uint8Array
}

/**
 * Returns the content of a `data:` URI (RFC 2397), in base64 or percent encoding, or its fault as the end of
 * a sentence. White space inside base64 is ignored, so that a long one may be wrapped.
 */
export function parseDataUri(uri: string): DataUri | string {
  const match = /^data:([a-z0-9.+-]+\/[a-z0-9.+-]+)((?:;[a-z0-9-]+=[^;,]+)*)(;base64)?,(.*)$/is.exec(uri)
  if (!match) return 'is not of the form data:image/png;base64,…'
  const [, mediaType = '', parameters = '', base64, payload = ''] = match
  const decoded = decodePercent(payload)
  if (!decoded) return 'has a % that no two hexadecimal digits follow'
  const bytes = base64 ? decodeBase64(new TextDecoder().decode(decoded)) : decoded
  return bytes ? { mediaType: mediaType.toLowerCase(), parameters, bytes } : 'has malformed base64'
}

/** Decodes bytes, not text: a picture is seldom UTF-8. */
function decodePercent(text: string): Uint8Array | null {
  if (/%(?![0-9a-f]{2})/i.test(text)) return null
  const source = new TextEncoder().encode(text)
  const bytes = new Uint8Array(source.length)
  let length = 0
  for (let i = 0; i < source.length; i++) {
    const isEscape = source[i] === 0x25
    bytes[length++] = isEscape
      ? Number.parseInt(String.fromCharCode(...source.subarray(i + 1, i + 3)), 16)
      : (source[i] ?? 0) // in range
    if (isEscape) i += 2
  }
  return bytes.slice(0, length)
}

function decodeBase64(text: string): Uint8Array | null {
  const letters = text.replace(/\s+/g, '').replace(/={1,2}$/, '')
  if (!/^[a-z0-9+/]*$/i.test(letters) || letters.length % 4 === 1) return null
  return Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0))
}
