const prefixBytes = 4
/** Bytes of the largest element that a block can have. */
const alignment = 8

/**
 * Returns the bytes of an envelope so placed in memory that its first block begins at a multiple of eight:
 * then `decodeEnvelope` makes views of the blocks and copies none, whatever the length of the preamble is.
 * The pieces in which a body comes have to be joined anyway.
 */
export async function readAligned({ body }: Response): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    if (done) break
    pieces.push(value)
    length += value.byteLength
  }
  return joinAligned(pieces, length)
}

function joinAligned(pieces: Uint8Array[], length: number): Uint8Array {
  const start = (alignment - (readHeadLength(pieces) % alignment)) % alignment
  const bytes = new Uint8Array(new ArrayBuffer(start + length), start)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.byteLength
  }
  return bytes
}

/** Returns the bytes before the first block. A body without them is refused by whoever decodes it. */
function readHeadLength(pieces: readonly Uint8Array[]): number {
  const prefix = new Uint8Array(prefixBytes)
  let at = 0
  for (const piece of pieces) {
    if (at === prefixBytes) break
    const part = piece.subarray(0, prefixBytes - at)
    prefix.set(part, at)
    at += part.length
  }
  return prefixBytes + new DataView(prefix.buffer).getUint32(0, true)
}
