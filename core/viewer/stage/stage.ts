/** The picture: draws prepared results into a canvas. It hides three from the page, and knows no page. */

import type { CameraPose } from '../../look/camera-pose.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import type { Angles } from '../../look/orbit.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'

/** A hit under the pointer. */
export interface Hit {
  readonly place: Vector3
  /** The values there: a sample, a scalar, the channels of a pixel; none of a mesh without scalars. */
  readonly values: readonly number[]
  /** Index of a vertex, point or sample; column and row of a pixel. */
  readonly index: readonly number[]
}

/** The events of a stage. */
export interface StageEvents {
  /** Called after the user has moved the camera; several times a second while it moves. */
  readonly onCamera: (pose: CameraPose) => void
  readonly onFrame: () => void
  /** Called with `true` when the graphics context is lost, with `false` when everything is drawn again. */
  readonly onLost: (isLost: boolean) => void
}

/** A canvas with a specimen in it. Draws after changes only. */
export interface Stage {
  /**
   * Replaces the picture in one frame, once the card has the next; resolves to `false` when a newer result
   * replaces it. A camera that was moved stays; an untouched one comes to fit the result in a few frames, and
   * at once for the first result, after {@link clear}, and when a flat view follows one that is not.
   * @throws `result.too-large` when the graphics card has no room for it; the picture then stays
   */
  show(prepared: Prepared): Promise<boolean>
  clear(): void
  /** Draws by these settings. An untouched camera fits `space`, or the result without one. */
  apply(display: Display, space?: Bounds | null): void
  /** Moves the camera; null moves it to the initial view. The last pose of `onCamera` has no effect. */
  look(pose: CameraPose | null): void
  /** Turns around the target, by radians: the eye to the right, and up. Flat views are not turned. */
  orbit(right: number, up: number): void
  /** Turns the eye to these angles, and fits the specimen. */
  face(angles: Angles): void
  /** The angles of the eye. */
  readonly angles: Angles
  /** Moves the eye to a fraction of its distance: nearer below 1. */
  zoom(factor: number): void
  /** Moves the specimen on the canvas, by CSS pixels: to the right, and down. */
  pan(right: number, down: number): void
  /** Sets the size in CSS pixels, and the device's pixels for each. */
  resize(width: number, height: number, pixelRatio: number): void
  /** Returns the hit at a place of the canvas, in CSS pixels; null without one. */
  pick(x: number, y: number): Hit | null
  /** Returns the place in CSS pixels from the canvas' upper left corner. */
  project(place: Vector3): { readonly x: number; readonly y: number; readonly isVisible: boolean }
  /** Length in CSS pixels of a length of 1 at the camera's target. */
  readonly unitPixels: number
  mark(places: readonly Vector3[]): void
  /**
   * Draws a picture on a transparent ground, once there is a result: all that the stage shows, in its middle
   * and as large as fits. Width and height are in pixels, those of the canvas if left out. The shown picture
   * stays.
   * @throws `webgl.missing` while the graphics context is lost; `result.too-large`
   */
  screenshot(width?: number, height?: number): Promise<OffscreenCanvas>
  dispose(): void
}
