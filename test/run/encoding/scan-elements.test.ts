/** The scan by SIMD instructions: that it is its source, and finds what JavaScript finds. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import createWabt from 'wabt'
import { createElementScan, scanModule } from '../../../core/run/encoding/scan-elements.ts'

const source = new URL('../../../core/run/encoding/scan-elements.wat', import.meta.url)
/** Around a piece of 64 KiB, and around the eight elements that are looked at together. */
const lengths = [0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 16_383, 16_384, 16_385, 40_001]
const scan = createElementScan()

/** Returns places worth a look in an array: both ends, and both sides of each border. */
const toPlaces = (length: number): number[] =>
  [0, 1, 7, 8, 16_383, 16_384, length - 9, length - 2, length - 1].filter((at) => at >= 0 && at < length)

it('is its source, assembled', async () => {
  const { parseWat } = await createWabt()
  const { buffer } = parseWat(source.pathname, readFileSync(source, 'utf8'), { simd: true }).toBinary({})
  expect(Buffer.from(buffer).toString('base64')).toBe(scanModule)
})

describe('coordinates', () => {
  it.each(lengths)('of which %i are finite', (length) => {
    const extremes = [3.4e38, -3.4e38, 0, -0, 1e-45, 1]
    const array = Float32Array.from({ length }, (_, i) => extremes[i % extremes.length] ?? 0)
    expect(scan.hasInfinite(array)).toBe(false)
  })

  it.each(lengths)('among %i, at any border', (length) => {
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      for (const at of toPlaces(length)) {
        const array = new Float32Array(new SharedArrayBuffer(4 * (length + 3)), 4, length).fill(-1)
        array[at] = wrong
        expect(scan.hasInfinite(array)).toBe(true)
      }
    }
  })

  it('with any bits that make a NaN', () => {
    for (const bits of [0x7f800001, 0x7fc00000, 0x7fffffff, 0xff800001, 0xffffffff]) {
      const words = new Uint32Array(11)
      words[10] = bits
      expect(scan.hasInfinite(new Float32Array(words.buffer))).toBe(true)
    }
  })

  it('not left over from what was looked at before', () => {
    expect(scan.hasInfinite(new Float32Array(16).fill(Number.NaN))).toBe(true)
    expect(scan.hasInfinite(new Float32Array(9))).toBe(false)
  })
})

describe('indices', () => {
  it.each(lengths)('among %i, at any border of the numbers', (length) => {
    for (const limit of [1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]) {
      expect(scan.hasAtLeast(new Uint32Array(length).fill(limit - 1), limit)).toBe(false)
      for (const at of toPlaces(length)) {
        const array = new Uint32Array(length)
        array[at] = limit
        expect(scan.hasAtLeast(array, limit)).toBe(true)
      }
    }
  })

  it('of no vertices at all', () => {
    expect(scan.hasAtLeast(new Uint32Array(0), 0)).toBe(false)
    expect(scan.hasAtLeast(new Uint32Array(1), 0)).toBe(true)
  })
})
