/** Forms whose bytes are those of the result: they are sent while its arrays arrive. */
import { listArrays } from '../../../contract/domain/result/result.ts'
import type { Arrival, OpenResult } from '../../../contract/domain/result/stored-result.ts'
import { writeArrays } from '../../../data/encoding/write-arrays.ts'
import type { FormBy } from '../../../data/encoding/written-forms.ts'
import { type ResultWords, withFileWords } from '../../../data/encoding/written-words.ts'

/** Bytes awaited at a time: few enough to keep both lines busy, enough to cost no time. */
const awaitedBytes = 256 * 1024

/** The bytes of a form, as far as they have arrived. */
export interface ArrivingBytes {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number
}

/** A form that is a head before the arrays of a result. */
export interface ArraysForm extends ResultWords {
  readonly form: FormBy<'arrays'>
}

/** Returns the arrays of a result behind the head of a form. */
export function followArrays({ result, arrival }: OpenResult, { form, ...words }: ArraysForm): ArrivingBytes {
  const parts = writeArrays(withFileWords(result, form, words), form)
  const length = parts.reduce((total, { byteLength }) => total + byteLength, 0)
  const memory = new Set(listArrays(result).map(({ buffer }) => buffer))
  return { parts: arrival ? followArrival(parts, arrival, memory) : parts, length }
}

/**
 * Yields an envelope while its arrays arrive in `memory`: the preamble at once, then pieces. The last piece
 * is held back until all bytes have been checked; when the check fails, the answer ends short of its length,
 * so that no client takes it for complete.
 */
async function* followArrival(
  parts: readonly Uint8Array[],
  arrival: Arrival,
  memory: ReadonlySet<ArrayBufferLike>,
): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array | undefined
  for (const part of parts) {
    for (let at = 0; at < part.byteLength; at += awaitedBytes) {
      if (kept) yield kept
      kept = part.subarray(at, at + awaitedBytes)
      if (memory.has(kept.buffer)) await arrival.readTo(kept.byteOffset + kept.byteLength)
    }
  }
  await arrival.whole
  if (kept) yield kept
}
