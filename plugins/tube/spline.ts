import { add, scale, subtract, type Vector } from '../shared/vector.ts'

/**
 * Returns places of a curve through all points, `steps` from one to the next: a centripetal Catmull-Rom
 * spline, which makes no loop between two points that are close. Of one that is closed the first is not
 * repeated.
 */
export function drawSpline(points: readonly Vector[], steps: number, closed: boolean): readonly Vector[] {
  const count = points.length
  const pick = (i: number): Vector => {
    if (closed) return points[(i + count) % count] ?? [0, 0, 0]
    const [first = [0, 0, 0], second = first] = points
    const [last = first, before = last] = [points.at(-1), points.at(-2)]
    // Beyond its ends the curve goes on straight.
    if (i < 0) return mirror(first, second)
    return i < count ? (points[i] ?? last) : mirror(last, before)
  }
  const places: Vector[] = []
  for (let i = 0; i < count - (closed ? 0 : 1); i++)
    for (let step = 0; step < steps; step++)
      places.push(between([pick(i - 1), pick(i), pick(i + 1), pick(i + 2)], step / steps))
  return closed ? places : [...places, pick(count - 1)]
}

function mirror(middle: Vector, other: Vector): Vector {
  return subtract(scale(middle, 2), other)
}

/** Returns the place at a part of the way from the second point to the third. */
function between([a, b, c, d]: readonly [Vector, Vector, Vector, Vector], part: number): Vector {
  const stretch = (from: Vector, to: Vector): number => Math.sqrt(Math.hypot(...subtract(to, from))) || 1
  const t1 = stretch(a, b)
  const t2 = t1 + stretch(b, c)
  const t3 = t2 + stretch(c, d)
  const t = t1 + part * (t2 - t1)
  const mix = (p: Vector, q: Vector, from: number, to: number): Vector => {
    const share = (t - from) / (to - from)
    return add(p, scale(subtract(q, p), share))
  }
  const [first, second, third] = [mix(a, b, 0, t1), mix(b, c, t1, t2), mix(c, d, t2, t3)]
  return mix(mix(first, second, 0, t2), mix(second, third, t1, t3), t1, t2)
}
