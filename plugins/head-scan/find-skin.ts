/** The skin: where a head begins for somebody who looks at it. */
import type { Mesh } from 'specimen-host/plugin'
import { extractIsosurface, type Grid } from '../shared/isosurface.ts'

/**
 * Returns the surface of the head at a level of brightness, closed: what no straight line along an axis
 * reaches from outside counts as head, so that air, bone and brain inside it make no surfaces of their own.
 */
export function findSkin(grid: Grid, level: number): Mesh {
  const isOutside = findOutside(grid, level)
  const data = Float32Array.from(grid.data, (value, i) =>
    isOutside[i] === 1 ? value : Math.max(value, 2 * level),
  )
  // At the faces of the scan the head is cut off, and closed there.
  const [depth, height, width] = grid.shape
  for (let i = 0; i < data.length; i++) {
    const [x, y, z] = [i % width, Math.floor(i / width) % height, Math.floor(i / (width * height))]
    if (x % (width - 1) === 0 || y % (height - 1) === 0 || z % (depth - 1) === 0) data[i] = 0
  }
  return extractIsosurface({ ...grid, data }, level)
}

/** Returns 1 for each sample that is seen from the left, the right, behind, before or above. */
function findOutside({ shape: [depth, height, width], data }: Grid, level: number): Uint8Array {
  const isOutside = new Uint8Array(data.length)
  const walk = (from: number, step: number, count: number): void => {
    for (let i = 0, at = from; i < count && (data[at] ?? 0) < level; i++, at += step) isOutside[at] = 1
  }
  const layer = width * height
  for (let z = 0; z < depth; z++) {
    for (let y = 0; y < height; y++) {
      walk(z * layer + y * width, 1, width)
      walk(z * layer + y * width + width - 1, -1, width)
    }
    for (let x = 0; x < width; x++) {
      walk(z * layer + x, width, height)
      walk(z * layer + x + layer - width, -width, height)
    }
  }
  for (let i = 0; i < layer; i++) walk((depth - 1) * layer + i, -layer, depth)
  return isOutside
}
