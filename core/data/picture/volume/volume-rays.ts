import { longestSide } from '../../../contract/look/box.ts'
import { cutRay, type HalfSpace, listFaces } from '../../../contract/look/clip.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { volumeLight } from '../../../contract/look/studio.ts'
import { add, dot, scale, subtract, toVector } from '../../../contract/look/vectors.ts'
import type { PreparedVolume } from '../../prepared/prepared.ts'
import { sizeOf } from '../../prepared/volume-grid.ts'
import type { Camera } from '../camera.ts'
import { toUnit } from '../light-surface.ts'
import type { Lights, Ray } from './matter.ts'

/** Most steps along a ray. */
const mostSteps = 2048

/** The way in which a volume is seen: all in its own coordinates. */
export interface VolumeView {
  readonly camera: Camera
  readonly kept: readonly HalfSpace[]
  /** Samples between two steps. */
  readonly stride: number
}

/** Returns the directions to the lights of volumes, which the camera carries. */
export function findLights({ right, up, back }: Camera): Lights {
  const turn = ([x, y, z]: Vector3): Vector3 =>
    toUnit(add(add(scale(right, x), scale(up, y)), scale(back, z)))
  return { key: turn(volumeLight.key), fill: turn(volumeLight.fill) }
}

/** The rays of a picture in the box of a volume. Distances are in lengths of a ray's direction. */
export class VolumeRays {
  /** The part of the ray that was cast last in the box; `far` is not above `near` for none. */
  near = 0
  far = 0
  readonly #camera: Camera
  readonly #kept: readonly HalfSpace[]
  readonly #stride: number
  readonly #low: Vector3
  readonly #perSide: Vector3
  readonly #longest: number
  readonly #counts: Vector3
  #direction: Vector3 = [0, 0, 0]
  #length = 0
  #offset = 0

  constructor({ bounds, result }: PreparedVolume, { camera, kept, stride }: VolumeView) {
    const sides = subtract(bounds.high, bounds.low)
    this.#camera = camera
    this.#kept = [...listFaces(bounds), ...kept]
    this.#stride = stride
    this.#low = bounds.low
    this.#perSide = toVector((axis) => 1 / sides[axis])
    this.#longest = longestSide(bounds)
    this.#counts = sizeOf(result)
  }

  /** Casts the ray of a pixel. */
  cast(x: number, y: number): void {
    this.#direction = this.#camera.castRay(x + 0.5, y + 0.5)
    const [near, far] = cutRay(this.#camera.eye, this.#direction, this.#kept)
    this.near = near
    this.far = far
    this.#length = measure(this.#direction)
    this.#offset = jitter(x, 2 * this.#camera.middle - 1 - y)
  }

  /** Returns the steps of a stretch of the ray that was cast last. */
  count(near: number, far: number): number {
    const whole = multiply(this.#direction, this.#perSide, far - near)
    return Math.max(
      2,
      Math.min(mostSteps, Math.ceil(measure(multiply(whole, this.#counts, 1)) / this.#stride)),
    )
  }

  /** Returns a stretch of the ray that was cast last. */
  cut(near: number, far: number, count: number): Ray {
    const extent = far - near
    const whole = multiply(this.#direction, this.#perSide, extent)
    const place = add(this.#camera.eye, scale(this.#direction, near))
    return {
      start: multiply(subtract(place, this.#low), this.#perSide, 1),
      move: scale(whole, 1 / count),
      count,
      offset: this.#offset,
      stepLength: (extent * this.#length) / count / this.#longest,
      forward: scale(this.#direction, 1 / this.#length),
    }
  }
}

/** Returns the products of the components of two vectors, and of a factor. */
function multiply(a: Vector3, b: Vector3, factor: number): Vector3 {
  return [a[0] * b[0] * factor, a[1] * b[1] * factor, a[2] * b[2] * factor]
}

/** Returns the length of a vector of usual numbers: `Math.hypot` takes ten times as long. */
function measure(vector: Vector3): number {
  return Math.sqrt(dot(vector, vector))
}

/**
 * Returns a part of a step, another for each pixel: else steps show as the grain of wood. `y` is from below,
 * so that the pattern is the page's.
 */
function jitter(x: number, y: number): number {
  const part = 0.06711056 * (x + 0.5) + 0.00583715 * (y + 0.5)
  const turned = 52.9829189 * (part - Math.floor(part))
  return turned - Math.floor(turned)
}
