/** Draws a volume as the page's ray marcher does; coordinates of samples are fractions of its box. */
import { longestSide } from '../../contract/look/box.ts'
import { cutRay, listFaces, listKept } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { volumeLight } from '../../contract/look/studio.ts'
import { add, dot, scale, subtract, toVector } from '../../contract/look/vectors.ts'
import type { PreparedVolume } from '../prepared/prepared.ts'
import { sizeOf } from '../prepared/volume-grid.ts'
import { createCamera, type Frame, type PlacedContent } from './camera.ts'
import { createRayDrawing } from './draw-ray.ts'
import { enlarge } from './enlarge.ts'
import { toUnit } from './light-surface.ts'
import { toSrgb } from './srgb.ts'

/** Most rays along each side of a picture with one for each pixel: a larger one would take seconds. */
const mostRays = 400
/** Most steps along a ray. */
const mostSteps = 2048
/** Steps along a side of the box, for each pixel with four rays and for each with one. */
const mostPixelSteps = { 2: 512, 1: 128 } as const

/** Returns the rays of a shown pixel along each side: one where four would be too many steps. */
export function chooseVolumeFactor(volume: PreparedVolume): 1 | 2 {
  return 4 * Math.max(...sizeOf(volume.result)) <= mostPixelSteps[2] ? 2 : 1
}

/** Returns the samples between two steps: more than one where there are more than a pixel shows. */
export function chooseStride(volume: PreparedVolume, { factor }: Pick<Frame, 'factor'>): number {
  const steps = mostPixelSteps[factor === 1 ? 1 : 2] / factor ** 2
  return Math.max(1, Math.max(...sizeOf(volume.result)) / steps)
}

/** Returns sRGB with opacity, multiplied by it, of `size`² pixels; a large picture has a ray for several. */
export function drawVolume(
  volume: PreparedVolume & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  const { size, factor } = frame
  if (factor > 1 || size <= mostRays) return castRays(volume, display, frame)
  return enlarge(castRays(volume, display, { ...frame, size: mostRays }), mostRays, size)
}

function castRays(volume: PreparedVolume & PlacedContent, display: Display, frame: Frame): Float32Array {
  const { size } = frame
  const { bounds, result } = volume
  const camera = createCamera(volume, display, frame)
  const turn = ([right, up, back]: Vector3): Vector3 =>
    toUnit(add(add(scale(camera.right, right), scale(camera.up, up)), scale(camera.back, back)))
  const draw = createRayDrawing(volume, display, {
    key: turn(volumeLight.key),
    fill: turn(volumeLight.fill),
  })
  const sides = subtract(bounds.high, bounds.low)
  const perSide = toVector((axis) => 1 / sides[axis])
  const longest = longestSide(bounds)
  const counts = sizeOf(result)
  const kept = [...listFaces(bounds), ...listKept(display, bounds)]
  const stride = chooseStride(volume, frame)
  const pixels = new Float32Array(size * size * 4)
  for (let p = 0; p < size * size; p++) {
    const direction = camera.castRay((p % size) + 0.5, Math.floor(p / size) + 0.5)
    const [near, far] = cutRay(camera.eye, direction, kept)
    if (!(far > near)) continue
    const extent = far - near
    const whole = multiply(direction, perSide, extent)
    const count = Math.max(2, Math.min(mostSteps, Math.ceil(measure(multiply(whole, counts, 1)) / stride)))
    const length = measure(direction)
    const [red, green, blue, alpha] = draw({
      start: multiply(subtract(add(camera.eye, scale(direction, near)), bounds.low), perSide, 1),
      move: scale(whole, 1 / count),
      count,
      offset: jitter(p % size, Math.floor(p / size)),
      stepLength: (extent * length) / count / longest,
      forward: scale(direction, 1 / length),
    })
    if (alpha < 0.004) continue
    pixels[4 * p] = toSrgb(red / alpha) * alpha
    pixels[4 * p + 1] = toSrgb(green / alpha) * alpha
    pixels[4 * p + 2] = toSrgb(blue / alpha) * alpha
    pixels[4 * p + 3] = alpha
  }
  return pixels
}

/** Returns the products of the components of two vectors, and of a factor. */
function multiply(a: Vector3, b: Vector3, factor: number): Vector3 {
  return [a[0] * b[0] * factor, a[1] * b[1] * factor, a[2] * b[2] * factor]
}

/** Returns the length of a vector of usual numbers: `Math.hypot` takes ten times as long. */
function measure(vector: Vector3): number {
  return Math.sqrt(dot(vector, vector))
}

/** Returns a part of a step, another for each pixel: else steps show as the grain of wood. */
function jitter(x: number, y: number): number {
  const part = 0.06711056 * (x + 0.5) + 0.00583715 * (y + 0.5)
  const turned = 52.9829189 * (part - Math.floor(part))
  return turned - Math.floor(turned)
}
