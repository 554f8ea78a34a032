/** The samples inside of a closed mesh. */
import type { Mesh } from 'specimen-host/plugin'
import type { Lattice } from './lattice.ts'

/**
 * Returns 1 for each sample around which the surface winds, x fastest. Along each row of samples, triangles
 * that it passes count 1 or −1 by the way they face; where the sum is not zero, the row is inside. So it does
 * not matter which way the whole is turned.
 */
export function findInside(mesh: Mesh, lattice: Lattice): Uint8Array {
  const [nx, ny, nz] = lattice.counts
  const changes = new Int32Array(nx * ny * nz)
  countPasses(mesh, lattice, changes)
  const inside = new Uint8Array(changes.length)
  for (let row = 0; row < changes.length; row += nx) {
    let turns = 0
    for (let i = row; i < row + nx; i++) {
      turns += changes[i] ?? 0
      inside[i] = Number(turns !== 0)
    }
  }
  return inside
}

/** Adds what each triangle counts at the first sample behind it, in each row that it covers. */
function countPasses({ vertices, indices }: Mesh, lattice: Lattice, changes: Int32Array): void {
  const [nx, ny, nz] = lattice.counts
  const [ox, oy, oz] = lattice.origin
  const { spacing } = lattice
  const firstOf = (low: number, origin: number): number =>
    Math.max(0, Math.ceil((low - origin) / spacing - 1e-9))
  const lastOf = (high: number, origin: number, count: number): number =>
    Math.min(count - 1, Math.floor((high - origin) / spacing + 1e-9))
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [
      cornerOf(vertices, indices[t]),
      cornerOf(vertices, indices[t + 1]),
      cornerOf(vertices, indices[t + 2]),
    ]
    const lastY = lastOf(Math.max(a[1], b[1], c[1]), oy, ny)
    const lastZ = lastOf(Math.max(a[2], b[2], c[2]), oz, nz)
    const firstY = firstOf(Math.min(a[1], b[1], c[1]), oy)
    for (let j = firstOf(Math.min(a[2], b[2], c[2]), oz); j <= lastZ; j++)
      for (let i = firstY; i <= lastY; i++) {
        const [y, z] = [oy + i * spacing, oz + j * spacing]
        const [toC, toA, toB] = [findSide(a, b, y, z), findSide(b, c, y, z), findSide(c, a, y, z)]
        const way = Math.sign(toC.side)
        if (way === 0 || Math.sign(toA.side) !== way || Math.sign(toB.side) !== way) continue
        const area = toA.area + toB.area + toC.area
        const x = area === 0 ? a[0] : (a[0] * toA.area + b[0] * toB.area + c[0] * toC.area) / area
        const at = firstOf(x, ox)
        if (at < nx) changes[(j * ny + i) * nx + at] = (changes[(j * ny + i) * nx + at] ?? 0) + way
      }
  }
}

type Corner = readonly [x: number, y: number, z: number]

function cornerOf(vertices: Float32Array, index = 0): Corner {
  return [vertices[3 * index] ?? 0, vertices[3 * index + 1] ?? 0, vertices[3 * index + 2] ?? 0]
}

/** The side of an edge on which a row passes, and twice the area between both, signed. */
interface Side {
  readonly area: number
  readonly side: number
}

/**
 * Returns on which side of the edge from `a` to `b` a row along x passes. Both triangles of an edge get the
 * same number with opposite signs, to the last bit, and a row through the edge counts as moved by next to
 * nothing, in y more than in z: so each row passes a closed surface in as often as out.
 */
function findSide(a: Corner, b: Corner, y: number, z: number): Side {
  const isTurned = a[1] > b[1] || (a[1] === b[1] && a[2] > b[2])
  const [from, to] = isTurned ? [b, a] : [a, b]
  const [dy, dz] = [to[1] - from[1], to[2] - from[2]]
  const area = dy * (z - from[2]) - dz * (y - from[1])
  const sign = isTurned ? -1 : 1
  return { area: sign * area, side: sign * (area || -dz || dy) }
}
