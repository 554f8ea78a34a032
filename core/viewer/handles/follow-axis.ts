import type { Spot } from '../specimen/over/free-place.ts'

const steps = 6
const small = 1e-3
/** An axis that is shorter on the screen points at the eye: a pixel would be a large part of it. */
const shortest = 12

/**
 * Returns the fraction of an axis, from 0 to 1, whose place on the screen is nearest to a pointer. Newton's
 * method begins at the fraction before, which stays for an axis that points at the eye.
 */
export function followAxis(project: (fraction: number) => Spot, before: number, pointer: Spot): number {
  let fraction = before
  for (let step = 0; step < steps; step++) {
    const [x, y] = project(fraction)
    const [nextX, nextY] = project(fraction + small)
    const [right, down] = [(nextX - x) / small, (nextY - y) / small]
    const square = right * right + down * down
    if (!(square >= shortest * shortest)) return before
    const moved = ((pointer[0] - x) * right + (pointer[1] - y) * down) / square
    fraction = Math.min(1, Math.max(0, fraction + moved))
  }
  return fraction
}
