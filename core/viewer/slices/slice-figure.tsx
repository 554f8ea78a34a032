import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { findTilt } from '../../contract/domain/result/direction.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import type { Prepared, PreparedVolume } from '../../data/prepared/prepared.ts'
import { toIndex } from '../../data/prepared/volume-grid.ts'
import { describeDepth } from '../data/describe-place.ts'
import { Icon } from '../parts/icon.tsx'
import { moveAlong, moveByKey, moveTo, toFraction, toSamplePlace, withAxis } from './crosshair.ts'
import { drawSlice, type SliceColors } from './slice.ts'
import { SliceMarks } from './slice-marks.tsx'
import { type DrawOverSlice, pickInSlice, type SliceTool } from './slice-pick.ts'
import { extentOf, type SlicePlane, toPosition, toRange } from './slice-plane.ts'
import { SliceRuler } from './slice-ruler.tsx'
import { useSlicePointer } from './use-slice-pointer.ts'
import { panBy, zoomAt } from './zoom.ts'

/** A slice, and the changes of what all slices show. */
export interface SliceFigureProps {
  readonly prepared: PreparedVolume & Prepared
  /** `radiological` or `neurological`; empty where the sides are not known. */
  readonly sideWord: string
  readonly plane: SlicePlane
  /** All three. */
  readonly planes: readonly SlicePlane[]
  readonly isLarge: boolean
  /** True of the one that a telephone shows. */
  readonly isTab: boolean
  readonly colors: SliceColors
  readonly crosshair: Vector3
  readonly zoom: Display['zoom']
  readonly size: Vector3
  readonly value: string
  readonly unit: string
  /** Null while no tool picks places. */
  readonly tool: SliceTool | null
  /** Draws the handles over a slice. */
  readonly handles: DrawOverSlice
  readonly onMove: (toPlace: (now: SliceView) => Vector3) => void
  readonly onZoom: (toZoom: (now: SliceView) => Display['zoom']) => void
  readonly onToggle: () => void
}

/** The place and the zoom of the slices. */
type SliceView = Pick<SliceFigureProps, 'crosshair' | 'zoom'>

const axisNames = ['x', 'y', 'z'] as const
/** Factor of one press of a key. */
const zoomStep = 1.25

/** One slice: its picture with the crosshair, and a slider through the volume. */
export function SliceFigure(props: SliceFigureProps) {
  const { prepared, plane, isLarge, isTab, crosshair, size, unit, onMove, onToggle } = props
  const { name, across } = plane
  const index = toIndex(size, crosshair)
  // The place of the sample that is drawn: the crosshair may stand anywhere in it.
  const place = toSamplePlace(prepared, crosshair)
  const position = describeDepth(prepared, place, plane, unit)
  return (
    <figure class={`slice${isTab ? ' is-tab' : ''}`} data-slice={plane.key}>
      <figcaption>
        <p>
          <b class="slice-name">{name}</b>{' '}
          <span>{[position, describeCut(props)].filter((part) => part !== '').join(' · ')}</span>
        </p>
        <button
          type="button"
          class="slice-size"
          aria-label={`${isLarge ? 'Shrink' : 'Enlarge'} ${name}`}
          onClick={onToggle}
        >
          <Icon name={isLarge ? 'shrink' : 'enlarge'} />
        </button>
      </figcaption>
      <div class="slice-room">
        <SlicePicture {...props} position={position} />
      </div>
      <input
        type="range"
        aria-label={`${axisNames[across]} of the slice ${name}`}
        aria-valuetext={position}
        min={0}
        max={size[across] - 1}
        step={1}
        value={index[across]}
        onInput={({ currentTarget }) => {
          const fraction = toFraction(currentTarget.valueAsNumber, size[across])
          onMove((now) => withAxis(now.crosshair, across, fraction))
        }}
      />
    </figure>
  )
}

