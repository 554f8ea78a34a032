/** Centres and scales coordinates, so that shapes of any origin fit one stage. */

/**
 * Moves n×3 coordinates, in place, so that their bounding box is centred on the origin and its longest edge
 * is 2·size.
 */
export function fitPoints(points: Float32Array, size: number): void {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i < points.length; i++) {
    const [axis, value] = [i % 3, points[i] ?? 0]
    low[axis] = Math.min(low[axis] ?? 0, value)
    high[axis] = Math.max(high[axis] ?? 0, value)
  }
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
  for (let i = 0; i < points.length; i++) {
    const middle = ((low[i % 3] ?? 0) + (high[i % 3] ?? 0)) / 2
    points[i] = (((points[i] ?? 0) - middle) * 2 * size) / longest
  }
}
