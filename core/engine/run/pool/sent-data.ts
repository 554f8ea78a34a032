/** Data of a call on its way into a process. */
import { setImmediate } from 'node:timers/promises'
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
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
 * Returns data as they are sent; no array is copied. A head may have a mebibyte of texts, so each is made in a
 * turn of the event loop of its own, and none is joined with others.
 * @throws `function.failed` for too long texts
 */
export async function toSentData(
  data: readonly RunData[],
  toFrame: (heads: readonly Uint8Array[]) => readonly Uint8Array[],
): Promise<SentData> {
  const heads: Uint8Array[] = []
  const arrays: ElementArray[] = []
  for (const { steps, result } of data) {
    if (heads.length > 0) await setImmediate()
    const own = toResultHead(result)
    const head: DataHead = { steps, head: own.head }
    heads.push(new TextEncoder().encode(JSON.stringify(head)))
    arrays.push(...own.arrays)
  }
  const sent = [...toFrame(heads), ...arrays]
  return {
    byteLength: sent.reduce((total, { byteLength }) => total + byteLength, 0),
    body: cutPieces(sent),
  }
}

async function* cutPieces(arrays: readonly ElementArray[]): AsyncGenerator<Uint8Array> {
  for (const { buffer, byteOffset, byteLength } of arrays) {
    for (let at = 0; at < byteLength; at += pieceBytes)
      yield new Uint8Array(buffer, byteOffset + at, Math.min(pieceBytes, byteLength - at))
  }
}
