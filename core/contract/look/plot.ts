/** The plot of a table: its axes and what is drawn between them, in the values of the columns. */
import { holdsNumbers, type NumberColumn, type TableColumn } from '../domain/result/columns.ts'
import type { TableResult } from '../domain/result/result.ts'
import { formatNumber, listTicks } from './ticks.ts'

/** A number along an axis, and its text. */
export interface PlotTick {
  readonly at: number
  readonly text: string
}

/** An axis from its low to its high end. */
export interface PlotAxis {
  readonly title: string
  readonly low: number
  readonly high: number
  readonly ticks: readonly PlotTick[]
}

/** The values of one column over those of the horizontal axis; NaN where one of both is missing. */
export interface PlotSeries {
  readonly name: string
  readonly xs: Float64Array
  readonly ys: Float64Array
}

/** A plot: lines, dots, or bars that stand on 0 and are `barWidth` wide. */
export interface PlotPlan {
  readonly kind: 'line' | 'points' | 'bars'
  readonly x: PlotAxis
  readonly y: PlotAxis
  readonly series: readonly PlotSeries[]
  /** In values of the horizontal axis; 0 for lines and dots. */
  readonly barWidth: number
}

/** Most columns that are drawn over each other. */
const mostSeries = 8
/** Texts along an axis; of more, some stand there. */
const mostTexts = 12
const tickCount = 5
/** The parts of a histogram are as many as the square root of its values, between these two. */
const binCounts: readonly [least: number, most: number] = [8, 64]

/** Returns the plot of a table; null where it asks for none, or has no numbers to draw. */
export function planPlot(table: TableResult): PlotPlan | null {
  const { columns, plot } = table
  if (plot === undefined) return null
  if (plot === 'histogram') return planHistogram(table)
  const x = findX(table)
  const chosen = listY(table, x)
  if (chosen.length === 0) return null
  const [first] = chosen
  const rows = columns[0]?.values.length ?? 0
  const xs = x && holdsNumbers(x) ? x.values : Float64Array.from({ length: rows }, (_, row) => row + 1)
  const series = chosen.map(({ name, values }) => ({ name, xs, ys: values }))
  const barWidth = plot === 'bars' ? findStep(xs) : 0
  const xRange = findRange([xs])
  const yRange = findRange(chosen.map(({ values }) => values))
  if (!xRange || !yRange || !first) return null
  const [low, high] = plot === 'bars' ? [Math.min(0, yRange[0]), Math.max(0, yRange[1])] : yRange
  const texts = x && !holdsNumbers(x) ? x.values : undefined
  const ends = [xRange[0] - barWidth / 2, xRange[1] + barWidth / 2] as const
  const xTitle = x ? titleOf(x) : 'row'
  return {
    kind: plot,
    x: texts ? toTextAxis(xTitle, ends, texts) : toAxis(xTitle, ends),
    y: toAxis(chosen.length === 1 ? titleOf(first) : (first.unit ?? ''), [low, high]),
    series,
    barWidth,
  }
}

/** Returns the column along the horizontal axis; undefined for the numbers of the rows. */
function findX({ columns, plot, x }: TableResult): TableColumn | undefined {
  const named = columns.find(({ name }) => name === x)
  if (named) return named
  return plot === 'bars' ? columns.find((column) => !holdsNumbers(column)) : undefined
}

/** Returns the column that the table names, or the first of numbers beside x and those in its unit. */
function listY({ columns, y }: TableResult, x: TableColumn | undefined): readonly NumberColumn[] {
  const named = columns.find(({ name }) => name === y)
  if (named) return holdsNumbers(named) ? [named] : []
  const others = columns.filter(holdsNumbers).filter((column) => column !== x)
  return others.filter(({ unit }) => unit === others[0]?.unit).slice(0, mostSeries)
}

function planHistogram({ columns, x, y }: TableResult): PlotPlan | null {
  const named = columns.find(({ name }) => name === (x ?? y))
  const column = named ?? columns.find(holdsNumbers)
  if (!column || !holdsNumbers(column)) return null
  const range = findRange([column.values])
  if (!range) return null
  const values = column.values.filter((value) => !Number.isNaN(value))
  const [low, high] = range[0] < range[1] ? range : [range[0] - 0.5, range[1] + 0.5]
  const [least, most] = binCounts
  const count = Math.min(most, Math.max(least, Math.ceil(Math.sqrt(values.length))))
  const ys = new Float64Array(count)
  for (const value of values) {
    const bin = Math.min(count - 1, Math.floor(((value - low) / (high - low)) * count))
    ys[bin] = (ys[bin] ?? 0) + 1
  }
  const barWidth = (high - low) / count
  const xs = Float64Array.from({ length: count }, (_, i) => low + (i + 0.5) * barWidth)
  return {
    kind: 'bars',
    x: toAxis(titleOf(column), [low, high]),
    y: toAxis('count', [0, ys.reduce((top, value) => Math.max(top, value), 1)]),
    series: [{ name: column.name, xs, ys }],
    barWidth,
  }
}

function titleOf({ name, unit }: TableColumn): string {
  return unit === undefined ? name : `${name} [${unit}]`
}

/** Returns the least and the greatest number; undefined for none. */
function findRange(lists: readonly Float64Array[]): readonly [low: number, high: number] | undefined {
  let [low, high] = [Infinity, -Infinity]
  for (const list of lists)
    for (const value of list) {
      if (value < low) low = value
      if (value > high) high = value
    }
  return low <= high ? [low, high] : undefined
}

/** Returns the least distance of two neighbours, by which bars are apart; 1 for one bar. */
function findStep(xs: Float64Array): number {
  const sorted = xs.filter((x) => !Number.isNaN(x)).sort()
  let step = Infinity
  for (let i = 1; i < sorted.length; i++) {
    const gap = (sorted[i] ?? 0) - (sorted[i - 1] ?? 0)
    if (gap > 0 && gap < step) step = gap
  }
  return step === Infinity ? 1 : step
}

/** Equal ends are moved apart, so that the one value is in the middle. */
function toAxis(title: string, [first, last]: readonly [number, number]): PlotAxis {
  const spread = first < last ? 0 : Math.abs(first) / 2 || 0.5
  const [low, high] = [first - spread, last + spread]
  const numbers = listTicks(low, high, tickCount).filter((at) => at >= low && at <= high)
  const step = (numbers[1] ?? high) - (numbers[0] ?? low)
  return { title, low, high, ticks: numbers.map((at) => ({ at, text: formatNumber(at, Math.abs(step)) })) }
}

function toTextAxis(
  title: string,
  [low, high]: readonly [number, number],
  texts: readonly string[],
): PlotAxis {
  const every = Math.ceil(texts.length / mostTexts)
  const ticks = texts.flatMap((text, row) => (row % every === 0 ? [{ at: row + 1, text }] : []))
  return low < high ? { title, low, high, ticks } : { title, low: low - 0.5, high: high + 0.5, ticks }
}
