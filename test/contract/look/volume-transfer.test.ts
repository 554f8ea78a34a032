/** The transfer function that suits data, and the one that settings ask for. */
import { describe, expect, it } from 'vitest'
import type { Dtype } from '../../../core/contract/domain/result/elements.ts'
import { type Display, defaultDisplay } from '../../../core/contract/look/display.ts'
import { curveShapes, isOpacityCurve, opacityAt } from '../../../core/contract/look/opacity-curve.ts'
import { countBetween, measureQuantiles, quantileAt } from '../../../core/contract/look/quantiles.ts'
import {
  chooseTransfer,
  hasWindowOfFile,
  toFraction,
  toIsovalues,
  toSurfaces,
  toValue,
  type VolumeValues,
} from '../../../core/contract/look/volume-transfer.ts'

function toValues(samples: readonly number[], dtype: Dtype = 'float32'): VolumeValues {
  const range = [Math.min(...samples), Math.max(...samples)] as const
  const histogram = new Uint32Array(256)
  for (const value of samples) {
    const bin = Math.min(255, Math.floor((256 * (value - range[0])) / (range[1] - range[0] || 1)))
    histogram[bin] = (histogram[bin] ?? 0) + 1
  }
  return { range, histogram, quantiles: measureQuantiles(samples), result: { type: 'volume', dtype } }
}
const spread = (count: number, value: (part: number) => number): number[] =>
  Array.from({ length: count }, (_, i) => value(i / (count - 1)))
const choose = (samples: readonly number[], dtype?: Dtype, display = {}) =>
  chooseTransfer(toValues(samples, dtype), { ...defaultDisplay, ...display })

describe('quantiles', () => {
  it('are those of the finite samples', () => {
    const quantiles = measureQuantiles([Number.NaN, ...spread(1001, (part) => 100 * part), Infinity])
    expect([0, 0.02, 0.5, 1].map((part) => Math.round(quantileAt(quantiles, part)))).toEqual([0, 2, 50, 100])
    expect(measureQuantiles([Number.NaN])).toHaveLength(0)
    expect(quantileAt(measureQuantiles([]), 0.5)).toBe(0)
  })

  it('of many samples are near those of all', () => {
    const samples = Float32Array.from({ length: 1_000_000 }, (_, i) => (i % 1000) / 1000)
    expect(quantileAt(measureQuantiles(samples), 0.98)).toBeCloseTo(0.98, 2)
  })

  it('count the samples between values', () => {
    const quantiles = measureQuantiles([...Array<number>(50).fill(0), ...spread(50, (part) => 10 + part)])
    const parts = countBetween(quantiles, [-1, 5, 10.5, 12])
    for (const [i, part] of [0.5, 0.25, 0.25].entries()) expect(parts[i]).toBeCloseTo(part, 1)
  })
})

describe('the window', () => {
  it('of highest or lowest samples is that of what is projected, without outliers', () => {
    // Noise near 0, and one sample in a hundred above: nearly every ray of a cube meets one of these.
    const samples = [...spread(99_000, (part) => part), ...spread(1000, (part) => 100 * part), 1e6]
    expect(choose(samples).window[1]).toBeLessThan(2)
    const [low, high] = choose(samples, 'float32', { rendering: 'maximum' }).window
    expect([low < 0.1, high > 80, high < 200]).toEqual([true, true, true])
    const [least, most] = choose(
      samples.map((value) => -value),
      'int16',
      { rendering: 'minimum' },
    ).window
    expect([least < -80, least > -200, most > -0.1]).toEqual([true, true, true])
    const asked = { rendering: 'maximum', window: [0, 3] }
    expect(choose(samples, 'float32', asked).window).toEqual([0, 3])
    expect(choose(samples, 'float32', { rendering: 'mean' }).window).toEqual(choose(samples).window)
  })

  it('omits outliers, and is the whole range where all but outliers are equal', () => {
    const [low, high] = choose([...spread(1000, (part) => 100 * part), 1e6]).window
    expect(low).toBeCloseTo(2, 0)
    expect(high).toBeCloseTo(98, 0)
    expect(choose([...Array<number>(1000).fill(0), 5]).window).toEqual([0, 5])
    expect(choose([7, 7, 7]).window).toEqual([7, 7])
  })

  it('is the one that is asked for', () => {
    expect(choose([0, 1, 2], 'float32', { window: [-4, 9] }).window).toEqual([-4, 9])
  })
})

