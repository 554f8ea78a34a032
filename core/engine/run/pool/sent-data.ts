/** Data of a call on its way into a process. */
import type { DataHead } from '../pool-message.ts'
import { toResultHead } from '../result-head.ts'
import type { RunData } from '../runner.ts'

/** Most bytes that are written into the pipe at once. */
const pieceBytes = 2 ** 20

/** The heads of a call's data, and the bytes that follow them. */
export interface SentData {
  readonly heads: readonly DataHead[]
  readonly byteLength: number
  readonly body: AsyncIterable<Uint8Array>
}

/** Returns data as they are sent; nothing is copied. @throws `function.failed` for too long texts */
export function toSentData(data: readonly RunData[]): SentData {
  const all = data.map(({ steps, result, file }): { head: DataHead; arrays: readonly Block[] } => {
    if (file) {
      const { name, bytes } = file
      return { head: { steps, file: { name, byteLength: bytes.byteLength } }, arrays: [bytes] }
    }
    const { head, arrays } = toResultHead(result)
    return { head: { steps, head }, arrays }
  })
  const arrays = all.flatMap((each) => each.arrays)
  return {
    heads: all.map(({ head }) => head),
    byteLength: arrays.reduce((total, { byteLength }) => total + byteLength, 0),
    body: cutPieces(arrays),
  }
}

/** Bytes of data. */
type Block = Pick<Uint8Array, 'buffer' | 'byteOffset' | 'byteLength'>

async function* cutPieces(arrays: readonly Block[]): AsyncGenerator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let at = 0; at < byteLength; at += pieceBytes)
      yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at))
  }
}
