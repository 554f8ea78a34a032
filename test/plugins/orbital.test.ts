/** Hydrogen wave functions against closed forms from textbooks, and the volumes made of them. */
import { describe, expect, it } from 'vitest'
import { hydrogenDensity, hydrogenPhase } from '../../plugins/hydrogen-orbital/index.ts'
import { toHarmonic, toLaguerre, toLegendre, toRadial } from '../../plugins/hydrogen-orbital/wavefunction.ts'

describe('toLaguerre and toLegendre', () => {
  it('agree with the polynomials written out', () => {
    for (const x of [0, 0.3, 1.7, 5]) {
      expect(toLaguerre(2, 3, x)).toBeCloseTo(x * x * 0.5 - 5 * x + 10, 10)
      expect(toLaguerre(3, 0, x)).toBeCloseTo((-(x ** 3) + 9 * x * x - 18 * x + 6) / 6, 10)
    }
    for (const x of [-0.8, 0, 0.4, 1]) {
      expect(toLegendre(3, 0, x)).toBeCloseTo((5 * x ** 3 - 3 * x) / 2, 10)
      expect(toLegendre(2, 1, x)).toBeCloseTo(3 * x * Math.sqrt(1 - x * x), 10)
      expect(toLegendre(3, 3, x)).toBeCloseTo(15 * (1 - x * x) ** 1.5, 10)
    }
  })
})

describe('toRadial', () => {
  it('agrees with R10, R20, R21 and R32 of the textbooks', () => {
    for (const r of [0.1, 1, 2.5, 8]) {
      expect(toRadial({ n: 1, l: 0, m: 0 }, r)).toBeCloseTo(2 * Math.exp(-r), 12)
      expect(toRadial({ n: 2, l: 0, m: 0 }, r)).toBeCloseTo(Math.SQRT1_2 * (1 - r / 2) * Math.exp(-r / 2), 12)
      expect(toRadial({ n: 2, l: 1, m: 0 }, r)).toBeCloseTo((r / Math.sqrt(24)) * Math.exp(-r / 2), 12)
      expect(toRadial({ n: 3, l: 2, m: 0 }, r)).toBeCloseTo(
        (4 / (81 * Math.sqrt(30))) * r * r * Math.exp(-r / 3),
        12,
      )
    }
  })

  it('is normalised for every n and l', () => {
    for (let n = 1; n <= 6; n++) {
      for (let l = 0; l < n; l++) {
        let sum = 0
        for (let r = 0.01; r < 150; r += 0.02) sum += (toRadial({ n, l, m: 0 }, r) * r) ** 2 * 0.02
        expect(sum).toBeCloseTo(1, 4)
      }
    }
  })
})

describe('toHarmonic', () => {
  it('agrees with pz, dxy and the 3z²−1 form of d', () => {
    const [x, y, z] = [0.48, -0.6, 0.64]
    expect(toHarmonic({ n: 2, l: 1, m: 0 }, x, y, z)).toBeCloseTo(Math.sqrt(3 / (4 * Math.PI)) * z, 12)
    expect(toHarmonic({ n: 3, l: 2, m: -2 }, x, y, z)).toBeCloseTo(Math.sqrt(15 / (4 * Math.PI)) * x * y, 12)
    expect(toHarmonic({ n: 3, l: 2, m: 0 }, x, y, z)).toBeCloseTo(
      Math.sqrt(5 / (16 * Math.PI)) * (3 * z * z - 1),
      12,
    )
  })
})

describe('hydrogenDensity', () => {
  it.each([
    [1, 0, 0],
    [2, 1, 0],
    [3, 2, -1],
    [4, 3, 2],
    [6, 0, 0],
    [6, 5, 5],
  ] as const)('holds the whole electron for n=%i l=%i m=%i', (n, l, m) => {
    const { data, spacing } = hydrogenDensity(n, l, m, 96)
    const sum = Float32Array.from(data).reduce((total, value) => total + value, 0)
    expect(Math.abs(sum * (spacing?.[0] ?? 0) ** 3 - 1)).toBeLessThan(0.015)
  })

  it('lies around the nucleus, with z as its slowest axis', () => {
    const { data, shape, origin, spacing } = hydrogenDensity(2, 1, 0, 16)
    expect(shape).toEqual([16, 16, 16])
    expect((origin?.[2] ?? 0) + 7.5 * (spacing?.[2] ?? 0)).toBeCloseTo(0, 10)
    const at = (z: number, y: number, x: number): number => data[(z * 16 + y) * 16 + x] ?? 0
    expect(at(10, 7, 7)).toBeGreaterThan(10 * at(7, 7, 10)) // pz lies along z
  })

  it('takes the nearest numbers that exist when l or m is too large', () => {
    expect(hydrogenDensity(2, 5, -5, 16)).toEqual(hydrogenDensity(2, 1, -1, 16))
  })
})

describe('hydrogenPhase', () => {
  it('is antisymmetric where the orbital is: opposite samples add up to 256', () => {
    const { data } = hydrogenPhase(2, 1, 1, 16)
    expect(data).toBeInstanceOf(Uint8Array)
    for (let i = 0; i < data.length; i++) expect((data[i] ?? 0) + (data[data.length - 1 - i] ?? 0)).toBe(256)
    expect(Math.max(...data)).toBe(255)
  })
})
