import type { Vector3 } from '../../contract/look/display.ts'
import { CompensatedSum } from './compensated-sum.ts'

/** Sums over the triangles of a mesh. */
export interface MeasuredSurface {
  readonly area: number
  /** Positive where triangles that enclose something are counter-clockwise from outside; else meaningless. */
  readonly signedVolume: number
  /** Triangles whose area is 0. */
  readonly flat: number
}

/** A mesh as far as its surface goes. */
interface Triangles {
  /** n×3 float32. */
  readonly vertices: Float32Array
  /** Three vertices of each triangle. */
  readonly corners: Uint32Array
}

/**
 * Measures triangles in double, with compensated sums. Volumes are those of tetrahedra from `centre`, which
 * should be near the mesh: their sum is the same from everywhere, and its rounding is not.
 */
export function measureSurface({ vertices, corners }: Triangles, [x, y, z]: Vector3): MeasuredSurface {
  const area = new CompensatedSum()
  const volume = new CompensatedSum()
  let flat = 0
  for (let i = 0; i + 2 < corners.length; i += 3) {
    const a = 3 * (corners[i] ?? 0)
    const b = 3 * (corners[i + 1] ?? 0)
    const c = 3 * (corners[i + 2] ?? 0)
    const ax = vertices[a] ?? 0
    const ay = vertices[a + 1] ?? 0
    const az = vertices[a + 2] ?? 0
    const bx = (vertices[b] ?? 0) - ax
    const by = (vertices[b + 1] ?? 0) - ay
    const bz = (vertices[b + 2] ?? 0) - az
    const cx = (vertices[c] ?? 0) - ax
    const cy = (vertices[c + 1] ?? 0) - ay
    const cz = (vertices[c + 2] ?? 0) - az
    const nx = by * cz - bz * cy
    const ny = bz * cx - bx * cz
    const nz = bx * cy - by * cx
    const double = Math.sqrt(nx * nx + ny * ny + nz * nz)
    if (double === 0) flat++
    area.add(double)
    volume.add((ax - x) * nx + (ay - y) * ny + (az - z) * nz)
  }
  return { area: area.total / 2, signedVolume: volume.total / 6, flat }
}
