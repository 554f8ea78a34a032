import { useLayoutEffect, useRef } from 'preact/hooks'
import { findSpot, type ShownSlice, type SliceTool } from './slice-pick.ts'
import type { SlicePoint } from './zoom.ts'

/** As the marks of the picture are. */
const [color, rim] = ['#f59e0b', '#fff']
/** CSS pixels. */
const [lineWidth, radius, rimWidth] = [2, 4, 1.5]

/** Marks of a tool in one slice: those within half a step of it, with the lines between two of them. */
export function SliceMarks({ slice, tool }: { readonly slice: ShownSlice; readonly tool: SliceTool }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const spots = tool.marks.map((place) => findSpot(slice, place))
  const isWhole = spots.every((spot) => spot !== null)
  const label = tool.measured && isWhole ? findSpot(slice, tool.measured.place) : null
  useLayoutEffect(() => {
    if (!canvas.current) return undefined
    const draw = (): void => drawMarks(canvas.current, spots)
    const observer = new ResizeObserver(draw)
    observer.observe(canvas.current)
    draw()
    return () => observer.disconnect()
  }, [JSON.stringify(spots)])
  return (
    <>
      <canvas class="slice-marks" ref={canvas} data-count={spots.filter((spot) => spot !== null).length} />
      {label && (
        <span
          class="slice-measured"
          style={{ left: `${100 * label[0]}%`, top: `${100 * (1 - label[1])}%` }}
          aria-hidden="true"
        >
          {tool.measured?.text}
        </span>
      )}
    </>
  )
}

function drawMarks(canvas: HTMLCanvasElement | null, spots: readonly (SlicePoint | null)[]): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  const { clientWidth, clientHeight } = canvas
  const scale = devicePixelRatio
  Object.assign(canvas, { width: clientWidth * scale, height: clientHeight * scale })
  context.scale(scale, scale)
  const places = spots.map((spot) => spot && ([spot[0] * clientWidth, (1 - spot[1]) * clientHeight] as const))
  context.strokeStyle = color
  context.lineWidth = lineWidth
  context.beginPath()
  places.slice(1).forEach((place, i) => {
    const before = places[i]
    if (!before || !place) return
    context.moveTo(...before)
    context.lineTo(...place)
  })
  context.stroke()
  for (const place of places) {
    if (!place) continue
    context.beginPath()
    context.arc(...place, radius, 0, 2 * Math.PI)
    context.fillStyle = color
    context.fill()
    context.strokeStyle = rim
    context.lineWidth = rimWidth
    context.stroke()
  }
}
