/** The picture of a table: its plot, or else its first rows. */
import { holdsNumbers, type TableColumn } from '../../contract/domain/result/columns.ts'
import type { TableResult } from '../../contract/domain/result/result.ts'
import { parseColor } from '../../contract/domain/result/scene.ts'
import { type PlotPlan, type PlotSeries, planPlot } from '../../contract/look/plot.ts'
import {
  type PlotArea,
  toBars,
  toDots,
  toLineRuns,
  toPixelX,
  toPixelY,
} from '../../contract/look/plot-shapes.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { seriesColors } from '../../contract/look/series-colors.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import type { Prepared, PreparedTable } from '../prepared/prepared.ts'
import type { Colors } from './finish-picture.ts'
import { MarkCanvas, type MarkColor, white } from './marks/canvas.ts'
import { toDrawable } from './marks/glyphs.ts'

const grid: MarkColor = [58, 62, 70]
/** Most letters of a cell. */
const cellLetters = 14

/** Returns whether a content is drawn as a plot or as rows: only places without a plot are dots in space. */
export function isFlatTable(prepared: Prepared): prepared is Prepared & PreparedTable {
  return prepared.type === 'table' && (prepared.positions.length === 0 || prepared.result.plot !== undefined)
}

/** Draws a table into a picture of the ground: its plot with axes, or its first rows where there is none. */
export function drawTable(colors: Colors, table: TableResult): void {
  const canvas = new MarkCanvas(colors, Math.max(1, Math.round(colors.height / pageHeight)))
  const plan = planPlot(table)
  if (plan) drawPlot(canvas, plan)
  else drawRows(canvas, table.columns)
}

function drawPlot(canvas: MarkCanvas, plan: PlotPlan): void {
  const { scale, lineHeight } = canvas
  const gap = 3 * scale
  const [x, y] = [plan.x, plan.y].map(({ ticks, title }) => ({
    texts: ticks.map(({ at, text }) => ({ at, text: toDrawable(cutText(text, cellLetters)) })),
    title: toDrawable(cutText(title, 40)),
  }))
  if (!x || !y) return
  const widest = Math.max(0, ...y.texts.map(({ text }) => canvas.measure(text)))
  const left = widest + 3 * gap
  const top = lineHeight + 4 * gap
  const area: PlotArea = {
    left,
    top,
    width: canvas.width - left - 3 * gap,
    height: canvas.height - top - 2 * lineHeight - 5 * gap,
  }
  const [atX, atY] = [toPixelX(plan.x, area), toPixelY(plan.y, area)]
  const bottom = area.top + area.height
  for (const { at, text } of y.texts) {
    canvas.line([left, atY(at)], [left + area.width, atY(at)], grid)
    canvas.write(text, left - gap - canvas.measure(text), atY(at) - lineHeight / 2, white)
  }
  for (const [i, series] of plan.series.entries()) drawSeries(canvas, { plan, series, area, ink: inkOf(i) })
  canvas.line([left, area.top], [left, bottom], white)
  canvas.line([left, bottom], [left + area.width, bottom], white)
  let free = 0
  for (const { at, text } of x.texts) {
    const from = Math.min(
      canvas.width - canvas.measure(text),
      Math.max(0, atX(at) - canvas.measure(text) / 2),
    )
    if (from < free) continue // texts side by side, as many as there is room for
    canvas.write(text, from, bottom + gap, white)
    free = from + canvas.measure(text) + gap
  }
  canvas.write(
    x.title,
    left + (area.width - canvas.measure(x.title)) / 2,
    bottom + lineHeight + 3 * gap,
    white,
  )
  canvas.write(y.title, gap, gap, white)
}

interface DrawnSeries {
  readonly plan: PlotPlan
  readonly series: PlotSeries
  readonly area: PlotArea
  readonly ink: MarkColor
}

function drawSeries(canvas: MarkCanvas, { plan, series, area, ink }: DrawnSeries): void {
  if (plan.kind === 'bars') {
    for (const bar of toBars(plan, series, area))
      canvas.fill([bar.left, bar.top, Math.max(1, bar.width), bar.height], ink)
    return
  }
  if (plan.kind === 'points') {
    const side = 2 * canvas.scale
    for (const [x, y] of toDots(plan, series, area))
      canvas.fill([x - side / 2, y - side / 2, side, side], ink)
    return
  }
  for (const run of toLineRuns(plan, series, area))
    for (const [i, place] of run.entries()) canvas.line(run[i - 1] ?? place, place, ink)
}

function inkOf(series: number): MarkColor {
  const [red = 0, green = 0, blue = 0] = parseColor(seriesColors[series % seriesColors.length] ?? '') ?? []
  return [red, green, blue]
}

/** Writes names and first rows, as many as there is room for. */
function drawRows(canvas: MarkCanvas, columns: readonly TableColumn[]): void {
  const gap = 4 * canvas.scale
  const step = canvas.lineHeight + gap
  const rows = Math.max(0, Math.floor((canvas.height - 2 * gap) / step) - 1)
  let left = gap
  for (const column of columns) {
    const texts = [column.name, ...listTexts(column, rows)].map((text) =>
      toDrawable(cutText(text, cellLetters)),
    )
    const width = Math.max(...texts.map((text) => canvas.measure(text)))
    if (left + width > canvas.width && left > gap) return
    for (const [i, text] of texts.entries()) {
      const shift = holdsNumbers(column) ? width - canvas.measure(text) : 0
      canvas.write(text, left + shift, gap + i * step, white)
    }
    left += width + 3 * gap
  }
}

function listTexts(column: TableColumn, rows: number): readonly string[] {
  if (!holdsNumbers(column)) return column.values.slice(0, rows)
  return Array.from(column.values.subarray(0, rows), (value) =>
    Number.isNaN(value) ? '' : formatNumber(value),
  )
}
