/** Mouse, pen and touch on the canvas, as moves of the camera. */

/** The target of gestures, in CSS pixels and radians; places are from the middle of the canvas. */
export interface Moves {
  /** Returns true when one finger or the left button turns; else it moves. */
  canTurn(): boolean
  orbit(right: number, up: number): void
  zoom(factor: number, place: readonly [number, number]): void
  pan(right: number, down: number): void
}

type Point = readonly [x: number, y: number]

/** Half a turn for the height of the canvas, whatever its size. */
const turnPerHeight = Math.PI
const zoomPerPixel = 0.0015
const pixelsPerLine = 30

/**
 * Listens on a canvas. The first button or one finger turns. Another button, or shift, control or command
 * with the first, moves. Two fingers move and zoom about the place between them; the wheel zooms about the
 * pointer.
 */
export function listenToGestures(canvas: HTMLCanvasElement, moves: Moves): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const points = new Map<number, Point>()
  canvas.style.touchAction = 'none' // else the browser scrolls the page

  const onDown = (event: PointerEvent) => {
    points.set(event.pointerId, [event.clientX, event.clientY])
    canvas.setPointerCapture(event.pointerId)
  }
  const onUp = (event: PointerEvent) => points.delete(event.pointerId)
  const onMove = (event: PointerEvent) => {
    const before = points.get(event.pointerId)
    if (!before) return
    const now: Point = [event.clientX, event.clientY]
    points.set(event.pointerId, now)
    const other = [...points].find(([id]) => id !== event.pointerId)
    if (other) pinch(canvas, moves, [before, now, other[1]])
    else drag(canvas, moves, [now[0] - before[0], now[1] - before[1]], isPanning(event) || !moves.canTurn())
  }
  const onWheel = (event: WheelEvent) => {
    event.preventDefault()
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : pixelsPerLine
    // A trackpad's pinch arrives as a wheel with control, in much smaller steps.
    const strength = event.ctrlKey ? 8 : 1
    const pixels = Math.max(-300, Math.min(300, event.deltaY * lines * strength))
    moves.zoom(Math.exp(pixels * zoomPerPixel), fromMiddle(canvas, [event.clientX, event.clientY]))
  }
  canvas.addEventListener('pointerdown', onDown, { signal })
  canvas.addEventListener('pointermove', onMove, { signal })
  canvas.addEventListener('pointerup', onUp, { signal })
  canvas.addEventListener('pointercancel', onUp, { signal })
  canvas.addEventListener('wheel', onWheel, { signal, passive: false })
  canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  return () => ended.abort()
}

function isPanning({ buttons, shiftKey, ctrlKey, metaKey }: PointerEvent): boolean {
  return (buttons & 1) === 0 || shiftKey || ctrlKey || metaKey
}

function drag(canvas: HTMLCanvasElement, moves: Moves, [right, down]: Point, isPan: boolean): void {
  if (isPan) moves.pan(right, down)
  else {
    const perPixel = turnPerHeight / Math.max(1, canvas.clientHeight)
    moves.orbit(-right * perPixel, down * perPixel)
  }
}

function pinch(
  canvas: HTMLCanvasElement,
  moves: Moves,
  [before, now, other]: readonly [Point, Point, Point],
) {
  const span = (point: Point) => Math.max(1, Math.hypot(point[0] - other[0], point[1] - other[1]))
  const between: Point = [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]
  moves.pan((now[0] - before[0]) / 2, (now[1] - before[1]) / 2)
  moves.zoom(span(before) / span(now), fromMiddle(canvas, between))
}

function fromMiddle(canvas: HTMLCanvasElement, [x, y]: Point): Point {
  const { left, top, width, height } = canvas.getBoundingClientRect()
  return [x - left - width / 2, y - top - height / 2]
}
