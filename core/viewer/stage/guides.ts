import { Group } from 'three'
import { cornerOf, longestSide } from '../../look/box.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import { listTicks } from '../../look/ticks.ts'
import { add, at, scale, toVector } from '../../look/vectors.ts'
import type { Bounds } from '../data/prepared.ts'
import { type Boxed, listAxes, listRulers } from './labels.ts'
import { createLines, type Segment } from './lines.ts'

/** Colours of x, y and z, for light and dark grounds. */
const axisColors = [0xe5484d, 0x2f9e62, 0x3b82f6]
const boxColor = 0x8b93a1
/** Length in parts of the box's largest extent. */
const tickLength = 0.014
/** After volumes, and before measurements. */
const crossOrder = 900

/** Returns the guides, empty at first: axes, the box with ticks, and the crosshair, seen through all. */
export function createGuides() {
  const rays = axisColors.map((color) => createLines(color, 2, true))
  const edges = createLines(boxColor, 1, true)
  const cross = axisColors.map((color) => createLines(color, 1, false))
  const object = new Group()
  for (const lines of [...rays, edges, ...cross]) object.add(lines.object)
  for (const lines of cross) lines.object.renderOrder = crossOrder
  let drawn = ''
  return {
    object,
    show(boxed: Boxed | null, { axes, box, up, slices }: Display): void {
      const key = JSON.stringify([boxed?.type, boxed?.bounds, axes, box, up, slices])
      if (key === drawn) return
      drawn = key
      const isSolid = boxed !== null && boxed.type !== 'image'
      const shown = isSolid && axes ? listAxes(boxed, up) : []
      rays.forEach((ray, axis) => {
        ray.show(shown.filter((other) => other.axis === axis).map(({ from, to }) => [from, to]))
      })
      edges.show(isSolid && box ? [...listEdges(boxed.bounds), ...listTickLines(boxed, up)] : [])
      const hasCross = boxed?.type === 'volume' && slices
      cross.forEach((line, axis) => {
        line.show(hasCross ? [toCrossLine(boxed.bounds, slices, axis)] : [])
      })
    },
    dispose() {
      for (const lines of [...rays, edges, ...cross]) lines.dispose()
    },
  }
}

/** Returns the line along an axis through a place, given as fractions of the box, from side to side. */
function toCrossLine({ low, high }: Bounds, place: Vector3, axis: number): Segment {
  const toEnd = (end: Vector3) =>
    toVector((other) =>
      other === axis ? end[other] : low[other] + place[other] * (high[other] - low[other]),
    )
  return [toEnd(low), toEnd(high)]
}

function listEdges(bounds: Bounds): Segment[] {
  const edges: Segment[] = []
  for (let sides = 0; sides < 8; sides++)
    for (let axis = 0; axis < 3; axis++)
      if (!(sides & (1 << axis)) && at(bounds.high, axis) > at(bounds.low, axis))
        edges.push([cornerOf(bounds, sides), cornerOf(bounds, sides | (1 << axis))])
  return edges
}

function listTickLines(boxed: Boxed, up: Display['up']): Segment[] {
  const length = tickLength * longestSide(boxed.bounds)
  return listRulers(boxed, up).flatMap(({ axis, from, to, outward }) =>
    listTicks(at(from, axis), at(to, axis), 5).map((value): Segment => {
      const place = toVector((other) => (other === axis ? value : at(from, other)))
      return [place, add(place, scale(outward, length))]
    }),
  )
}
