import { listParts, type Result } from '../../contract/domain/result/result.ts'
import { applyAffine, turnBy } from '../../contract/look/affine.ts'
import { type Bounds, longestSide } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import {
  firstAngles,
  fitBox,
  fitMargin,
  halfHeight,
  type ProjectionKind,
  toBasis,
  toOrbit,
} from '../../contract/look/orbit.ts'
import { add, along, dot, scale, subtract } from '../../contract/look/vectors.ts'
import { type BoxedContent, findShownBox, findWayBack } from '../prepared/placement.ts'
import type { Prepared, PreparedImage } from '../prepared/prepared.ts'

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

/** The directions of a picture in its scene, and its scale. */
export interface SceneScale {
  readonly right: Vector3
  readonly up: Vector3
  readonly back: Vector3
  /** Pixels of a unit of length in the middle of the content. */
  readonly middlePixels: number
}

/** The settings by which a camera stands. */
export interface CameraSettings extends Pick<Display, 'up' | 'from'> {
  readonly projection: ProjectionKind
}

/** Returns the settings of the camera of a content: images are seen straight on, alone and together. */
export function toCameraSettings(content: Prepared, { up, from, projection }: Display): CameraSettings {
  return { up, from, projection: isFlatScene(content.result) ? 'flat' : projection }
}

/** Returns whether a result is a scene of images alone; the rows of tables are where their images are. */
export function isFlatScene(result: Result): boolean {
  if (result.type !== 'scene') return false
  const parts = listParts(result.parts).filter(([, { type }]) => type !== 'table')
  return parts.length > 0 && parts.every(([, { type }]) => type === 'image')
}

/** Returns the directions and the scale of the picture of a content. */
export function findSceneScale(content: Prepared, display: Display, frame: Frame): SceneScale {
  if (content.type === 'image') return { ...flat, middlePixels: findImagePixels(content, frame) }
  const { right, up, back, distance } = toFitted(content, toCameraSettings(content, display), frame)
  return { right, up, back, middlePixels: frame.size / (2 * halfHeight * distance) }
}

/** An image has x to the right and y downward. */
const flat = { right: [1, 0, 0], up: [0, -1, 0], back: [0, 0, 1] } as const

/** Returns the pixels of a picture for one of an image. */
export function findImagePixels(
  { result: { width, height } }: PreparedImage,
  { size, zoom, box }: Frame,
): number {
  const shown = box ? longestSide(box) : Math.max(width, height)
  return (size * zoom) / (shown * fitMargin)
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
export function createCamera(content: BoxedContent, settings: CameraSettings, frame: Frame): Camera {
  const { size } = frame
  const scene = toFitted(content, settings, frame)
  const wayBack = findWayBack(content)
  const basis = {
    right: turnBy(wayBack, scene.right),
    up: turnBy(wayBack, scene.up),
    back: turnBy(wayBack, scene.back),
  }
  const factor = settings.projection === 'perspective' ? 1 : parallelFactor
  const eye = applyAffine(wayBack, add(scene.target, scale(scene.back, scene.distance * factor)))
  const unitPixels = (factor * size) / (2 * halfHeight)
  return {
    ...basis,
    /** Upward in the scene. */
    sky: turnBy(wayBack, along(settings.up === 'y' ? 1 : 2, 1)),
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

/** A camera in the scene that fits a box, and looks at its middle. */
interface FittedCamera extends Omit<SceneScale, 'middlePixels'> {
  readonly target: Vector3
  readonly distance: number
}

function toFitted(
  content: BoxedContent,
  { up, from, projection }: CameraSettings,
  { zoom, box = findShownBox(content) }: Frame,
): FittedCamera {
  const attitude = { up, projection }
  const angles = from ? toOrbit({ target: [0, 0, 0], offset: from }, attitude) : firstAngles
  const fitted = fitBox(box, angles, attitude, 1)
  const orbit = { ...fitted, distance: fitted.distance / zoom }
  return { ...toBasis(orbit, attitude), target: orbit.target, distance: orbit.distance }
}
