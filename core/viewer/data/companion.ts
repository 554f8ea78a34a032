/** A second content in the picture, the user's own, and where it lies. */
import { findWorldEnds } from '../../contract/domain/result/direction.ts'
import type { Affine } from '../../contract/look/affine.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { toVector } from '../../contract/look/vectors.ts'
import { findOrientation, withPlacement } from '../../data/prepared/placement.ts'
import type { Companion, Prepared, PreparedVolume } from '../../data/prepared/prepared.ts'
import { axes } from '../../data/prepared/volume-grid.ts'
import { toOther } from '../../data/prepared/world-place.ts'

/** Returns what is drawn: a content in its placement, with the other where there is one. */
export function composeContent(prepared: Prepared, companion: Companion | null, axes?: string): Prepared {
  return withPlacement(withCompanion(prepared, companion), findOrientation(prepared.result, axes))
}

/** Returns the first content with the other: over it where that is wanted of two volumes, else beside it. */
export function withCompanion(prepared: Prepared, companion: Companion | null): Prepared {
  if (!companion) return prepared
  const { prepared: other, name, isOverlay } = companion
  const fit = isOverlay && prepared.type === 'volume' && other.type === 'volume' && findFit(prepared, other)
  const isTurned = [prepared, other].some(({ result }) => 'direction' in result)
  const note = !fit
    ? isTurned
      ? `${name} stands beside it, not where both lie: the picture of a volume has the axes of its array.`
      : `${name} stands beside it, in the same space.`
    : fit.isPlaced
      ? `${name} lies over it, where the origins and axes of both say.`
      : `${name} is stretched over its box, because one of them does not say where it lies.`
  return { ...prepared, second: { prepared: other, note, overlay: fit ? fit.overlay : null } }
}

const opposites: { readonly [end: string]: string } = { L: 'R', R: 'L', A: 'P', P: 'A', S: 'I', I: 'S' }

/** Returns the way from fractions of the base's box to those of the other's. */
function findFit(base: PreparedVolume, other: PreparedVolume) {
  const [from, to] = [findWorldEnds(base.result), findWorldEnds(other.result)]
  const [unit, otherUnit] = [base.result.unit, other.result.unit]
  const isPlaced =
    [base, other].every(({ result }) => result.origin !== undefined) &&
    (from === undefined) === (to === undefined) &&
    (unit ?? otherUnit) === (otherUnit ?? unit)
  return { overlay: isPlaced ? toOther(base.result, other.result) : stretch(base, other), isPlaced }
}

/** Returns the way between boxes that say nothing of their places, by the letters of their axes. */
function stretch(base: PreparedVolume, other: PreparedVolume): Affine {
  const [{ orientation: from }, { orientation: to }] = [base.result, other.result]
  const isTurned = from !== undefined && to !== undefined
  const rows = axes.map((at) => {
    const end = to?.[at] ?? ''
    const found = isTurned ? axes.find((i) => from[i] === end || from[i] === opposites[end]) : at
    const axis = found ?? at
    return { axis, sign: isTurned && from[axis] !== end ? -1 : 1 }
  })
  const column = (axis: number): Vector3 =>
    toVector((at) => (rows[at]?.axis === axis ? (rows[at]?.sign ?? 1) : 0))
  return {
    columns: [column(0), column(1), column(2)],
    start: toVector((at) => (rows[at]?.sign === -1 ? 1 : 0)),
  }
}
