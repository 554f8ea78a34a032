/** RLE of DICOM (PS3.5, annex G): PackBits in a segment for each byte of a pixel, the high ones first. */
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'

const headBytes = 64

/** The shape of an image: pixels, samples of each, and bytes of a sample. */
export interface RleShape {
  readonly pixels: number
  readonly samples: number
  readonly sampleBytes: number
}

/** Returns the samples of a frame in the order of pixels, the low byte first. @throws `file.undecodable` */
export function decodeRle(packed: Uint8Array, { pixels, samples, sampleBytes }: RleShape): Uint8Array {
  requireBytes('the head of RLE', headBytes, packed.length)
  const view = toView(packed)
  const count = view.getUint32(0, true)
  const wanted = samples * sampleBytes
  if (count !== wanted)
    throw refuse(`RLE must have ${wanted} segments, one for each byte of a pixel (got ${count}).`)
  const starts = Array.from({ length: count }, (_, i) => view.getUint32(4 + 4 * i, true))
  const bytes = new Uint8Array(pixels * wanted)
  starts.forEach((start, segment) => {
    const end = starts[segment + 1] ?? packed.length
    if (start < headBytes || end < start || end > packed.length)
      throw refuse(`A segment of RLE must lie within its frame (got bytes ${start} to ${end}).`)
    const sample = Math.floor(segment / sampleBytes)
    const byte = sampleBytes - 1 - (segment % sampleBytes)
    unpack(packed.subarray(start, end), bytes, { from: sample * sampleBytes + byte, step: wanted, pixels })
  })
  return bytes
}

/** The first byte of a segment in the image, the step between two, and their number. */
interface SegmentTarget {
  readonly from: number
  readonly step: number
  readonly pixels: number
}

/** Writes the bytes of a segment into every `step`-th place. */
function unpack(packed: Uint8Array, target: Uint8Array, { from, step, pixels }: SegmentTarget): void {
  let [at, done] = [0, 0]
  while (done < pixels && at < packed.length) {
    const head = packed[at++] ?? 0
    if (head === 128) continue
    const isRun = head > 128
    const length = Math.min(isRun ? 257 - head : head + 1, pixels - done)
    if (!isRun && at + length > packed.length) break
    for (let i = 0; i < length; i++) target[from + step * (done + i)] = packed[isRun ? at : at + i] ?? 0
    at += isRun ? 1 : head + 1
    done += length
  }
  if (done < pixels) throw refuse(`A segment of RLE ends after ${done} of ${pixels} bytes.`)
}
