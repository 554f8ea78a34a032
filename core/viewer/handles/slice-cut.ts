/** The planes and boxes of handles where a slice cuts them. */
import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { add, cross, dot, scale, subtract } from '../../contract/look/vectors.ts'
import { fromSliceSpot, type ShownSlice } from '../slices/slice-pick.ts'
import { toUnit } from './follow-place.ts'
import type { PlaceGrip, PlaceHandle, PlaceLine } from './place-grip.ts'
import { cutBox, type PointPlane } from './plane-outline.ts'
import type { ResultSpace } from './result-space.ts'

/** A slice as it cuts handles. */
export interface SliceCut {
  /** Returns the parts that can be held; those of a box that is cut are in the middle of its cut sides. */
  readonly toGrips: (handle: PlaceHandle) => readonly PlaceGrip[]
  /** Returns the lines; of a plane or box that is cut the cut in place of its outline. */
  readonly toLines: (handle: PlaceHandle) => readonly PlaceLine[]
}

/** Returns the cuts of a slice, in the coordinates of its result. */
export function createSliceCut(slice: ShownSlice, { toResult, size }: ResultSpace): SliceCut {
  const corner = (right: number, up: number): Vector3 =>
    toResult(fromSliceSpot(slice, { spot: [right, up], steps: 0 }))
  const shown = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const
  const [point, right, , up] = shown
  const normal = toUnit(cross(subtract(right, point), subtract(up, point)))
  const cutSolid = ({ solid }: PlaceHandle): readonly Vector3[] => {
    if (solid?.kind === 'plane') return cutOutline(shown, solid)
    return solid?.kind === 'box' ? cutBox({ point, normal }, solid.box, size) : []
  }
  return {
    toGrips(handle) {
      const cut = cutSolid(handle)
      const { solid, grips } = handle
      if (solid?.kind !== 'box' || cut.length === 0) return grips
      return grips.flatMap((grip) => {
        const at = grip.way.kind === 'axis' ? findSide(cut, grip, solid.box, size) : null
        return at ? [{ ...grip, at }] : []
      })
    },
    toLines(handle) {
      const cut = cutSolid(handle)
      const { lines, solid } = handle
      if (!solid || (cut.length === 0 && solid.kind === 'box')) return lines
      const [first] = cut
      const closed = solid.kind === 'box' && first ? [...cut, first] : cut
      return [{ through: closed }, ...lines.filter(({ isOutline }) => isOutline !== true)]
    },
  }
}

/** Returns the two ends of the line in which a plane meets a convex shape; none where it does not. */
function cutOutline(shape: readonly Vector3[], { point, normal }: PointPlane): readonly Vector3[] {
  const height = (place: Vector3): number => dot(normal, subtract(place, point))
  return shape.flatMap((place, i) => {
    const next = shape[(i + 1) % shape.length] ?? place
    const [here, there] = [height(place), height(next)]
    if (here >= 0 === there >= 0) return []
    return [add(place, scale(subtract(next, place), here / (here - there)))]
  })
}

/** Returns the middle of the side of a cut that lies in the face of a grip; null for none. */
function findSide(
  cut: readonly Vector3[],
  { way, at }: PlaceGrip,
  box: Bounds,
  size: number,
): Vector3 | null {
  if (way.kind !== 'axis') return null
  const { axis } = way
  const isThin = box.high[axis] === box.low[axis]
  const [from, to] = cut.filter((place) => Math.abs(place[axis] - at[axis]) <= 1e-6 * size)
  return from && to && !isThin ? scale(add(from, to), 0.5) : null
}
