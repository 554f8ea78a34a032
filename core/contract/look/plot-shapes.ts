/** The shapes of a plot in pixels, few enough to be drawn at once: those of 100,000 rows fit a screen. */
import type { PlotAxis, PlotPlan, PlotSeries } from './plot.ts'

/** The pixels of the area between the axes. */
export interface PlotArea {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A place in pixels. */
export type PlotSpot = readonly [x: number, y: number]

/** A bar from its upper left corner. */
export interface PlotBar {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Returns what gives the pixel of a value of the horizontal axis. */
export function toPixelX({ low, high }: PlotAxis, { left, width }: PlotArea): (value: number) => number {
  return (value) => left + ((value - low) / (high - low)) * width
}

/** Returns what gives the pixel of a value of the vertical axis, which grows upward. */
export function toPixelY({ low, high }: PlotAxis, { top, height }: PlotArea): (value: number) => number {
  return (value) => top + height - ((value - low) / (high - low)) * height
}

/** Most places of a line for each pixel of its width. */
const placesPerPixel = 4

/**
 * Returns a line as runs of places: a missing value ends one. Of a line with many more places than pixels,
 * each run of neighbours within a pixel keeps its first, lowest, highest and last place.
 */
export function toLineRuns({ x, y }: PlotPlan, series: PlotSeries, area: PlotArea): readonly PlotSpot[][] {
  const { xs, ys } = series
  const [atX, atY] = [toPixelX(x, area), toPixelY(y, area)]
  const isDense = xs.length > placesPerPixel * area.width
  const runs: PlotSpot[][] = []
  let run: PlotSpot[] = []
  let group: PlotSpot[] = []
  const close = (): void => {
    run.push(...(isDense ? thin(group) : group))
    group = []
  }
  for (let row = 0; row < xs.length; row++) {
    const [px, py] = [atX(xs[row] ?? Number.NaN), atY(ys[row] ?? Number.NaN)]
    if (Number.isNaN(px + py)) {
      close()
      if (run.length > 0) runs.push(run)
      run = []
      continue
    }
    if (isDense && group[0] && Math.floor(group[0][0]) !== Math.floor(px)) close()
    group.push([px, py])
  }
  close()
  if (run.length > 0) runs.push(run)
  return runs
}

function thin(group: readonly PlotSpot[]): readonly PlotSpot[] {
  const [first] = group
  const last = group.at(-1)
  if (!first || !last || group.length <= placesPerPixel) return group
  let [low, high] = [first, first]
  for (const place of group) {
    if (place[1] < low[1]) low = place
    if (place[1] > high[1]) high = place
  }
  return [first, low, high, last]
}

/** Returns the dots of a series, one of those that share a pixel. */
export function toDots({ x, y }: PlotPlan, { xs, ys }: PlotSeries, area: PlotArea): readonly PlotSpot[] {
  const [atX, atY] = [toPixelX(x, area), toPixelY(y, area)]
  const seen = new Set<number>()
  const dots: PlotSpot[] = []
  for (let row = 0; row < xs.length; row++) {
    const [px, py] = [atX(xs[row] ?? Number.NaN), atY(ys[row] ?? Number.NaN)]
    const cell = Math.round(px) * 65_536 + Math.round(py)
    if (Number.isNaN(cell) || seen.has(cell)) continue
    seen.add(cell)
    dots.push([px, py])
  }
  return dots
}

/**
 * Returns the bars of a series; several series share the width of a bar. Of bars that are narrower than a
 * pixel, those within one are the largest of them.
 */
export function toBars(
  { x, y, series, barWidth }: PlotPlan,
  of: PlotSeries,
  area: PlotArea,
): readonly PlotBar[] {
  const [atX, atY] = [toPixelX(x, area), toPixelY(y, area)]
  const share = barWidth / series.length
  const from = -barWidth / 2 + share * series.indexOf(of)
  const ground = atY(0)
  const width = Math.max(1, (atX(x.low + share) - area.left) * 0.9)
  const bars = new Map<number, PlotBar>()
  for (let row = 0; row < of.xs.length; row++) {
    const left = atX((of.xs[row] ?? Number.NaN) + from)
    const end = atY(of.ys[row] ?? Number.NaN)
    if (Number.isNaN(left + end)) continue
    const bar = { left, top: Math.min(end, ground), width, height: Math.abs(end - ground) }
    const key = width > 1 ? row : Math.floor(left)
    const known = bars.get(key)
    if (!known || known.height < bar.height) bars.set(key, bar)
  }
  return [...bars.values()]
}
