import type { RefObject, VNode } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import {
  type CurvePoint,
  listPoints,
  mostPoints,
  type OpacityCurve,
} from '../../contract/look/opacity-curve.ts'
import { addPoint, type EditedCurve, movePoint, removePoint } from './edit-curve.ts'
import { followDrag, type PlotPlace, toPlotPlace } from './follow-drag.ts'

const step = 0.01
const leap = 0.1

/** A curve over a plot. */
interface PlottedCurve {
  readonly curve: OpacityCurve
  /** From fractions of the window to those of the plot, and back. */
  readonly toPlace: (at: number) => number
  readonly fromPlace: (place: number) => number
  readonly sayValue: (at: number) => string
  readonly plot: RefObject<HTMLDivElement | null>
  readonly onCurve: (curve: OpacityCurve) => void
}

/** The line of the curve, and its tools. */
export interface CurveParts {
  readonly line: VNode
  readonly tools: VNode
}

/**
 * Returns the points of an opacity curve with the line through them, to stand over a plot, and the tools
 * below it. A click beside the points adds one, a double click or Delete removes it; the tools do the same.
 */
export function useCurve(props: PlottedCurve): CurveParts {
  const { curve, toPlace, plot, onCurve } = props
  const layer = useRef<HTMLDivElement>(null)
  const wanted = useRef<number | null>(null)
  const [chosen, setChosen] = useState(0)
  const points = listPoints(curve)
  const current = Math.min(chosen, points.length - 1)
  useLayoutEffect(() => {
    if (wanted.current !== null) layer.current?.querySelectorAll('span')[wanted.current]?.focus()
    wanted.current = null
  })
  const put = (edited: EditedCurve | null): void => {
    if (!edited) return
    setChosen(edited.index)
    wanted.current = edited.index
    onCurve(edited.curve)
  }
  const onClick = (event: MouseEvent): void => {
    if (plot.current) put(addPoint(curve, toPoint(props, toPlotPlace(plot.current, event))))
  }
  const line = (
    <div class="transfer-curve" ref={layer}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" onClick={onClick}>
        <polyline points={toLine(points, toPlace)} />
      </svg>
      {points.map((_, index) => (
        // A moved point stays the same one.
        <Point key={index} {...props} index={index} onChoose={() => setChosen(index)} onPut={put} />
      ))}
    </div>
  )
  const tools = (
    <div class="transfer-tools">
      <button type="button" disabled={points.length >= mostPoints} onClick={() => put(addPoint(curve))}>
        Add point
      </button>
      <button type="button" disabled={points.length < 2} onClick={() => put(removePoint(curve, current))}>
        Remove point {current + 1}
      </button>
    </div>
  )
  return { line, tools }
}

interface PointProps {
  readonly index: number
  readonly onChoose: () => void
  readonly onPut: (edited: EditedCurve | null) => void
}

function Point(props: PlottedCurve & PointProps) {
  const { curve, index, plot, toPlace, sayValue, onCurve, onChoose, onPut } = props
  const points = listPoints(curve)
  const point = points[index] ?? { at: 0, opacity: 0 }
  const percent = Math.round(100 * point.opacity)
  const onKeyDown = (event: KeyboardEvent): void => {
    const isRemoving = event.key === 'Delete' || event.key === 'Backspace'
    const moved = moveByKey(event, point)
    if (isRemoving) onPut(removePoint(curve, index))
    else if (moved) onCurve(movePoint(curve, index, moved))
    if (isRemoving || moved) event.preventDefault()
  }
  return (
    <span
      role="slider"
      tabIndex={0}
      aria-label={`Opacity point ${index + 1} of ${points.length}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={`Opacity ${percent} % at ${sayValue(point.at)}`}
      style={{ left: `${100 * toPlace(point.at)}%`, bottom: `${100 * point.opacity}%` }}
      onFocus={onChoose}
      onKeyDown={onKeyDown}
      onDblClick={() => onPut(removePoint(curve, index))}
      {...followDrag(plot, { onMove: (place) => onCurve(movePoint(curve, index, toPoint(props, place))) })}
    />
  )
}

function toPoint({ fromPlace }: PlottedCurve, [x, y]: PlotPlace): CurvePoint {
  return { at: fromPlace(x), opacity: Math.min(1, Math.max(0, y)) }
}

/** Level beyond the ends, as the curve is. */
function toLine(points: readonly CurvePoint[], toPlace: (at: number) => number): string {
  const [first, last] = [points[0]?.opacity ?? 0, points.at(-1)?.opacity ?? 0]
  const inside = points.map(({ at, opacity }) => [100 * toPlace(at), 100 * (1 - opacity)])
  return [[0, 100 * (1 - first)], ...inside, [100, 100 * (1 - last)]].map((pair) => pair.join()).join(' ')
}

/** Arrow keys move a point along both axes; Page Up and Down, Home and End change the opacity. */
function moveByKey(
  { key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent,
  { at, opacity }: CurvePoint,
): CurvePoint | null {
  if (ctrlKey || metaKey || altKey) return null
  const size = shiftKey ? leap : step
  const moves: { readonly [key: string]: CurvePoint } = {
    ArrowLeft: { at: at - size, opacity },
    ArrowRight: { at: at + size, opacity },
    ArrowUp: { at, opacity: opacity + size },
    ArrowDown: { at, opacity: opacity - size },
    PageUp: { at, opacity: opacity + leap },
    PageDown: { at, opacity: opacity - leap },
    Home: { at, opacity: 0 },
    End: { at, opacity: 1 },
  }
  return moves[key] ?? null
}
