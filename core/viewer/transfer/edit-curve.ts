/** Changes of an opacity curve, one point at a time. */
import {
  type CurvePoint,
  listPoints,
  mostPoints,
  type OpacityCurve,
  opacityAt,
} from '../../contract/look/opacity-curve.ts'
import { toPart } from '../../contract/look/vectors.ts'

/** A changed curve, and the point that is to be focused then. */
export interface EditedCurve {
  readonly curve: OpacityCurve
  readonly index: number
}

/** Returns a curve with a point elsewhere; it stops at its neighbours. */
export function movePoint(curve: OpacityCurve, index: number, { at, opacity }: CurvePoint): OpacityCurve {
  const points = listPoints(curve)
  const [least, most] = [points[index - 1]?.at ?? 0, points[index + 1]?.at ?? 1]
  const moved = { at: round(Math.min(most, Math.max(least, at))), opacity: round(toPart(opacity)) }
  return toCurve(points.with(index, moved))
}

/** Returns a curve with one more point, by default in the middle of the widest gap; null when it is full. */
export function addPoint(curve: OpacityCurve, given?: CurvePoint): EditedCurve | null {
  const points = listPoints(curve)
  if (points.length >= mostPoints) return null
  const middle = findWidestGap(points)
  const { at, opacity } = given ?? { at: middle, opacity: opacityAt(curve, middle) }
  const after = points.findIndex((point) => point.at > at)
  const index = after < 0 ? points.length : after
  return {
    curve: toCurve(points.toSpliced(index, 0, { at: round(toPart(at)), opacity: round(opacity) })),
    index,
  }
}

/** Returns a curve without a point; null for the last one. */
export function removePoint(curve: OpacityCurve, index: number): EditedCurve | null {
  const points = listPoints(curve)
  if (points.length < 2) return null
  return { curve: toCurve(points.toSpliced(index, 1)), index: Math.min(index, points.length - 2) }
}

function findWidestGap(points: readonly CurvePoint[]): number {
  const places = [0, ...points.map(({ at }) => at), 1]
  const gaps = places.slice(1).map((place, i) => ({ from: places[i] ?? 0, width: place - (places[i] ?? 0) }))
  const widest = gaps.reduce((best, gap) => (gap.width > best.width ? gap : best), { from: 0, width: 0 })
  return widest.from + widest.width / 2
}

function toCurve(points: readonly CurvePoint[]): OpacityCurve {
  return points.flatMap(({ at, opacity }) => [at, opacity])
}

/** As a link has it. */
function round(part: number): number {
  return Number(part.toFixed(3))
}
