import type { Arrival } from '../../domain/result/stored-result.ts'

/** Bytes awaited at a time: few enough to keep both lines busy, enough to cost no time. */
const pieceBytes = 256 * 1024

/**
 * Yields an envelope while its arrays arrive: the preamble at once, then pieces. The last piece is held back
 * until all bytes have been checked; when the check fails, the answer ends short of its length, so that no
 * client takes it for complete.
 */
export async function* followArrival(
  parts: readonly Uint8Array[],
  arrival: Arrival,
): AsyncGenerator<Uint8Array> {
  let kept: Uint8Array | undefined
  for (const [index, part] of parts.entries()) {
    for (let at = 0; at < part.byteLength; at += pieceBytes) {
      if (kept) yield kept
      kept = part.subarray(at, at + pieceBytes)
      if (index > 0) await arrival.readTo(kept.byteOffset + kept.byteLength)
    }
  }
  await arrival.whole
  if (kept) yield kept
}
