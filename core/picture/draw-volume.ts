/** Draws a volume as the page's ray marcher does; coordinates of samples are fractions of its box. */
import { longestSide } from '../look/box.ts'
import { cutRay, listFaces, listKept } from '../look/clip.ts'
import type { Display, Vector3 } from '../look/display.ts'
import { volumeLight } from '../look/studio.ts'
import { add, scale, subtract, toVector } from '../look/vectors.ts'
import type { PreparedVolume } from '../viewer/data/prepared.ts'
import { sizeOf } from '../viewer/data/volume-grid.ts'
import { createCamera, type Frame } from './camera.ts'
import { createRayDrawing } from './draw-ray.ts'
import { toUnit } from './light-surface.ts'
import { toSrgb } from './srgb.ts'

/** Most steps along a ray. */
const mostSteps = 2048

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels. */
export function drawVolume(volume: PreparedVolume, display: Display, frame: Frame): Float32Array {
  const { size } = frame
  const { bounds, result } = volume
  const camera = createCamera(bounds, display, frame)
  const turn = ([right, up, back]: Vector3): Vector3 =>
    toUnit(add(add(scale(camera.right, right), scale(camera.up, up)), scale(camera.back, back)))
  const draw = createRayDrawing(volume, display, {
    key: turn(volumeLight.key),
    fill: turn(volumeLight.fill),
  })
  const sides = subtract(bounds.high, bounds.low)
  const counts = sizeOf(result)
  const kept = [...listFaces(bounds), ...listKept(display, bounds)]
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const direction = camera.castRay((p % size) + 0.5, Math.floor(p / size) + 0.5)
    const [near, far] = cutRay(camera.eye, direction, kept)
    if (!(far > near)) continue
    const extent = far - near
    const crossed = Math.hypot(...toVector((axis) => (extent * direction[axis] * counts[axis]) / sides[axis]))
    const count = Math.max(2, Math.min(mostSteps, Math.ceil(crossed)))
    const first = subtract(add(camera.eye, scale(direction, near)), bounds.low)
    const [red, green, blue, alpha] = draw({
      start: toVector((axis) => first[axis] / sides[axis]),
      move: toVector((axis) => (direction[axis] * extent) / count / sides[axis]),
      count,
      stepLength: (extent * Math.hypot(...direction)) / count / longestSide(bounds),
      forward: toUnit(direction),
    })
    if (alpha < 0.004) continue
    pixels.set([...[red, green, blue].map((part) => toSrgb(part / alpha) * alpha), alpha], 4 * p)
  }
  return pixels
}
