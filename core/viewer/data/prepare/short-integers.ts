/** Samples of one or two bytes: one pass counts each value, and a table converts them, by their bits. */
import type { ElementArray } from '../../../domain/result/elements.ts'
import type { ValueRange } from '../prepared.ts'
import { halfScale, writeHalves } from './half-floats.ts'
import { binCount, type Summary, toFactor } from './summary.ts'

/** An array of such samples. */
export type ShortArray = Int8Array | Uint8Array | Int16Array | Uint16Array

/** Returns whether samples have one or two bytes. */
export function isShort(samples: ElementArray): samples is ShortArray {
  return samples.BYTES_PER_ELEMENT <= 2
}

/** Returns range and histogram. */
export function summariseShorts(samples: ShortArray): Summary {
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

/** Returns samples as half floats, 0 for the low end of the range and 1 for the high end. */
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
