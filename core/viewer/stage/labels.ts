import { longestSide } from '../../look/box.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import { formatNumber } from '../../look/ticks.ts'
import { add, along, at, scale, toVector } from '../../look/vectors.ts'
import type { Prepared } from '../data/prepared.ts'

/** A content as the guides see it. */
export type Boxed = Pick<Prepared, 'type' | 'bounds'>

const names = ['x', 'y', 'z']
/** Distance of labels, and overhang of the axes, in parts of the box's largest extent. */
const gap = 0.05
const axisPart = 0.18

/** Returns the visible names of the axes and lengths of the box. An image has none. */
export function listLabels(boxed: Boxed, display: Pick<Display, 'axes' | 'box' | 'up'>) {
  const axes = display.axes ? listAxes(boxed, display.up) : []
  const rulers = display.box ? listRulers(boxed, display.up) : []
  const off = gap * longestSide(boxed.bounds)
  return [
    ...axes.map(({ axis, to }) => {
      return { kind: 'name', axis, text: names[axis] ?? '', place: add(to, along(axis, off / 2)) }
    }),
    ...rulers.map(({ axis, from, to, outward }) => {
      const place = add(scale(add(from, to), 0.5), scale(outward, off))
      const length = at(to, axis) - at(from, axis)
      return { kind: 'length', axis, text: formatNumber(length, length / 1000), place }
    }),
  ]
}

/** Returns a line along each axis with an extent, from the front left lower corner of the initial view. */
export function listAxes(boxed: Boxed, up: Display['up']) {
  const { low, high } = boxed.bounds
  const from: Vector3 = up === 'z' ? low : [low[0], low[1], high[2]]
  const longest = axisPart * longestSide(boxed.bounds)
  return listSolidAxes(boxed).map((axis) => {
    const length = Math.min(longest, at(high, axis) - at(low, axis))
    return { axis, from, to: add(from, along(axis, length)) }
  })
}

/** Returns the edges with lengths: two below the front in the initial view, and the left vertical one. */
export function listRulers(boxed: Boxed, up: Display['up']) {
  const { low, high } = boxed.bounds
  const [upright, depth] = up === 'z' ? [2, 1] : [1, 2]
  const [front, frontward] = up === 'z' ? [low, -1] : [high, 1]
  return listSolidAxes(boxed).map((axis) => {
    const corner = toVector((other) => {
      if (other === depth) return at(front, other)
      return at(other === 0 && axis === depth ? high : low, other)
    })
    const end = (side: Vector3) => toVector((other) => at(other === axis ? side : corner, other))
    const side = axis === 0 ? along(depth, frontward) : along(0, axis === depth ? 1 : -1)
    const outward = axis === upright ? side : scale(add(side, along(upright, -1)), Math.SQRT1_2)
    return { axis, from: end(low), to: end(high), outward }
  })
}

function listSolidAxes({ type, bounds: { low, high } }: Boxed): number[] {
  return type === 'image' ? [] : [0, 1, 2].filter((axis) => at(high, axis) > at(low, axis))
}