function SlicePicture(props: SliceFigureProps & { readonly position: string }) {
  const { plane, isLarge, crosshair, zoom, size, value, position, tool } = props
  const { onMove, onZoom, onToggle } = props
  const { name, columns, rows, across } = plane
  const canvas = useSlice(props)
  const says = `${describeSides(plane)} ${describeKeys(isLarge, tool !== null)}`
  const [right, up] = [toPosition(zoom, columns, crosshair), toPosition(zoom, rows, crosshair)]
  const pointer = useSlicePointer({
    onPoint: (spot) => onMove((now) => moveTo(plane, now.crosshair, { spot, zoom: now.zoom })),
    onZoom: (spot, change) => onZoom((now) => zoomAt(now.zoom, plane, { ...now, spot, change })),
    onPan: (moved) => onZoom((now) => panBy(now.zoom, plane, moved)),
    onScroll: (samples) => onMove((now) => moveAlong(now.crosshair, size, across, samples)),
    onToggle,
    onPick: tool && ((spot) => tool.onPick(pickInSlice(props, spot))),
  })
  const zoomHere = (change: number): void =>
    onZoom((now) => {
      const spot = [toPosition(now.zoom, columns, now.crosshair), toPosition(now.zoom, rows, now.crosshair)]
      return zoomAt(now.zoom, plane, { ...now, spot: [spot[0] ?? 0.5, spot[1] ?? 0.5], change })
    })
  const actions: { readonly [key: string]: () => void } = {
    Enter: tool ? () => tool.onPick(pickInSlice(props, [right, up])) : onToggle,
    '+': () => zoomHere(zoomStep),
    '=': () => zoomHere(zoomStep),
    '-': () => zoomHere(1 / zoomStep),
    '0': () => onZoom(() => null),
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset holds fields, this is a picture with keys
    <div
      class="slice-picture"
      role="group"
      aria-roledescription="slice"
      aria-label={`${name} at ${position}, value ${value}.${says}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved by keys
      tabIndex={0}
      style={toSizes(props)}
      {...pointer}
      onKeyDown={(event) => {
        const isOfHandle = event.target !== event.currentTarget
        if (isOfHandle || event.ctrlKey || event.metaKey || event.altKey) return
        const key = { key: event.key, isFast: event.shiftKey }
        const next = moveByKey(key, plane, crosshair, size)
        if (next) onMove((now) => moveByKey(key, plane, now.crosshair, size) ?? next)
        else if (actions[event.key]) actions[event.key]?.()
        else return
        event.preventDefault()
      }}
    >
      <canvas ref={canvas} />
      {right >= 0 && right <= 1 && <i class="slice-column" style={{ left: `${100 * right}%` }} />}
      {up >= 0 && up <= 1 && <i class="slice-row" style={{ top: `${100 * (1 - up)}%` }} />}
      {tool && tool.marks.length > 0 && <SliceMarks slice={props} tool={tool} />}
      <Letters {...plane} />
      {props.handles(props)}
      <SliceRuler {...props} />
    </div>
  )
}

/**
 * Returns the shape of a slice, and its parts of the widest and of the highest: all that are small have one
 * scale, and a large one fills its place.
 */
function toSizes({ prepared: { bounds }, plane, planes, isLarge }: SliceFigureProps): Record<string, string> {
  const [width, height] = [extentOf(bounds, plane.columns.axis), extentOf(bounds, plane.rows.axis)]
  const shown = isLarge ? [plane] : planes
  const widest = Math.max(...shown.map(({ columns }) => extentOf(bounds, columns.axis)))
  const highest = Math.max(...shown.map(({ rows }) => extentOf(bounds, rows.axis)))
  return {
    '--ratio': String(width / height || 1),
    '--wide': String(width / widest || 1),
    '--tall': String(width / highest || 1),
  }
}

function Letters({ columns, rows }: SlicePlane) {
  if (!columns.letters || !rows.letters) return null
  const [[left, right], [bottom, top]] = [columns.letters, rows.letters]
  return (
    <>
      {Object.entries({ left, right, bottom, top }).map(([side, letter]) => (
        <span key={side} class={`slice-letter is-${side}`} style={{ [side]: 0 }} aria-hidden="true">
          {letter}
        </span>
      ))}
    </>
  )
}

/** Returns the side from which the patient is seen, where a slice has both, and how oblique it is. */
function describeCut({ prepared, plane: { columns }, sideWord }: SliceFigureProps): string {
  const { direction } = prepared.result
  const degrees = direction ? Math.round(findTilt(direction)) : 0
  const side = columns.letters?.includes('R') ? sideWord : ''
  return [side, degrees > 0 ? `oblique by ${degrees}°` : ''].filter((part) => part !== '').join(', ')
}

function describeSides({ columns, rows }: SlicePlane): string {
  if (!columns.letters || !rows.letters) return ''
  return ` ${columns.letters.join(' to ')} from left to right, ${rows.letters.join(' to ')} upwards.`
}

function describeKeys(isLarge: boolean, isPicking: boolean): string {
  const enter = isPicking ? 'picks the place of the crosshair' : `${isLarge ? 'shrinks' : 'enlarges'} it`
  return `Arrow keys move it, plus and minus zoom, Enter ${enter}.`
}

/** Draws as many pixels as there are on the screen, and more only where there are more samples. */
function useSlice({ prepared: { result, labels }, plane, colors, size, crosshair, zoom }: SliceFigureProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [room, setRoom] = useState<readonly [width: number, height: number]>([0, 0])
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      setRoom([Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)])
    })
    if (canvas.current) observer.observe(canvas.current)
    return () => observer.disconnect()
  }, [])
  const index = toIndex(size, crosshair)[plane.across]
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const [width, height] = [plane.columns, plane.rows].map(({ axis }, i) => {
      const [from, to] = toRange(zoom, axis)
      return Math.max(room[i] ?? 0, Math.ceil((to - from) * size[axis]))
    })
    if (width === undefined || height === undefined) return
    Object.assign(context.canvas, { width, height })
    const image = context.createImageData(width, height)
    const samples = labels ? { data: labels.ranks, shape: result.shape } : result
    drawSlice(samples, plane, index, { ...colors, zoom, width, height, pixels: image.data })
    context.putImageData(image, 0, 0)
  }, [result, plane.key, plane.name, index, colors, room, zoom])
  return canvas
}
