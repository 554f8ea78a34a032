/** A perspective camera that looks at the middle of a set of points and fits them into a square picture. */

/**
 * Returns `toView(x, y, z)`: view coordinates with x right, y up, z towards the eye, where the points'
 * bounding sphere is the unit sphere; `toScreen(view)`: pixels; and `turn(x, y, z)`: directions. Angles in
 * degrees. `up` says which axis of the data points up: 'y' or 'z'.
 */
export function createCamera(
  points,
  { size, azimuth = 35, elevation = 20, up = 'z', zoom = 1, shift = [0, 0] },
) {
  const { centre, radius } = findSphere(points)
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180]
  const [ca, sa, ce, se] = [Math.cos(a), Math.sin(a), Math.cos(e), Math.sin(e)]
  const turn = (x, y, z) => {
    const [px, py, pz] = up === 'z' ? [x, z, -y] : [x, y, z]
    const [rx, rz] = [px * ca - pz * sa, px * sa + pz * ca]
    return [rx, py * ce - rz * se, py * se + rz * ce]
  }
  const distance = 4.2
  const scale = (size / 2) * zoom * distance * 0.98
  return {
    turn,
    toView: (x, y, z) => turn((x - centre[0]) / radius, (y - centre[1]) / radius, (z - centre[2]) / radius),
    toScreen: ([x, y, z]) => [
      size / 2 + ((x + shift[0]) * scale) / (distance - z),
      size / 2 - ((y + shift[1]) * scale) / (distance - z),
      distance - z,
    ],
  }
}

/** Returns the middle of the bounding box and the distance of the farthest point from it. */
function findSphere(points) {
  const [low, high] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ]
  for (let i = 0; i < points.length; i++) {
    low[i % 3] = Math.min(low[i % 3], points[i])
    high[i % 3] = Math.max(high[i % 3], points[i])
  }
  const centre = low.map((value, axis) => (value + high[axis]) / 2)
  let radius = 1e-9
  for (let i = 0; i < points.length; i += 3) {
    radius = Math.max(
      radius,
      Math.hypot(points[i] - centre[0], points[i + 1] - centre[1], points[i + 2] - centre[2]),
    )
  }
  return { centre, radius }
}
