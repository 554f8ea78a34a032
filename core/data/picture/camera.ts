import { applyAffine, turnBy } from '../../contract/look/affine.ts'
import type { Bounds } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { firstAngles, fitBox, halfHeight, toBasis, toOrbit } from '../../contract/look/orbit.ts'
import { add, along, dot, scale, subtract } from '../../contract/look/vectors.ts'
import { findSceneBox, findWayBack } from '../prepared/placement.ts'
import type { Prepared } from '../prepared/prepared.ts'

/** A parallel projection is one from so many times as far: less than a pixel of a usual picture beside it. */
const parallelFactor = 256

/** The place of a content in its scene. */
export type PlacedContent = Pick<Prepared, 'placement'>

/** A picture drawn in `size`² pixels, from nearer by the factor `zoom` than one that fits the whole box. */
export interface Frame {
  readonly size: number
  /** Drawn pixels along each side of one that is shown: divides `size`. */
  readonly factor: number
  readonly zoom: number
  /** The box in the scene that is fitted in place of the content's own. */
  readonly box?: Bounds
}

/** A camera of a picture: directions of unit length, and the ways between places and pixels. */
export interface Camera {
  /** Upward in the scene. */
  readonly sky: Vector3
  readonly eye: Vector3
  /** Pixels of a unit of length at the distance 1. */
  readonly unitPixels: number
  /** The middle of the picture, in pixels from the left and from the top. */
  readonly middle: number
  /** Returns pixels from the left, pixels from the top, and the distance from the eye. */
  project(place: Vector3): Vector3
  /** Returns the direction from the eye through a place of the picture, in pixels. */
  castRay(x: number, y: number): Vector3
  readonly right: Vector3
  readonly up: Vector3
  readonly back: Vector3
}

/** Returns the camera that fits the box of a content into a picture. */
export function createCamera(
  content: Pick<Prepared, 'bounds' | 'placement'>,
  display: Display,
  frame: Frame,
): Camera {
  const { size, zoom, box = findSceneBox(content) } = frame
  const { up, from, projection } = display
  const attitude = { up, projection }
  const angles = from ? toOrbit({ target: [0, 0, 0], offset: from }, attitude) : firstAngles
  const fitted = fitBox(box, angles, attitude, 1)
  const orbit = { ...fitted, distance: fitted.distance / zoom }
  const scene = toBasis(orbit, attitude)
  const wayBack = findWayBack(content)
  const basis = {
    right: turnBy(wayBack, scene.right),
    up: turnBy(wayBack, scene.up),
    back: turnBy(wayBack, scene.back),
  }
  const factor = projection === 'orthographic' ? parallelFactor : 1
  const eye = applyAffine(wayBack, add(orbit.target, scale(scene.back, orbit.distance * factor)))
  const unitPixels = (factor * size) / (2 * halfHeight)
  return {
    ...basis,
    /** Upward in the scene. */
    sky: turnBy(wayBack, along(up === 'y' ? 1 : 2, 1)),
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
