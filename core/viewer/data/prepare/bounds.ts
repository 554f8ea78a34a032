import type { Bounds } from '../prepared.ts'

/** Returns the smallest box around n×3 coordinates; an empty box at the origin around none. */
export function findBounds(coordinates: Float32Array): Bounds {
  if (coordinates.length < 3) return { low: [0, 0, 0], high: [0, 0, 0] }
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity]
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 2 < coordinates.length; i += 3) {
    const x = coordinates[i] ?? 0
    const y = coordinates[i + 1] ?? 0
    const z = coordinates[i + 2] ?? 0
    if (x < lowX) lowX = x
    if (x > highX) highX = x
    if (y < lowY) lowY = y
    if (y > highY) highY = y
    if (z < lowZ) lowZ = z
    if (z > highZ) highZ = z
  }
  return { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] }
}