describe('the window of a file', () => {
  const samples = spread(1001, (part) => 4000 * part - 1000)
  const scan = (window: readonly [number, number], of = samples): VolumeValues => {
    const values = toValues(of, 'int16')
    return { ...values, result: { ...values.result, window } }
  }

  it('is the first one, and goes when another is asked for', () => {
    const values = scan([-160, 240])
    expect(chooseTransfer(values, defaultDisplay)).toMatchObject({ window: [-160, 240], scale: 'linear' })
    expect(hasWindowOfFile(values, defaultDisplay)).toBe(true)
    const asked = { ...defaultDisplay, window: [0, 80] } as const
    expect(chooseTransfer(values, asked).window).toEqual([0, 80])
    expect(hasWindowOfFile(values, asked)).toBe(false)
  })

  it('is left out where all samples lie beside it, and of labels', () => {
    for (const window of [
      [5000, 6000],
      [-3000, -1000],
    ] as const) {
      expect(chooseTransfer(scan(window), defaultDisplay)).toEqual(choose(samples, 'int16'))
      expect(hasWindowOfFile(scan(window), defaultDisplay)).toBe(false)
    }
    const labels = { ...scan([0, 1]), labels: { list: [] } }
    expect(hasWindowOfFile(labels, defaultDisplay)).toBe(false)
  })

  it('keeps values of both signs around their middle, and decades on a linear scale', () => {
    const statistic = toValues(spread(1001, (part) => 10 * (2 * part - 1) ** 3))
    const withWindow = (values: VolumeValues, window: readonly [number, number]): VolumeValues => ({
      ...values,
      result: { ...values.result, window },
    })
    expect(chooseTransfer(withWindow(statistic, [-4, 4]), defaultDisplay).center).toBe(0)
    expect(chooseTransfer(withWindow(statistic, [2, 8]), defaultDisplay).center).toBeNull()
    const decades = toValues(spread(1001, (part) => 10 ** (6 * part - 4)))
    expect(chooseTransfer(decades, defaultDisplay).scale).toBe('log')
    const shown = chooseTransfer(withWindow(decades, [1, 10]), defaultDisplay)
    expect(shown).toMatchObject({ window: [1, 10], scale: 'linear' })
  })
})

describe('the scale', () => {
  const decaying = spread(5000, (part) => Math.exp(-20 * part))
  it('is logarithmic for positive values over decades, by itself', () => {
    const { scale, window } = choose(decaying)
    expect(scale).toBe('log')
    expect(window).toEqual([1e-3, 1])
    const small = decaying.map((value) => 0.00031088179 * value)
    expect(choose(small).window).toEqual([3.1e-7, 0.000311])
    expect(choose(decaying, 'float32', { scale: 'linear' }).scale).toBe('linear')
  })

  it('is linear for scans, and for a window that begins at 0 or below', () => {
    const scan = [...Array<number>(500).fill(2), ...spread(500, (part) => 100 + 700 * part)]
    expect(choose(scan, 'int16').scale).toBe('linear')
    expect(choose(scan).scale).toBe('linear')
    expect(choose(decaying, 'float32', { window: [0, 1] }).scale).toBe('linear')
  })

  it('places values in the window and back', () => {
    const log = { window: [0.01, 100], scale: 'log' } as const
    expect([0, 0.01, 1, 100, 1e9].map((value) => toFraction(value, log))).toEqual([0, 0, 0.5, 1, 1])
    expect(toValue(0.25, log)).toBeCloseTo(0.1)
    const linear = { window: [-2, 2], scale: 'linear' } as const
    expect(toFraction(-1, linear)).toBe(0.25)
    expect(toValue(0.25, linear)).toBe(-1)
    expect(toFraction(Number.NaN, linear)).toBe(0)
    expect(toFraction(5, { window: [5, 5], scale: 'linear' })).toBe(0)
  })
})

