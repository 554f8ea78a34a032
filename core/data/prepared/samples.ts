/**
 * The samples of a volume: range, histogram, and texture values as half floats (IEEE 754 binary16). Browsers
 * have `Float16Array` only since 2025, and it was no faster.
 */
import type { ElementArray } from '../../contract/domain/result/elements.ts'
import { eachPiece, findRange, pieceLength } from '../../contract/look/value-range.ts'
import type { ValueRange } from './prepared.ts'

/** Number of parts of a histogram. */
const binCount = 256

/** The ratio of the exponents' biases: 2^(15 - 127). */
const halfScale = 2 ** -112

/** The half float of {@link missingTexel}, in bits. */
const missingHalf = 0xe3d0

/** Samples of one or two bytes. */
export type ShortArray = Int8Array | Uint8Array | Int16Array | Uint16Array

/** Returns whether samples have one or two bytes. */
export function isShort(samples: ElementArray): samples is ShortArray {
  return samples.BYTES_PER_ELEMENT <= 2
}

/** The range of samples, and how many are in each of its parts. */
export interface SampleSummary {
  readonly range: ValueRange
  readonly histogram: Uint32Array<ArrayBuffer>
}

/** Returns range and histogram: one pass counts each value, by its bits. */
export function summariseShorts(samples: ShortArray): SampleSummary {
  const bits = toBits(samples)
  const counts = new Uint32Array(2 ** (8 * samples.BYTES_PER_ELEMENT))
  for (let i = 0; i < bits.length; i++) {
    const value = bits[i] ?? 0
    counts[value] = (counts[value] ?? 0) + 1
  }
  const present = listValues(samples).filter((value) => countOf(value, counts) > 0)
  const range: ValueRange = [present[0] ?? 0, present.at(-1) ?? 0]
  const histogram = new Uint32Array(binCount)
  const factor = toFactor(range) * binCount
  for (const value of present) {
    const bin = Math.min(Math.floor((value - range[0]) * factor), binCount - 1)
    histogram[bin] = (histogram[bin] ?? 0) + countOf(value, counts)
  }
  return { range, histogram }
}

/** Returns signed bytes as unsigned ones, -128 as 0. */
export function toShiftedBytes(samples: Int8Array): Uint8Array {
  const shifted = new Uint8Array(samples.length)
  for (let i = 0; i < samples.length; i++) shifted[i] = (samples[i] ?? 0) ^ 0x80
  return shifted
}

/** Returns samples as half floats by a table: 0 for the low end of the range and 1 for the high end. */
export function toShortHalves(samples: ShortArray, range: ValueRange): Uint16Array {
  const [low, high] = range
  const bits = toBits(samples)
  const table = new Uint16Array(2 ** (8 * samples.BYTES_PER_ELEMENT))
  const factor = toFactor(range) * halfScale
  const scaled = new Float32Array(1)
  for (const value of listValues(samples)) {
    if (value < low || value > high) continue
    scaled[0] = (value - low) * factor
    writeHalves(scaled, 1, { halves: table, start: value & (table.length - 1) })
  }
  const halves = new Uint16Array(bits.length)
  for (let i = 0; i < bits.length; i++) halves[i] = table[bits[i] ?? 0] ?? 0
  return halves
}

function toBits({ buffer, byteOffset, length, BYTES_PER_ELEMENT }: ShortArray): Uint8Array | Uint16Array {
  return BYTES_PER_ELEMENT === 1
    ? new Uint8Array(buffer, byteOffset, length)
    : new Uint16Array(buffer, byteOffset, length)
}

function listValues(samples: ShortArray): number[] {
  const count = 2 ** (8 * samples.BYTES_PER_ELEMENT)
  const lowest = samples instanceof Int8Array || samples instanceof Int16Array ? -count / 2 : 0
  return Array.from({ length: count }, (_, i) => lowest + i)
}

function countOf(value: number, counts: Uint32Array): number {
  return counts[value & (counts.length - 1)] ?? 0
}

/** Returns range and histogram; NaN and the infinities are in neither. */
export function summariseNumbers(samples: ElementArray): SampleSummary {
  const range = findRange(samples)
  const [low, high] = range
  const factor = toFactor(range) * binCount
  const histogram = new Uint32Array(binCount)
  eachPiece(samples, (piece, length) => {
    for (let i = 0; i < length; i++) {
      const value = piece[i] ?? 0
      if (!(value >= low && value <= high)) continue
      const part = (value - low) * factor
      const bin = part < binCount ? Math.floor(part) : binCount - 1
      histogram[bin] = (histogram[bin] ?? 0) + 1
    }
  })
  return { range, histogram }
}

/** Returns samples as half floats: 0 up to the low end, 1 from the high end, {@link missingHalf} for NaN. */
export function toHalves(samples: ElementArray, range: ValueRange): Uint16Array {
  const [low] = range
  const factor = toFactor(range) * halfScale
  const halves = new Uint16Array(samples.length)
  const scaled = new Float32Array(pieceLength)
  eachPiece(samples, (piece, length, start) => {
    let hasMissing = false
    for (let i = 0; i < length; i++) {
      const value = piece[i] ?? 0
      const product = (value - low) * factor
      scaled[i] = product > 0 ? Math.min(product, halfScale) : 0 // NaN is not above 0
      hasMissing ||= Number.isNaN(value)
    }
    writeHalves(scaled, length, { halves, start })
    if (!hasMissing) return
    for (let i = 0; i < length; i++) if (Number.isNaN(piece[i])) halves[start + i] = missingHalf
  })
  return halves
}

/** Returns the factor from a distance above the low end to a fraction; 0 for an empty or infinite range. */
function toFactor([low, high]: ValueRange): number {
  return high > low ? 1 / (high - low) : 0
}

/**
 * Writes numbers from 0 to 1, each multiplied by {@link halfScale}, to `halves` from `start` on. That product
 * moves the exponent of a float32 to that of a half float, denormal ones included.
 */
function writeHalves(
  scaled: Float32Array,
  length: number,
  { halves, start }: { readonly halves: Uint16Array; readonly start: number },
): void {
  const bits = new Uint32Array(scaled.buffer, scaled.byteOffset, length)
  for (let i = 0; i < length; i++) {
    const value = bits[i] ?? 0
    halves[start + i] = (value + 0xfff + ((value >>> 13) & 1)) >>> 13 // to the nearest, to even when halfway
  }
}
