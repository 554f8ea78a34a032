import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import type { Display } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import { toPart } from '../../look/vectors.ts'
import { chooseTransfer, toPosition, toSurfaces, toValue } from '../../look/volume-transfer.ts'
import type { PreparedVolume } from '../data/prepared.ts'
import { useCurve } from './curve-points.tsx'
import { moveEnd, toAxis, type ValueAxis } from './edit-window.ts'
import { followDrag } from './follow-drag.ts'
import { listBars } from './histogram.ts'

/**
 * The histogram of a volume with its window, whose ends are dragged, and the curve of opacity or the
 * surfaces. The sliders of the panel have the window for keys and screen readers.
 */
export function TransferEditor(props: {
  readonly prepared: PreparedVolume
  readonly display: Display
  readonly unit: string
  readonly onDisplay: (display: Display) => void
}) {
  const { prepared, display, unit, onDisplay } = props
  const transfer = chooseTransfer(prepared, display)
  const plot = useRef<HTMLDivElement>(null)
  /** The axis while an end is dragged, which would else move under the pointer. */
  const [held, setHeld] = useState<ValueAxis | null>(null)
  const { window, scale } = transfer
  const axis = useMemo(() => held ?? toAxis(prepared, transfer), [held, prepared, scale, ...window])
  const toPlace = (value: number): number => toPart(toPosition(value, axis))
  const ends = ([0, 1] as const).map((end) => ({ end, value: window[end], place: toPlace(window[end]) }))
  const isDirect = display.rendering === 'direct'
  const curve = useCurve({
    curve: transfer.opacity,
    toPlace: (at) => toPlace(toValue(at, transfer)),
    fromPlace: (place) => toPosition(toValue(place, axis), transfer),
    sayValue: (at) => sayValue(toValue(at, transfer), window, unit),
    plot,
    onCurve: (opacity) => onDisplay({ ...display, opacity }),
  })
  const surfaces = display.rendering === 'isosurface' ? toSurfaces(prepared, display) : []
  return (
    <section class="transfer" aria-label="Histogram">
      <div class="transfer-plot" ref={plot}>
        <Bars prepared={prepared} axis={axis} ends={ends.map(({ place }) => place)}>
          {surfaces.map(({ value }) => (
            <path key={value} d={`M${100 * toPlace(value)} 0V100`} class="is-surface" />
          ))}
        </Bars>
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
        {isDirect && curve.line}
      </div>
      <p class="transfer-axis" aria-hidden="true">
        {ends.map(({ end, value, place }) => (
          <span key={end} style={toAnchor(end, 100 * place)}>
            {sayValue(value, window, end === 1 ? unit : '')}
          </span>
        ))}
      </p>
      {isDirect && curve.tools}
    </section>
  )
}

/** The bars as one area, the window darker. */
function Bars(props: {
  readonly prepared: PreparedVolume
  readonly axis: ValueAxis
  readonly ends: readonly number[]
  readonly children: ComponentChildren
}) {
  const { prepared, axis, ends, children } = props
  const shape = useMemo(() => {
    const bars = listBars(prepared, axis)
    const steps = bars.map((height) => `V${(100 - 96 * height).toFixed(1)}h${100 / bars.length}`)
    return `M0 100${steps.join('')}V100Z`
  }, [prepared, axis])
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
