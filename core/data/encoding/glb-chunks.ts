/** The container of a binary glTF file. */

/**
 * Returns the header and the chunks of a file (4.4). The library's own writer copies the arrays twice more.
 */
export function listChunks(json: string, binary = new Uint8Array()): readonly Uint8Array[] {
  const text = new TextEncoder().encode(json)
  const chunks = [
    { type: 0x4e4f_534a, content: text, padding: new Uint8Array(-text.length & 3).fill(32) },
    { type: 0x004e_4942, content: binary, padding: new Uint8Array(-binary.length & 3) },
  ].filter(({ content }) => content.length > 0)
  const parts = chunks.flatMap(({ type, content, padding }) => [
    toWords([content.length + padding.length, type]),
    content,
    padding,
  ])
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 12)
  return [toWords([0x4654_6c67, 2, length]), ...parts]
}

/** Returns numbers of 32 bits, little-endian. */
function toWords(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  for (const [i, number] of numbers.entries()) view.setUint32(4 * i, number, true)
  return new Uint8Array(view.buffer)
}
