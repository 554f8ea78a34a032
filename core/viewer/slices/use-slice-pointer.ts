import { useRef } from 'preact/hooks'
import type { SlicePoint } from './zoom.ts'

/** The gestures in a slice. Spots are from 0 at the left and below to 1. */
export interface SliceGestures {
  /** One finger, or the left button. */
  readonly onPoint: (spot: SlicePoint) => void
  /** Two fingers, the wheel with Control, a pinch on a trackpad: larger above 1. */
  readonly onZoom: (spot: SlicePoint, change: number) => void
  /** Two fingers, another button, a key held: by parts of the picture. */
  readonly onPan: (moved: SlicePoint) => void
  /** The wheel: by samples. */
  readonly onScroll: (samples: number) => void
  /** A tap of a finger, or a double click. */
  readonly onToggle: () => void
  /** Takes the place of a click and of a tap while a tool is on; a drag still points. */
  readonly onPick: ((spot: SlicePoint) => void) | null
}

/** Wheel distance for one sample, in pixels of the wheel; a notch is about 100. */
const wheelPixels = 40
const zoomPerPixel = 0.01
const tapPixels = 5

type Pointer = PointerEvent & { readonly currentTarget: HTMLElement }
type Point = readonly [x: number, y: number]

/** Handlers of pointers and the wheel over a slice. */
export interface SlicePointer {
  onPointerDown(event: Pointer): void
  onPointerMove(event: Pointer): void
  onPointerUp(event: Pointer): void
  onPointerCancel(event: Pointer): void
  onDblClick(): void
  onContextMenu(event: MouseEvent): void
  onWheel(event: WheelEvent & { readonly currentTarget: HTMLElement }): void
}

/** Returns the listeners of a slice's picture. */
export function useSlicePointer(gestures: SliceGestures): SlicePointer {
  const { onPoint, onZoom, onPan, onScroll, onToggle, onPick } = gestures
  const points = useRef(new Map<number, Point>())
  /** The place of a finger that may yet be a tap, or of a button that may be a pick. */
  const tap = useRef<Point | null>(null)
  const isTouch = useRef(false)
  const turned = useRef(0)
  return {
    onPointerDown(event: Pointer) {
      const { currentTarget, pointerId, pointerType, clientX, clientY } = event
      points.current.set(pointerId, [clientX, clientY])
      currentTarget.setPointerCapture(pointerId)
      isTouch.current = pointerType === 'touch'
      const isPointing = !isTouch.current && !isPanning(event)
      const canTap = isTouch.current || (isPointing && onPick !== null)
      tap.current = canTap && points.current.size === 1 ? [clientX, clientY] : null
      if (isPointing && !onPick) onPoint(toSpot(currentTarget, [clientX, clientY]))
    },
    onPointerMove(event: Pointer) {
      const before = points.current.get(event.pointerId)
      if (!before) return
      const now: Point = [event.clientX, event.clientY]
      if (tap.current && distance(tap.current, now) < tapPixels) return
      tap.current = null
      points.current.set(event.pointerId, now)
      const picture = event.currentTarget
      const other = [...points.current].find(([id]) => id !== event.pointerId)?.[1]
      if (other) {
        onPan(toParts(picture, [(now[0] - before[0]) / 2, (now[1] - before[1]) / 2]))
        const spot = toSpot(picture, [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2])
        onZoom(spot, Math.max(1, distance(now, other)) / Math.max(1, distance(before, other)))
      } else if (isPanning(event)) onPan(toParts(picture, [now[0] - before[0], now[1] - before[1]]))
      else onPoint(toSpot(picture, now))
    },
    onPointerUp(event: Pointer) {
      points.current.delete(event.pointerId)
      const tapped = takeTap(tap)
      if (tapped && onPick) onPick(toSpot(event.currentTarget, tapped))
      else if (tapped) onToggle()
    },
    onPointerCancel: ({ pointerId }: Pointer) => {
      if (points.current.delete(pointerId)) takeTap(tap)
    },
    onDblClick: () => {
      if (!isTouch.current && !onPick) onToggle() // a finger has tapped twice
    },
    onContextMenu: (event: MouseEvent) => event.preventDefault(),
    onWheel(event: WheelEvent & { readonly currentTarget: HTMLElement }) {
      event.preventDefault()
      const { currentTarget, clientX, clientY, deltaY, deltaMode, ctrlKey } = event
      const pixels = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? deltaY : deltaY * wheelPixels
      if (ctrlKey) onZoom(toSpot(currentTarget, [clientX, clientY]), Math.exp(-pixels * zoomPerPixel))
      turned.current = ctrlKey ? 0 : turned.current + pixels
      const samples = Math.trunc(turned.current / wheelPixels)
      if (samples === 0) return
      turned.current -= samples * wheelPixels
      onScroll(-samples)
    },
  }
}

/** Returns the place of a tap, which is then over. */
function takeTap(tap: { current: Point | null }): Point | null {
  const place = tap.current
  tap.current = null
  return place
}

function isPanning({ buttons, shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return (buttons & 1) === 0 || shiftKey || ctrlKey || metaKey
}

function toSpot(picture: HTMLElement, [x, y]: Point): SlicePoint {
  const { left, top, width, height } = picture.getBoundingClientRect()
  return [(x - left) / width, 1 - (y - top) / height]
}

function toParts(picture: HTMLElement, [right, down]: Point): SlicePoint {
  return [right / picture.clientWidth, -down / picture.clientHeight]
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1])
}