describe('values of both signs', () => {
  const wave = spread(2000, (part) => Math.sin(40 * part) * (1 - part))
  it('diverge at zero, with both ends opaque and zero clear', () => {
    const { center, window, colormap, opacity } = choose(wave)
    expect([center, colormap]).toEqual([0, 'coolwarm'])
    expect(window[0]).toBe(-window[1])
    expect([0, 0.5, 1].map((part) => opacityAt(opacity, part))).toEqual([1, 0, 1])
  })

  it('are not those of a scan in Hounsfield units, of whole numbers, or of few below zero', () => {
    const body = [...Array<number>(600).fill(-1000), ...spread(400, (part) => -100 + 500 * part)]
    expect(choose(body).center).toBeNull()
    expect(
      choose(
        wave.map((value) => Math.round(100 * value)),
        'int16',
      ).center,
    ).toBeNull()
    expect(choose(spread(1000, (part) => part - 0.05)).center).toBeNull()
  })

  it('may be unsigned numbers around a centre that is asked for', () => {
    const phase = wave.map((value) => 128 + Math.round(127 * value))
    const { window, opacity } = choose(phase, 'uint8', { center: 128 })
    expect(window[0] + window[1]).toBe(256)
    expect(opacityAt(opacity, 0.5)).toBe(0)
  })

  it('have a surface on each side, both of them solid', () => {
    const [low = 0, high = 0] = toIsovalues(toValues(wave), defaultDisplay)
    expect(low).toBeCloseTo(-high)
    const surfaces = toSurfaces(toValues(wave), defaultDisplay)
    expect(surfaces.map(({ opacity, color }) => [opacity, color])).toEqual([
      [1, 'map'],
      [1, 'map'],
    ])
  })
})

describe('isosurfaces', () => {
  const scan = toValues([...Array<number>(500).fill(2), ...spread(500, (part) => 400 + 400 * part)], 'int16')
  const listOf = (settings: Partial<Display>) =>
    toSurfaces(scan, { ...defaultDisplay, ...settings }).map(({ value, color }) => [value, color])

  it('have colours that can be told apart where the colormap is grey, by growing value', () => {
    expect(listOf({ isovalue: [700] })).toEqual([[700, 'white']])
    const colors = listOf({ isovalue: [700, 100, 500, 300] }).map(([, color]) => color)
    expect(new Set(colors).size).toBe(4)
    expect(listOf({ isovalue: [700, 100], colormap: 'viridis' })).toEqual([
      [100, 'map'],
      [700, 'map'],
    ])
  })

  it('have the colours that are asked for, in the order given, and only the innermost is solid', () => {
    const settings = { isovalue: [700, 100], surfaceColors: ['blue', 'map'] } as const
    expect(listOf(settings)).toEqual([
      [100, 'map'],
      [700, 'blue'],
    ])
    const [outer, inner] = toSurfaces(scan, { ...defaultDisplay, ...settings })
    expect(outer?.opacity).toBeLessThan(1)
    expect(inner?.opacity).toBe(1)
  })
})

describe('the opacity curve', () => {
  it('is clear for air and solid for what is in it', () => {
    const scan = [...Array<number>(500).fill(2), ...spread(500, (part) => 400 + 400 * part)]
    const { opacity, window } = choose(scan, 'int16')
    const at = (value: number): number => opacityAt(opacity, toFraction(value, { window, scale: 'linear' }))
    expect(at(2)).toBe(0)
    expect(at(450)).toBeGreaterThan(0.5)
  })

  it('is straight between its points and level beyond them', () => {
    const at = [0, 0.25, 0.5, 0.75, 1].map((part) => opacityAt([0.25, 0.4, 0.75, 0.8], part))
    for (const [i, opacity] of [0.4, 0.4, 0.6, 0.8, 0.8].entries()) expect(at[i]).toBeCloseTo(opacity)
    expect(opacityAt([], 0.5)).toBe(0)
  })

  it('is a list of pairs by growing fraction', () => {
    for (const shape of Object.values(curveShapes)) expect(isOpacityCurve(shape)).toBe(true)
    for (const numbers of [[], [0], [0.5, 0, 0.4, 1], [0, 2], [-1, 0], Array<number>(42).fill(1)])
      expect(isOpacityCurve(numbers)).toBe(false)
  })
})
