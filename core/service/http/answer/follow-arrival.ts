/** Forms whose bytes are those of the result: they are sent while its arrays arrive. */
import type { Result } from '../../../contract/domain/result/result.ts'
import type { Arrival, OpenResult } from '../../../contract/domain/result/stored-result.ts'
import { encodeEnvelope } from '../../../contract/wire/envelope.ts'
import { encodeHeaded } from '../../../data/encoding/encode-head.ts'
import { withAxes } from '../../../data/encoding/with-axes.ts'

/** Bytes awaited at a time: few enough to keep both lines busy, enough to cost no time. */
const awaitedBytes = 256 * 1024

/** The bytes of a form, as far as they have arrived. */
export interface ArrivingBytes {
  readonly parts: AsyncIterable<Uint8Array> | readonly Uint8Array[]
  readonly length: number
}

/** A form that is a header before the numbers of a result. */
export interface HeadedForm {
  readonly form: 'nrrd' | 'nifti' | 'npy'
  /** The axes of the specimen. */
  readonly axes: string | undefined
}

/** Returns the envelope of a result. */
export function followEnvelope(opened: OpenResult): ArrivingBytes {
  return follow(opened, envelopeOf)
}

/** Returns a result behind the header of a form. */
export function followHeaded(opened: OpenResult, { form, axes }: HeadedForm): ArrivingBytes {
  return follow(opened, (result) => encodeHeaded(withAxes(result, axes), form))
}

function follow(
  { result, arrival }: OpenResult,
  toParts: (result: Result) => readonly Uint8Array[],
): ArrivingBytes {
  const parts = toParts(result)
  const length = parts.reduce((total, { byteLength }) => total + byteLength, 0)
  return { parts: arrival ? followArrival(parts, arrival) : parts, length }
}

const envelopes = new WeakMap<Result, readonly Uint8Array[]>()

function envelopeOf(result: Result): readonly Uint8Array[] {
  const made = envelopes.get(result)
  if (made) return made
  const parts = encodeEnvelope(result)
  envelopes.set(result, parts)
  return parts
}

/**
 * Yields an envelope while its arrays arrive: the preamble at once, then pieces. The last piece is held back
 * until all bytes have been checked; when the check fails, the answer ends short of its length, so that no
 * client takes it for complete.
 */
async function* followArrival(parts: readonly Uint8Array[], arrival: Arrival): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array | undefined
  for (const [index, part] of parts.entries()) {
    for (let at = 0; at < part.byteLength; at += awaitedBytes) {
      if (kept) yield kept
      kept = part.subarray(at, at + awaitedBytes)
      if (index > 0) await arrival.readTo(kept.byteOffset + kept.byteLength)
    }
  }
  await arrival.whole
  if (kept) yield kept
}
