/** How strongly a surface curves that is the zero set of a field. */
import { createColorTable, toColorOffset } from '../shared/colormap.ts'

/** Values of a field around a place: `at(1, 0, -1)` is one step along x and one back along z from it. */
export type Around = (stepsX: number, stepsY: number, stepsZ: number) => number

/**
 * Distance of the samples that derivatives are taken from: errors of the square and of rounding are alike
 * small.
 */
export const step = 1e-3

/**
 * Returns the Gaussian curvature of a field's level set at each vertex: g·adj(H)g / |g|⁴ with gradient g and
 * Hessian H (R. Goldman, "Curvature formulas for implicit curves and surfaces", CAGD 22 (2005) 632). Below
 * zero is a saddle.
 */
export function measureCurvature(
  lookAround: (x: number, y: number, z: number) => Around,
  vertices: Float32Array,
): Float64Array {
  const curvatures = new Float64Array(vertices.length / 3)
  for (let i = 0; i < curvatures.length; i++) {
    const at = lookAround(vertices[3 * i] ?? 0, vertices[3 * i + 1] ?? 0, vertices[3 * i + 2] ?? 0)
    curvatures[i] = toCurvature(at)
  }
  return curvatures
}

function toCurvature(at: Around): number {
  const twice = 2 * at(0, 0, 0)
  const gx = (at(1, 0, 0) - at(-1, 0, 0)) / 2
  const gy = (at(0, 1, 0) - at(0, -1, 0)) / 2
  const gz = (at(0, 0, 1) - at(0, 0, -1)) / 2
  const xx = at(1, 0, 0) + at(-1, 0, 0) - twice
  const yy = at(0, 1, 0) + at(0, -1, 0) - twice
  const zz = at(0, 0, 1) + at(0, 0, -1) - twice
  const xy = (at(1, 1, 0) - at(1, -1, 0) - at(-1, 1, 0) + at(-1, -1, 0)) / 4
  const xz = (at(1, 0, 1) - at(1, 0, -1) - at(-1, 0, 1) + at(-1, 0, -1)) / 4
  const yz = (at(0, 1, 1) - at(0, 1, -1) - at(0, -1, 1) + at(0, -1, -1)) / 4
  const own = gx * gx * (yy * zz - yz * yz) + gy * gy * (xx * zz - xz * xz) + gz * gz * (xx * yy - xy * xy)
  const mixed = gx * gy * (xz * yz - xy * zz) + gx * gz * (xy * yz - xz * yy) + gy * gz * (xy * xz - yz * xx)
  // Differences in place of derivatives: the numerator is too large by step⁶, the denominator by step⁴.
  return (own + 2 * mixed) / ((gx * gx + gy * gy + gz * gz) ** 2 * step * step)
}

/**
 * Returns n×3 sRGB bytes, from dark where the surface is flat to bright where it curves most, by the
 * curvature's root.
 */
export function paintCurvature(curvatures: Float64Array): Uint8Array {
  const table = createColorTable('viridis')
  const most = curvatures.reduce((high, value) => Math.max(high, Math.abs(value)), 0) || 1
  const colors = new Uint8Array(3 * curvatures.length)
  for (let i = 0; i < curvatures.length; i++) {
    const offset = toColorOffset(Math.sqrt(Math.abs(curvatures[i] ?? 0) / most))
    for (let channel = 0; channel < 3; channel++) colors[3 * i + channel] = table[offset + channel] ?? 0
  }
  return colors
}
