import type { Vector3 } from '../../contract/look/display.ts'
import { studio, wrap } from '../../contract/look/studio.ts'
import { scale, toPart } from '../../contract/look/vectors.ts'

/** Returns the vector of length 1 in the same direction; that of length 0 as it is. */
export function toUnit(vector: Vector3): Vector3 {
  return scale(vector, 1 / (Math.hypot(vector[0], vector[1], vector[2]) || 1))
}

/**
 * A place of a surface: unit vectors of its normal and to the eye, in the camera's directions, and its linear
 * colour, which the light changes. A picture has a million of them, so one is filled again and again.
 */
export type SurfaceSpot = Record<'nx' | 'ny' | 'nz' | 'ex' | 'ey' | 'ez' | 'red' | 'green' | 'blue', number>

/**
 * Returns the function that lights a place in the studio, as the page's shader of meshes computes it; see
 * there for the source. `sky` is upward, in the camera's directions.
 */
export function createLighting([sx, sy, sz]: Vector3, roughness: number): (spot: SurfaceSpot) => void {
  const lobe = 0.5 / Math.max(roughness * roughness, 0.01) ** 2
  const lights = studio.lights.map(({ toward: [x, y, z], color: [red, green, blue], sharpness }) => {
    const blurred = (sharpness * lobe) / (sharpness + lobe)
    const shines = tabulate((part) => 0.5 * blurred * Math.exp(2 * blurred * (part - 1)))
    return { x, y, z, red, green, blue, shines }
  })
  const [[lowRed, lowGreen, lowBlue], [highRed, highGreen, highBlue]] = [studio.ground, studio.sky]
  const edge = 1 - roughness
  const reflections = tabulate((facing) => {
    const bend = Math.min(edge * edge, 2 ** (-9.28 * facing)) * edge + 0.0425 - 0.0275 * roughness
    const found = 0.04 * (1.04 - 1.04 * bend - 0.572 * roughness) + 1.04 * bend - 0.04 + 0.022 * roughness
    return Math.max(0, found)
  })
  return (spot) => {
    const { nx, ny, nz, ex, ey, ez } = spot
    const straight = nx * ex + ny * ey + nz * ez
    const mx = 2 * straight * nx - ex
    const my = 2 * straight * ny - ey
    const mz = 2 * straight * nz - ez
    const above = toPart(0.5 + 0.5 * (nx * sx + ny * sy + nz * sz))
    const mirrored = toPart(0.5 + (mx * sx + my * sy + mz * sz) / (0.5 + 1.5 * roughness))
    let red = lowRed + (highRed - lowRed) * above
    let green = lowGreen + (highGreen - lowGreen) * above
    let blue = lowBlue + (highBlue - lowBlue) * above
    let redShine = lowRed + (highRed - lowRed) * mirrored
    let greenShine = lowGreen + (highGreen - lowGreen) * mirrored
    let blueShine = lowBlue + (highBlue - lowBlue) * mirrored
    for (const light of lights) {
      const { x, y, z, shines } = light
      const lit = Math.max(0, (nx * x + ny * y + nz * z + wrap) / (1 + wrap)) ** 2
      const shine = read(shines, 0.5 + 0.5 * (mx * x + my * y + mz * z))
      red += light.red * lit
      green += light.green * lit
      blue += light.blue * lit
      redShine += light.red * shine
      greenShine += light.green * shine
      blueShine += light.blue * shine
    }
    const reflected = read(reflections, straight)
    spot.red = spot.red * red + reflected * redShine
    spot.green = spot.green * green + reflected * greenShine
    spot.blue = spot.blue * blue + reflected * blueShine
  }
}

/** Returns 0 up to `from`, 1 beyond `to`, and a smooth way between, as shaders have it. */
export function smoothstep(from: number, to: number, value: number): number {
  const part = toPart((value - from) / (to - from))
  return part * part * (3 - 2 * part)
}

/** Parts of 1 in tables, which stand in for exponentials at each place. */
const steps = 8192

function tabulate(toValue: (part: number) => number): Float32Array {
  return Float32Array.from({ length: steps + 1 }, (_, i) => toValue(i / steps))
}

function read(table: Float32Array, part: number): number {
  return table[(toPart(part) * steps + 0.5) | 0] ?? 0
}
