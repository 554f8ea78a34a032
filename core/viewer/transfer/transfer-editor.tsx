import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Display } from '../../contract/look/display.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import { toPart } from '../../contract/look/vectors.ts'
import {
  chooseTransfer,
  type Transfer,
  toPosition,
  toSurfaces,
  toValue,
} from '../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../../data/prepared/prepared.ts'
import { useCurve } from './curve-points.tsx'
import { moveEnd, toAxis, type ValueAxis } from './edit-window.ts'
import { followDrag } from './follow-drag.ts'
import { type Bars, listBars } from './histogram.ts'

interface TransferEditorProps {
  readonly prepared: PreparedVolume
  readonly display: Display
  readonly unit: string
  /** False where the curve of opacity cannot be set. */
  readonly hasCurve: boolean
  readonly onDisplay: (display: Display) => void
}

/**
 * The histogram of a volume with its window, whose ends are dragged, and the curve of opacity or the
 * surfaces. The sliders of the panel have the window for keys and screen readers.
 */
export function TransferEditor(props: TransferEditorProps) {
  const { prepared, display, unit, onDisplay } = props
  const transfer = chooseTransfer(prepared, display)
  const plot = useRef<HTMLDivElement>(null)
  /** The axis while an end is dragged, which would else move under the pointer. */
  const [held, setHeld] = useState<ValueAxis | null>(null)
  const { window } = transfer
  const { axis, bars } = useBars(prepared, transfer, held)
  const toPlace = (value: number): number => toPart(toPosition(value, axis))
  const ends = ([0, 1] as const).map((end) => ({ end, value: window[end], place: toPlace(window[end]) }))
  const curve = useCurve({
    curve: transfer.opacity,
    toPlace: (at) => toPlace(toValue(at, transfer)),
    fromPlace: (place) => toPosition(toValue(place, axis), transfer),
    sayValue: (at) => sayValue(toValue(at, transfer), window, unit),
    plot,
    onCurve: (opacity) => onDisplay({ ...display, opacity }),
  })
  const hasCurve = props.hasCurve && display.rendering === 'direct'
  const surfaces = display.rendering === 'isosurface' ? toSurfaces(prepared, display) : []
  return (
    <section class="transfer" aria-label="Histogram">
      <div class="transfer-plot" ref={plot}>
        <BarShapes bars={bars} ends={ends.map(({ place }) => place)}>
          {surfaces.map(({ value }) => (
            <path key={value} d={`M${100 * toPlace(value)} 0V100`} class="is-surface" />
          ))}
        </BarShapes>
        {ends.map(({ end, place }) => (
          <i
            key={end}
            class="transfer-end"
            data-end={end}
            style={{ left: `${100 * place}%` }}
            {...followDrag(plot, {
              onStart: () => setHeld(axis),
              onMove: ([at]) =>
                onDisplay({ ...display, window: moveEnd(transfer, axis, { end, at: toPart(at) }) }),
              onEnd: () => setHeld(null),
            })}
          />
        ))}
        {hasCurve && curve.line}
      </div>
      <p class="transfer-axis" aria-hidden="true">
        {ends.map(({ end, value, place }) => (
          <span key={end} style={toAnchor(end, 100 * place)}>
            {sayValue(value, window, end === 1 ? unit : '')}
          </span>
        ))}
      </p>
      <p class="transfer-scale">{sayHighest(bars)}</p>
      {hasCurve && curve.tools}
    </section>
  )
}

/** Returns the axis around a window, or a held one, and the bars along it. */
function useBars(prepared: PreparedVolume, transfer: Transfer, held: ValueAxis | null) {
  const { window, scale } = transfer
  const axis = useMemo(() => held ?? toAxis(prepared, transfer), [held, prepared, scale, ...window])
  const bars = useMemo(() => listBars(prepared.result, axis), [prepared, axis])
  return { axis, bars }
}

function sayHighest({ most }: Bars): string {
  return `Heights are cube roots of the counts, up to ${most.toLocaleString('en')}.`
}

interface BarShapesProps {
  readonly bars: Bars
  readonly ends: readonly number[]
  readonly children: ComponentChildren
}

/** The bars as one area, the window darker. */
function BarShapes(props: BarShapesProps) {
  const { bars, ends, children } = props
  const shape = useMemo(() => {
    const steps = bars.heights.map(
      (height) => `V${(100 - 96 * height).toFixed(1)}h${100 / bars.heights.length}`,
    )
    return `M0 100${steps.join('')}V100Z`
  }, [bars])
  const [low = 0, high = 1] = ends
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <clipPath id="window">
        <rect x={100 * low} y={0} width={Math.max(0, 100 * (high - low))} height={100} />
      </clipPath>
      <path d={shape} />
      <path d={shape} clip-path="url(#window)" class="is-inside" />
      {children}
    </svg>
  )
}

/** The text of the upper end has a unit, and stays within the plot by ending there. */
function toAnchor(end: 0 | 1, percent: number) {
  return { left: `${percent}%`, transform: `translateX(-${end === 0 ? percent : 100}%)` }
}

function sayValue(value: number, [low, high]: readonly [number, number], unit: string): string {
  const text = formatNumber(value, Math.min(high - low, Math.abs(value)) / 100)
  return unit === '' ? text : `${text} ${unit}`
}
