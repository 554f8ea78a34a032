import type { WriteBase64 } from '../../contract/wire/result-json.ts'

/** A multiple of 3, so that only the last part is padded; its text is small enough to be young garbage. */
const partBytes = 48 * 1024

/**
 * Writes Node's own base64 (RFC 4648, section 4, padded): 0.23 ms a MB, where loops over bytes took 1.7. Node
 * offers no way from bytes to bytes, so the text is a string in between.
 */
export const writeBase64: WriteBase64 = (bytes, target, at) => {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const sink = Buffer.from(target.buffer, target.byteOffset, target.byteLength)
  let to = at
  for (let from = 0; from < source.length; from += partBytes)
    to += sink.write(source.toString('base64', from, from + partBytes), to, 'latin1')
  return to
}
