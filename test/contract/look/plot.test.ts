/** The plot of a table: what is drawn over what, and how few shapes 100,000 rows are. */
import { describe, expect, it } from 'vitest'
import type { TableResult } from '../../../core/contract/domain/result/result.ts'
import { planPlot } from '../../../core/contract/look/plot.ts'
import { toBars, toDots, toLineRuns, toPixelX, toPixelY } from '../../../core/contract/look/plot-shapes.ts'

const area = { left: 10, top: 10, width: 200, height: 100 }
const time = { name: 'time', unit: 's', values: Float64Array.of(0, 1, 2) }
const mass = { name: 'mass', unit: 'g', values: Float64Array.of(5, Number.NaN, 7) }
const more = { name: 'more', unit: 'g', values: Float64Array.of(1, 2, 3) }
const kind = { name: 'kind', values: ['a', 'b', 'c'] }
const plan = (table: Partial<TableResult>) =>
  planPlot({ type: 'table', columns: [time, kind, mass, more], ...table })

describe('a plot', () => {
  it.each([
    ['none is asked for', {}, null],
    ['y is what x leaves of one unit', { plot: 'line', x: 'time' }, ['mass', 'more']],
    ['x is the number of the row', { plot: 'points', y: 'mass' }, ['mass']],
    ['a column is named', { plot: 'bars', x: 'kind', y: 'time' }, ['time']],
    ['texts are named as y', { plot: 'line', y: 'kind' }, null],
    ['there are texts alone', { plot: 'bars', columns: [kind] }, null],
    [
      'all numbers are missing',
      { plot: 'line', columns: [{ ...mass, values: Float64Array.of(Number.NaN) }] },
      null,
    ],
    ['there are no rows', { plot: 'line', columns: [{ ...mass, values: new Float64Array() }] }, null],
    ['a histogram is of texts', { plot: 'histogram', x: 'kind' }, null],
  ] as const)('when %s', (_what, table, names) => {
    expect(plan(table)?.series.map(({ name }) => name) ?? null).toEqual(names)
  })

  it('has axes with units, around all that is drawn', () => {
    const found = plan({ plot: 'line', x: 'time', y: 'mass' })
    expect(found?.x).toMatchObject({ title: 'time [s]', low: 0, high: 2 })
    expect(found?.y).toMatchObject({ title: 'mass [g]', low: 5, high: 7 })
    expect(plan({ plot: 'line', x: 'time' })?.y).toMatchObject({ title: 'g', low: 1, high: 7 })
  })

  it('has bars that stand on 0, with the texts of their column below them', () => {
    const found = plan({ plot: 'bars', x: 'kind', y: 'more' })
    if (!found?.series[0]) throw new Error('there is a plot')
    expect(found.x.ticks.map(({ text }) => text)).toEqual(['a', 'b', 'c'])
    expect([found.x.low, found.x.high, found.y.low]).toEqual([0.5, 3.5, 0])
    const bars = toBars(found, found.series[0], area)
    expect(bars.map(({ top, height }) => top + height)).toEqual([110, 110, 110])
    expect(bars.at(-1)?.top).toBe(10)
  })

  it('counts each number of a histogram once, the largest in the last bar', () => {
    const values = Float64Array.from({ length: 1000 }, (_, i) => i % 10)
    const found = plan({ plot: 'histogram', columns: [{ name: 'n', values }] })
    const [series] = found?.series ?? []
    expect(series?.ys.reduce((sum, count) => sum + count)).toBe(1000)
    expect([series?.ys.length, series?.ys.at(-1)]).toEqual([32, 100])
  })

  it('has one value in the middle of its axes', () => {
    const found = plan({ plot: 'points', columns: [{ name: 'n', values: Float64Array.of(4) }] })
    if (!found?.series[0]) throw new Error('there is a plot')
    expect(toDots(found, found.series[0], area)).toEqual([[110, 60]])
  })
})

describe('shapes of 100,000 rows', () => {
  const xs = Float64Array.from({ length: 100_000 }, (_, i) => i)
  const ys = xs.map((x) => (x === 50_000 ? 100 : Math.sin(x / 100)))
  const found = plan({
    plot: 'line',
    columns: [
      { name: 'x', values: xs },
      { name: 'y', values: ys },
    ],
    x: 'x',
  })

  it('are as many as a line needs, with its peaks', () => {
    if (!found?.series[0]) throw new Error('there is a plot')
    const [run = [], ...others] = toLineRuns(found, found.series[0], area)
    expect(others).toEqual([])
    expect(run.length).toBeLessThanOrEqual(4 * (area.width + 1))
    expect(Math.min(...run.map(([, y]) => y))).toBeCloseTo(toPixelY(found.y, area)(100), 9)
    expect(run.at(-1)?.[0]).toBeCloseTo(toPixelX(found.x, area)(99_999), 9)
  })

  it('are a dot for each pixel', () => {
    if (!found?.series[0]) throw new Error('there is a plot')
    expect(toDots(found, found.series[0], area).length).toBeLessThanOrEqual(201 * 101)
  })

  it('part where a value is missing', () => {
    const gap = plan({ plot: 'line', x: 'time', y: 'mass' })
    if (!gap?.series[0]) throw new Error('there is a plot')
    expect(toLineRuns(gap, gap.series[0], area).map((run) => run.length)).toEqual([1, 1])
  })
})
