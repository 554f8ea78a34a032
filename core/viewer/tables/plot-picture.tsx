import type { RefObject } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { TableResult } from '../../contract/domain/result/result.ts'
import { type PlotAxis, type PlotPlan, type PlotSeries, planPlot } from '../../contract/look/plot.ts'
import {
  type PlotArea,
  type PlotSpot,
  toBars,
  toDots,
  toLineRuns,
  toPixelX,
  toPixelY,
} from '../../contract/look/plot-shapes.ts'
import { seriesColors } from '../../contract/look/series-colors.ts'
import { toShownText } from '../../contract/text/visible-text.ts'

/** The size of a drawing at first, in CSS pixels, and what the axes need around their area. */
const firstSize: PlotSize = { width: 640, height: 300 }
const around = { left: 64, top: 12, right: 16, bottom: 48 }

/** CSS pixels of a drawing. */
interface PlotSize {
  readonly width: number
  readonly height: number
}

function toArea({ width, height }: PlotSize): PlotArea {
  const { left, top, right, bottom } = around
  return {
    left,
    top,
    width: Math.max(40, width - left - right),
    height: Math.max(30, height - top - bottom),
  }
}

interface PlotProps {
  readonly table: TableResult
  readonly label: string
  /** The marked row; null for none. */
  readonly row: number | null
}

/** The plot of a table as SVG; nothing for a table that asks for none. */
export function PlotPicture({ table, label, row }: PlotProps) {
  const plan = useMemo(() => planPlot(table), [table])
  const frame = useRef<HTMLElement>(null)
  const size = useSize(frame, plan !== null)
  const area = useMemo(() => toArea(size), [size])
  const shapes = useMemo(() => plan?.series.map((_, i) => drawSeries({ plan, area }, i)), [plan, area])
  if (!plan) return null
  const drawn = plan.series.map(({ name }) => name).join(', ')
  const says = `Plot of ${label}: ${drawn} over ${plan.x.title}`
  return (
    <figure class="plot" ref={frame}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={toShownText(says)}>
        <Axes plan={plan} area={area} />
        {shapes}
        {row !== null && table.plot !== 'histogram' && <Mark plan={plan} area={area} row={row} />}
      </svg>
      {plan.series.length > 1 && <Names series={plan.series} />}
    </figure>
  )
}

/** A plot, and the area between its axes. */
interface DrawnPlot {
  readonly plan: PlotPlan
  readonly area: PlotArea
}

/** Returns the size of the drawing in its frame, which changes with the page. */
function useSize(frame: RefObject<HTMLElement | null>, isThere: boolean): PlotSize {
  const [size, setSize] = useState(firstSize)
  useLayoutEffect(() => {
    const drawing = frame.current?.querySelector('svg')
    if (!drawing) return
    const measure = (): void => {
      const { width, height } = drawing.getBoundingClientRect()
      if (width > 0 && height > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(drawing)
    return () => observer.disconnect()
  }, [isThere])
  return size
}

/** The names of several series, with their colours. */
function Names({ series }: { readonly series: readonly PlotSeries[] }) {
  return (
    <figcaption>
      {series.map(({ name }, i) => (
        <span key={name}>
          <i style={{ background: seriesColors[i % seriesColors.length] }} /> <bdi>{toShownText(name)}</bdi>
        </span>
      ))}
    </figcaption>
  )
}

function Axes({ plan: { x, y }, area }: DrawnPlot) {
  const { left, top, width: wide, height: high } = area
  const [atX, atY] = [toPixelX(x, area), toPixelY(y, area)]
  return (
    <g class="plot-axes">
      {y.ticks.map(({ at, text }) => (
        <g key={at}>
          <path class="plot-grid" d={`M${left} ${atY(at).toFixed(1)}h${wide}`} />
          <text x={left - 8} y={atY(at) + 4} text-anchor="end">
            {text}
          </text>
        </g>
      ))}
      {x.ticks.map(({ at, text }) => (
        <text key={at} x={atX(at)} y={top + high + 18} text-anchor="middle">
          {toShownText(cut(text, x, wide))}
        </text>
      ))}
      <path d={`M${left} ${top}v${high}h${wide}`} />
      <text class="plot-title" x={left + wide / 2} y={top + high + 40} text-anchor="middle">
        {toShownText(x.title)}
      </text>
      <text class="plot-title" transform={`translate(13 ${top + high / 2}) rotate(-90)`} text-anchor="middle">
        {toShownText(y.title)}
      </text>
    </g>
  )
}

/** Texts along the axis are as long as there is room, about seven pixels a letter. */
function cut(text: string, { ticks }: PlotAxis, width: number): string {
  const most = Math.max(3, Math.floor(width / Math.max(1, ticks.length) / 7))
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

function drawSeries({ plan, area }: DrawnPlot, i: number) {
  const series = plan.series[i]
  if (!series) return null
  const color = seriesColors[i % seriesColors.length] ?? ''
  if (plan.kind === 'bars') {
    const d = toBars(plan, series, area)
      .map((bar) => `M${at(bar.left)} ${at(bar.top)}h${at(bar.width)}v${at(bar.height)}h${at(-bar.width)}z`)
      .join('')
    return <path key={series.name} d={d} fill={color} />
  }
  if (plan.kind === 'points') {
    const d = toDots(plan, series, area)
      .map(([x, y]) => `M${at(x)} ${at(y)}h0`)
      .join('')
    return <path key={series.name} class="plot-dots" d={d} stroke={color} />
  }
  const d = toLineRuns(plan, series, area).map(toPath).join('')
  return <path key={series.name} class="plot-line" d={d} stroke={color} />
}

function toPath(run: readonly PlotSpot[]): string {
  const [first, ...others] = run
  if (!first) return ''
  const rest = others.length > 0 ? others.map(([x, y]) => `L${at(x)} ${at(y)}`).join('') : 'h0'
  return `M${at(first[0])} ${at(first[1])}${rest}`
}

function at(pixel: number): string {
  return pixel.toFixed(1)
}

/** A circle around the value of a row in each series. */
function Mark({ plan, area, row }: DrawnPlot & { readonly row: number }) {
  const [atX, atY] = [toPixelX(plan.x, area), toPixelY(plan.y, area)]
  return (
    <>
      {plan.series.map(({ name, xs, ys }) => {
        const [x, y] = [atX(xs[row] ?? Number.NaN), atY(ys[row] ?? Number.NaN)]
        return Number.isNaN(x + y) ? null : <circle key={name} class="plot-mark" cx={x} cy={y} r={6} />
      })}
    </>
  )
}
