import type { Vector3 } from '../look/display.ts'
import { studio, wrap } from '../look/studio.ts'
import { add, dot, scale, subtract } from '../look/vectors.ts'

/** Returns the vector of length 1 in the same direction; that of length 0 as it is. */
export function toUnit(vector: Vector3): Vector3 {
  return scale(vector, 1 / (Math.hypot(...vector) || 1))
}

/**
 * Returns the light of a surface in the studio, as the page's shader of meshes computes it; see there for the
 * source. All directions are the camera's, `sky` is upward.
 */
export function lightSurface(
  base: Vector3,
  { normal, eye, sky }: { readonly normal: Vector3; readonly eye: Vector3; readonly sky: Vector3 },
  roughness: number,
): Vector3 {
  const facing = Math.max(dot(normal, eye), 0.001)
  const mirrored = subtract(scale(normal, 2 * dot(normal, eye)), eye)
  const alpha = Math.max(roughness * roughness, 0.01)
  const lobe = 0.5 / (alpha * alpha)
  let diffuse = skyAt(0.5 + 0.5 * dot(normal, sky))
  let shine = skyAt(0.5 + dot(mirrored, sky) / (0.5 + 1.5 * roughness))
  for (const { toward, color, sharpness } of studio.lights) {
    const lit = Math.max(0, (dot(normal, toward) + wrap) / (1 + wrap))
    const blurred = (sharpness * lobe) / (sharpness + lobe)
    diffuse = add(diffuse, scale(color, lit * lit))
    shine = add(shine, scale(color, 0.5 * blurred * Math.exp(blurred * (dot(mirrored, toward) - 1))))
  }
  const edge = 1 - roughness
  const bend = Math.min(edge * edge, 2 ** (-9.28 * facing)) * edge + 0.0425 - 0.0275 * roughness
  const reflected = 0.04 * (1.04 - 1.04 * bend - 0.572 * roughness) + 1.04 * bend - 0.04 + 0.022 * roughness
  const [red, green, blue] = scale(shine, Math.max(0, reflected))
  return [base[0] * diffuse[0] + red, base[1] * diffuse[1] + green, base[2] * diffuse[2] + blue]
}

function skyAt(part: number): Vector3 {
  const height = Math.max(0, Math.min(1, part))
  return add(studio.ground, scale(subtract(studio.sky, studio.ground), height))
}
