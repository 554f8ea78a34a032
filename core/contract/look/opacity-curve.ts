/**
 * The opacity of a volume along its window, as a list of points: fraction of the window and opacity in turn,
 * by growing fraction, `0,0,1,1` for a ramp. Straight between two points and level beyond the ends.
 */
export type OpacityCurve = readonly number[]

/** Most points of a curve. */
export const mostPoints = 20

/** The shapes to choose from; the middle of the window may matter, as in a band. */
export const curveShapes = {
  ramp: [0, 0, 1, 1],
  band: [0.25, 0, 0.4, 0.7, 0.6, 0.7, 0.75, 0],
  peaks: [0.15, 0, 0.25, 0.4, 0.35, 0, 0.45, 0, 0.55, 0.6, 0.65, 0, 0.75, 0, 0.85, 0.9, 0.95, 0],
} as const satisfies { readonly [name: string]: OpacityCurve }

/** Returns a shape along the window; on both sides of a centre, a fraction of the window, if there is one. */
export function toCurve(shape: keyof typeof curveShapes, middle: number | null): OpacityCurve {
  const curve = curveShapes[shape]
  if (middle === null) return curve
  const points = listPoints(curve)
  const toPair = (place: number, opacity: number): [number, number] => [Number(place.toFixed(4)), opacity]
  const low = points.toReversed().map(({ at, opacity }) => toPair(middle * (1 - at), opacity))
  const high = points.map(({ at, opacity }) => toPair(middle + (1 - middle) * at, opacity))
  const isJoined = points[0]?.at === 0
  return [...low, ...high.slice(isJoined ? 1 : 0)].flat()
}

/** A point of a curve: a fraction of the window, and the opacity there. */
export interface CurvePoint {
  readonly at: number
  readonly opacity: number
}

/** Returns the points of a curve in their order. */
export function listPoints(curve: OpacityCurve): CurvePoint[] {
  const count = Math.floor(curve.length / 2)
  return Array.from({ length: count }, (_, i) => ({ at: curve[2 * i] ?? 0, opacity: curve[2 * i + 1] ?? 0 }))
}

/** Returns the opacity at a fraction of the window. */
export function opacityAt(curve: OpacityCurve, fraction: number): number {
  for (let i = 0; i < curve.length; i += 2) {
    const at = curve[i] ?? 0
    const opacity = curve[i + 1] ?? 0
    if (fraction > at) continue
    const [before, opacityBefore] = [curve[i - 2], curve[i - 1]]
    if (before === undefined || opacityBefore === undefined || at <= before) return opacity
    return opacityBefore + ((opacity - opacityBefore) * (fraction - before)) / (at - before)
  }
  return curve.at(-1) ?? 0
}

/** Returns whether numbers are a curve: pairs of fractions from 0 to 1, the first of each pair growing. */
export function isOpacityCurve(numbers: readonly number[]): boolean {
  const isPaired = numbers.length >= 2 && numbers.length % 2 === 0 && numbers.length <= 2 * mostPoints
  return (
    isPaired &&
    numbers.every((number, i) => number >= (i >= 2 && i % 2 === 0 ? (numbers[i - 2] ?? 0) : 0) && number <= 1)
  )
}
