/** A second content in the picture, the user's own, and where it lies. */
import type { Companion, Prepared, PreparedVolume } from './prepared.ts'
import { axes } from './volume-grid.ts'

/** Returns the first content with the other: over it where that is wanted of two volumes, else beside it. */
export function withCompanion(prepared: Prepared, companion: Companion | null): Prepared {
  if (!companion) return prepared
  const { prepared: other, name, isOverlay } = companion
  const fit = isOverlay && prepared.type === 'volume' && other.type === 'volume' && findFit(prepared, other)
  const note = !fit
    ? `${name} stands beside it, in the same space.`
    : fit.isPlaced
      ? `${name} lies over it, where the origins and axes of both say.`
      : `${name} is stretched over its box, because one of them does not say where it lies.`
  return { ...prepared, second: { prepared: other, note, overlay: fit ? fit.overlay : null } }
}

const opposites: { readonly [end: string]: string } = { L: 'R', R: 'L', A: 'P', P: 'A', S: 'I', I: 'S' }

/** Returns the way from fractions of the base's box to those of the other's. */
function findFit(base: PreparedVolume, other: PreparedVolume) {
  const [{ orientation: from, unit }, { orientation: to, unit: otherUnit }] = [base.result, other.result]
  const isTurned = from !== undefined && to !== undefined
  const isPlaced =
    [base, other].every(({ result }) => result.origin !== undefined) &&
    (from === undefined) === (to === undefined) &&
    (unit ?? otherUnit) === (otherUnit ?? unit)
  const overlay = axes.map((at) => {
    const end = to?.[at] ?? ''
    const found = isTurned ? axes.find((i) => from[i] === end || from[i] === opposites[end]) : at
    const axis = found ?? at
    const sign = isTurned && from[axis] !== end ? -1 : 1
    if (!isPlaced) return { axis, factor: sign, offset: sign < 0 ? 1 : 0 }
    const length = other.bounds.high[at] - other.bounds.low[at] || 1
    const [low, high] = [base.bounds.low[axis], base.bounds.high[axis]]
    return {
      axis,
      factor: (sign * (high - low)) / length,
      offset: (sign * low - other.bounds.low[at]) / length,
    }
  })
  return { overlay, isPlaced }
}
