/** Data of a call on its way into a process. */
import { setImmediate } from 'node:timers/promises'
import type { DataHead } from '../pool-message.ts'
import { toResultHead } from '../result-head.ts'
import type { RunData } from '../runner.ts'

/** Most bytes that are written into the pipe at once. */
const pieceBytes = 2 ** 20

/** A frame with the heads of a call's data, and the bytes that follow it. */
export interface SentData {
  readonly byteLength: number
  readonly body: AsyncIterable<Uint8Array>
}

/**
 * Returns data as they are sent; no bytes are copied. A head may have a mebibyte of texts, so each is made in
 * a turn of the event loop of its own, and none is joined with others.
 * @throws `function.failed` for too long texts
 */
export async function toSentData(
  data: readonly RunData[],
  toFrame: (heads: readonly Uint8Array[]) => readonly Uint8Array[],
): Promise<SentData> {
  const heads: Uint8Array[] = []
  const blocks: Block[] = []
  for (const each of data) {
    if (heads.length > 0) await setImmediate()
    const { head, blocks: own } = toSent(each)
    heads.push(new TextEncoder().encode(JSON.stringify(head)))
    blocks.push(...own)
  }
  const sent = [...toFrame(heads), ...blocks]
  return {
    byteLength: sent.reduce((total, { byteLength }) => total + byteLength, 0),
    body: cutPieces(sent),
  }
}

function toSent({ steps, result, file }: RunData): { head: DataHead; blocks: readonly Block[] } {
  if (file) {
    const { name, bytes } = file
    return { head: { steps, file: { name, byteLength: bytes.byteLength } }, blocks: [bytes] }
  }
  const { head, arrays } = toResultHead(result)
  return { head: { steps, head }, blocks: arrays }
}

/** Bytes of data. */
type Block = Pick<Uint8Array, 'buffer' | 'byteOffset' | 'byteLength'>

async function* cutPieces(arrays: readonly Block[]): AsyncGenerator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let at = 0; at < byteLength; at += pieceBytes)
      yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at))
  }
}
