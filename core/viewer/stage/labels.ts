import { applyAffine, invertAffine } from '../../contract/look/affine.ts'
import { longestSide, middle } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { formatNumber } from '../../contract/look/ticks.ts'
import { add, along, at, scale, toVector } from '../../contract/look/vectors.ts'
import { findSceneBox, placementOf } from '../../data/prepared/placement.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'

/** A content as the guides see it. */
export type Boxed = Pick<Prepared, 'type' | 'bounds' | 'placement' | 'orientation'>

const names = ['x', 'y', 'z']
/** The ends of the axes of an anatomical scene, low and high. */
const anatomicalEnds = [
  ['L', 'R'],
  ['P', 'A'],
  ['I', 'S'],
] as const
/** Distance of labels, and overhang of the axes, in parts of the box's largest extent. */
const gap = 0.05
const axisPart = 0.18
const sidePart = 0.04

/** A text at a place in the specimen's coordinates. */
export interface GuideLabel {
  readonly kind: 'name' | 'length'
  readonly axis: number
  readonly text: string
  readonly place: Vector3
  /** The other end of the line whose name it is. */
  readonly from?: Vector3
}

/** Returns the visible names of the axes or sides, and lengths of the box. An image has none. */
export function listLabels(
  boxed: Boxed,
  display: Pick<Display, 'axes' | 'box' | 'up'>,
): readonly GuideLabel[] {
  const axes = display.axes ? listAxes(boxed, display.up) : []
  const rulers = display.box ? listRulers(boxed, display.up) : []
  const off = gap * longestSide(boxed.bounds)
  return [
    ...axes.map(
      ({ axis, from, to, name, beyond }): GuideLabel => ({
        kind: 'name',
        axis,
        text: name,
        from,
        place: beyond ?? add(to, along(axis, off / 2)),
      }),
    ),
    ...rulers.map(({ axis, from, to, outward }): GuideLabel => {
      const place = add(scale(add(from, to), 0.5), scale(outward, off))
      const length = at(to, axis) - at(from, axis)
      return { kind: 'length', axis, text: formatNumber(length, length / 1000), place }
    }),
  ]
}

/** A line that says where an axis leads, and its name. */
export interface AxisLine {
  readonly axis: number
  readonly name: string
  readonly from: Vector3
  readonly to: Vector3
  /** The place of its name, where that is not right behind its end. */
  readonly beyond?: Vector3
}

/**
 * Returns a line along each axis with an extent, from the front left lower corner of the initial view; of
 * anatomy six short ones, outward from the middles of the sides, with their letters.
 */
export function listAxes(boxed: Boxed, up: Display['up']): readonly AxisLine[] {
  if (boxed.orientation !== undefined && boxed.type !== 'image') return listSides(boxed)
  const { low, high } = boxed.bounds
  const from: Vector3 = up === 'z' ? low : [low[0], low[1], high[2]]
  const longest = axisPart * longestSide(boxed.bounds)
  return listSolidAxes(boxed).map((axis) => {
    const length = Math.min(longest, at(high, axis) - at(low, axis))
    return { axis, name: names[axis] ?? '', from, to: add(from, along(axis, length)) }
  })
}

/** The sides are those of the scene, also where the box stands obliquely in it. */
function listSides(boxed: Boxed): readonly AxisLine[] {
  const box = findSceneBox(boxed)
  const wayBack = invertAffine(placementOf(boxed))
  const length = sidePart * longestSide(box)
  return anatomicalEnds.flatMap((letters, axis) =>
    letters.map((name, end) => {
      const outward = end === 0 ? -1 : 1
      const reach = (at(box.high, axis) - at(box.low, axis)) / 2
      const toPlace = (beyond: number): Vector3 =>
        applyAffine(wayBack, add(middle(box), along(axis, outward * (reach + beyond))))
      return { axis, name, from: toPlace(0), to: toPlace(length), beyond: toPlace(1.8 * length) }
    }),
  )
}

/** An edge of the box on which numbers stand. */
export interface Ruler {
  readonly axis: number
  readonly from: Vector3
  readonly to: Vector3
  readonly outward: Vector3
}

/** Returns the edges with lengths: two below the front in the initial view, and the left vertical one. */
export function listRulers(boxed: Boxed, up: Display['up']): readonly Ruler[] {
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
