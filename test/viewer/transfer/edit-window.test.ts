/** The window of a volume, changed on the axis of its histogram and by a drag in the picture. */
import { describe, expect, it } from 'vitest'
import { dragWindow, moveEnd, toAxis } from '../../../core/viewer/transfer/edit-window.ts'
import { listBars } from '../../../core/viewer/transfer/histogram.ts'

const linear = { window: [100, 200], scale: 'linear', center: null } as const
const log = { window: [1, 100], scale: 'log', center: null } as const

describe('the axis', () => {
  it('shows the window with a margin, where there are values', () => {
    expect(toAxis({ range: [0, 1000] }, linear).window).toEqual([75, 225])
    expect(toAxis({ range: [90, 200] }, linear).window).toEqual([90, 200])
    expect(toAxis({ range: [120, 180] }, linear).window).toEqual([100, 200])
    const [low, high] = toAxis({ range: [-5, 1e9] }, log).window
    expect(low).toBeCloseTo(100 ** -0.25)
    expect(high).toBeCloseTo(100 ** 1.25)
  })

  it('of a constant volume is that value', () => {
    expect(toAxis({ range: [7, 7] }, { window: [7, 7], scale: 'linear' }).window).toEqual([7, 7])
  })
})

describe('an end of the window', () => {
  const axis = { window: [0, 1000], scale: 'linear' } as const
  it('is moved, and stops before the other', () => {
    expect(moveEnd(linear, axis, { end: 0, at: 0.05 })).toEqual([50, 200])
    expect(moveEnd(linear, axis, { end: 0, at: 0.9 })).toEqual([190, 200])
    expect(moveEnd(linear, axis, { end: 1, at: 0 })).toEqual([100, 110])
    const [low, high] = moveEnd(log, { window: [0.01, 10_000], scale: 'log' }, { end: 0, at: 0.5 })
    expect([low, high]).toEqual([10, 100])
  })

  it('moves the other as well, so that a centre stays in the middle', () => {
    expect(moveEnd({ window: [100, 200], center: 150 }, axis, { end: 0, at: 0.05 })).toEqual([50, 250])
    expect(moveEnd({ window: [100, 200], center: 150 }, axis, { end: 1, at: 0 })).toEqual([140, 160])
  })
})

describe('a drag in the picture', () => {
  it('widens the window to the right, and raises it down', () => {
    const [low, high] = dragWindow(linear, [300, 0])
    expect(high - low).toBeCloseTo(100 * Math.E, 0)
    expect((low + high) / 2).toBeCloseTo(150)
    expect(dragWindow(linear, [0, 150])).toEqual([150, 250])
    expect(dragWindow(linear, [0, 0])).toEqual([100, 200])
    expect(dragWindow({ window: [100, 200], scale: 'linear', center: 150 }, [0, 90])).toEqual([100, 200])
  })

  it('keeps the window open, and on a logarithmic scale above zero', () => {
    const [low, high] = dragWindow(linear, [-1e6, 0])
    expect(high).toBeGreaterThan(low)
    expect(dragWindow(log, [0, -300]).map((end) => Number(end.toFixed(4)))).toEqual([0.01, 1])
  })
})

describe('the bars of the histogram', () => {
  it('resolve a narrow axis of a long range, and have no gaps between whole numbers', () => {
    const data = Float64Array.from({ length: 1001 }, (_, i) => (i < 1000 ? i / 1000 : 1e9))
    const { heights } = listBars({ data, dtype: 'float64' }, { window: [0, 1], scale: 'linear' })
    expect(heights.length).toBeGreaterThan(50)
    expect(Math.min(...heights)).toBeGreaterThan(0.5)
    const whole = Uint8Array.from({ length: 4000 }, (_, i) => i % 40)
    const steps = listBars({ data: whole, dtype: 'uint8' }, { window: [0, 39], scale: 'linear' })
    expect(Math.min(...steps.heights)).toBeGreaterThan(0.5)
    const none = { data: new Float32Array(0), dtype: 'float32' } as const
    expect(listBars(none, { window: [0, 0], scale: 'linear' })).toEqual({
      heights: Array.from({ length: 96 }, () => 0),
      most: 0,
    })
  })

  it('are the counts: nothing where there is no sample, and the most is said', () => {
    // 0, 10 … 90, a hundred of each, and one more thousand of 90.
    const data = Int16Array.from({ length: 2000 }, (_, i) => (i < 1000 ? 10 * (i % 10) : 90))
    const { heights, most } = listBars({ data, dtype: 'int16' }, { window: [0, 100], scale: 'linear' })
    expect(heights).toHaveLength(50)
    expect(most).toBe(1100)
    const wanted = heights.map((_, bar) => {
      if (bar % 5 !== 0 || bar > 45) return 0
      return Math.cbrt((bar === 45 ? 1100 : 100) / 1100)
    })
    expect(heights).toEqual(wanted.map((height) => expect.closeTo(height, 6)))
  })
})
