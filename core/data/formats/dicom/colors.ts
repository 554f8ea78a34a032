/** Colours of DICOM as RGB. */
import type { ElementArray } from '../../../contract/domain/result/elements.ts'

/** Returns RGB of YBR_FULL, whose colours have half of the range as zero (PS3.3, C.7.6.3.1.2). */
export function toRgb(samples: ElementArray, bits: number): ElementArray {
  const rgb =
    samples instanceof Uint16Array ? new Uint16Array(samples.length) : new Uint8Array(samples.length)
  const [zero, most] = [2 ** (bits - 1), 2 ** bits - 1]
  const hold = (value: number): number => Math.min(Math.max(Math.round(value), 0), most)
  for (let i = 0; i < samples.length; i += 3) {
    const y = samples[i] ?? 0
    const [blue, red] = [(samples[i + 1] ?? 0) - zero, (samples[i + 2] ?? 0) - zero]
    rgb[i] = hold(y + 1.402 * red)
    rgb[i + 1] = hold(y - 0.344136 * blue - 0.714136 * red)
    rgb[i + 2] = hold(y + 1.772 * blue)
  }
  return rgb
}

/** Returns colours of fewer bits than their elements have, with their full range in that of the elements. */
export function spreadBits(samples: ElementArray, bits: number): ElementArray {
  const whole = 8 * samples.BYTES_PER_ELEMENT
  if (bits >= whole) return samples
  const scale = (2 ** whole - 1) / (2 ** bits - 1)
  return samples.map((sample) => Math.round(sample * scale))
}
