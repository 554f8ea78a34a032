import { Group, type Object3D } from 'three'
import type { LineSegments2 } from 'three/addons/lines/LineSegments2.js'
import { listTicks } from '../color/ticks.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { cornerOf, longestSide } from './box.ts'
import { listAxes, listRulers } from './labels.ts'
import { drawLines, freeLines, type Segment } from './lines.ts'
import { add, at, scale, toVector } from './vectors.ts'

/** Axes and bounding box around the specimen. */
export interface Guides {
  readonly object: Object3D
  /** Draws those of a specimen that are chosen; none for none. */
  show(boxed: Pick<Prepared, 'type' | 'bounds'> | null, display: Pick<Display, 'axes' | 'box' | 'up'>): void
  dispose(): void
}

/** Of x, y and z, for light and dark grounds. */
const axisColors = [0xe5484d, 0x2f9e62, 0x3b82f6]
/** In the middle between light and dark grounds. */
const boxColor = 0x8b93a1
/** In parts of the box's largest extent. */
const tickLength = 0.014

/** Returns guides, which show nothing yet. */
export function createGuides(): Guides {
  const object = new Group()
  let lines: LineSegments2[] = []
  let drawn = ''
  const free = () => {
    for (const line of lines) freeLines(line)
    object.clear()
    lines = []
  }
  return {
    object,
    show(boxed, { axes, box, up }) {
      const key = JSON.stringify([boxed?.type, boxed?.bounds, axes, box, up])
      if (key === drawn) return
      drawn = key
      free()
      if (!boxed || boxed.type === 'image') return
      if (box) lines.push(drawLines(listBoxLines(boxed, up), { color: boxColor, width: 1, isHidden: true }))
      if (axes)
        for (const { axis, from, to } of listAxes(boxed))
          lines.push(
            drawLines([[from, to]], { color: axisColors[axis] ?? boxColor, width: 2, isHidden: true }),
          )
      // Axes over the box's edges that they lie in.
      lines.forEach((line, i) => {
        line.renderOrder = i + 1
      })
      if (lines.length > 0) object.add(...lines)
    },
    dispose: free,
  }
}

function listBoxLines(boxed: Pick<Prepared, 'type' | 'bounds'>, up: Display['up']): Segment[] {
  const length = tickLength * longestSide(boxed.bounds)
  const ticks = listRulers(boxed, up).flatMap(({ axis, from, to, outward }) => {
    const places = listTicks(at(from, axis), at(to, axis), 5)
    return places.map((value): Segment => {
      const place = toVector((other) => (other === axis ? value : at(from, other)))
      return [place, add(place, scale(outward, length))]
    })
  })
  return [...listEdges(boxed.bounds), ...ticks]
}

/** Returns the twelve edges of a box. */
function listEdges(bounds: Bounds): Segment[] {
  const edges: Segment[] = []
  for (let sides = 0; sides < 8; sides++)
    for (let axis = 0; axis < 3; axis++)
      if (!(sides & (1 << axis)) && at(bounds.high, axis) > at(bounds.low, axis))
        edges.push([cornerOf(bounds, sides), cornerOf(bounds, sides | (1 << axis))])
  return edges
}
