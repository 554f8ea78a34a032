import type { Mesh } from 'specimen-host/plugin'

/** Samples along the axes of the world, equally far apart. Numbers are in the order x, y, z. */
export interface Lattice {
  readonly counts: readonly [x: number, y: number, z: number]
  readonly origin: readonly [x: number, y: number, z: number]
  readonly spacing: number
}

/**
 * Returns the lattice around a mesh with so many samples along its longest side, and on each side a margin,
 * in parts of the longest.
 */
export function layLattice({ vertices }: Mesh, samples: number, margin: number): Lattice {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  const high = low.map((value) => -value)
  for (const [i, value] of vertices.entries()) {
    low[i % 3] = Math.min(low[i % 3] ?? 0, value)
    high[i % 3] = Math.max(high[i % 3] ?? 0, value)
  }
  const sides = low.map((value, axis) => (high[axis] ?? 0) - value)
  const longest = Math.max(...sides)
  if (!(longest > 0)) throw new Error('The mesh has no size: all of its vertices are at one place.')
  const rim = margin * longest
  const spacing = (longest + 2 * rim) / (samples - 1)
  const along = (axis: number): readonly [count: number, start: number] => {
    const side = sides[axis] ?? 0
    const count = Math.ceil((side + 2 * rim) / spacing - 1e-9) + 1
    return [count, (low[axis] ?? 0) + side / 2 - ((count - 1) * spacing) / 2]
  }
  const [x, y, z] = [along(0), along(1), along(2)]
  return { counts: [x[0], y[0], z[0]], origin: [x[1], y[1], z[1]], spacing }
}
