import { type Bounds, toFiniteBox } from '../look/box.ts'
import type { Display, Vector3 } from '../look/display.ts'
import { firstAngles, fitBox, halfHeight, toBasis, toOrbit } from '../look/orbit.ts'
import { add, dot, scale, subtract } from '../look/vectors.ts'

/** Pixels of the stage of a usual page: sizes in its pixels are smaller in a smaller picture. */
export const pageHeight = 400

/** A parallel projection is one from so many times as far: less than a pixel of a usual picture beside it. */
const parallelFactor = 256

/** A picture drawn in `size`² pixels, larger by `zoom` than one that fits the whole box. */
export interface Frame {
  readonly size: number
  /** Drawn pixels along each side of one that is shown: divides `size`. */
  readonly factor: number
  readonly zoom: number
}

/** The untouched camera of the page, before a square picture, with the unit vectors of the picture. */
export type Camera = ReturnType<typeof createCamera>

/** Returns the camera that fits a box into a picture. */
export function createCamera(bounds: Bounds, display: Display, { size, zoom }: Frame) {
  const { up, from, projection } = display
  const attitude = { up, projection }
  const angles = from ? toOrbit({ target: [0, 0, 0], offset: from }, attitude) : firstAngles
  const orbit = fitBox(toFiniteBox(bounds), angles, attitude, 1)
  const basis = toBasis(orbit, attitude)
  const factor = projection === 'orthographic' ? parallelFactor : 1
  const eye = add(orbit.target, scale(basis.back, orbit.distance * factor))
  const unitPixels = (factor * size * zoom) / (2 * halfHeight)
  return {
    ...basis,
    eye,
    /** Pixels of a unit of length at the distance 1. */
    unitPixels,
    /** The middle of the picture, in pixels from the left and from the top. */
    middle: size / 2,
    /** Returns pixels from the left, pixels from the top, and the distance from the eye. */
    project: (place: Vector3): Vector3 => {
      const arm = subtract(place, eye)
      const depth = -dot(arm, basis.back)
      const [right, height] = [dot(arm, basis.right), dot(arm, basis.up)]
      return [
        size / 2 + (right * unitPixels) / depth,
        size / 2 - (height * unitPixels) / depth,
        Math.max(depth, 0),
      ]
    },
    /** Returns the direction from the eye through a place of the picture, in pixels. */
    castRay: (x: number, y: number): Vector3 => {
      const right = scale(basis.right, (x - size / 2) / unitPixels)
      return subtract(add(right, scale(basis.up, (size / 2 - y) / unitPixels)), basis.back)
    },
  }
}
