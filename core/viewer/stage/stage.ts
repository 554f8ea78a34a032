/** The picture: draws prepared results into a canvas. It hides three from the page, and knows no page. */

import type { CameraPose } from '../../contract/look/camera-pose.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import type { Angles } from '../../contract/look/orbit.ts'
import type { Bounds, Prepared } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'
import type { Visitor } from './visitor.ts'

/** The events of a stage. */
export interface StageEvents {
  /** Called after the user has moved the camera; several times a second while it moves. */
  readonly onCamera: (pose: CameraPose) => void
  /**
   * Called with each frame: a quick one, while the camera moves or as the first picture, is followed by
   * another.
   */
  readonly onFrame: (isQuick: boolean) => void
  /** Called with `true` when the graphics context is lost, with `false` when everything is drawn again. */
  readonly onLost: (isLost: boolean) => void
}

/** A place as it is seen. */
export interface ProjectedPlace {
  /** CSS pixels from the canvas' upper left corner. */
  readonly x: number
  readonly y: number
  readonly isVisible: boolean
  /** The distance before the eye, in the scene. */
  readonly depth: number
}

/** A canvas with a specimen in it. Draws after changes only. */
export interface Stage {
  /**
   * Replaces the picture in one frame, once the card has the next; resolves to `false` when a newer result
   * replaces it. That frame is as quick as one of a moving camera, and a sharp one follows. A camera that
   * was moved stays; an untouched one comes to fit the result in a few frames, and at once for the first
   * result, after {@link clear}, and when a flat view follows one that is not.
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
  /** Moves camera and target so that a place of the content is in the middle of the picture. */
  aim(place: Vector3): void
  /** Sets the size in CSS pixels, and the device's pixels for each. */
  resize(width: number, height: number, pixelRatio: number): void
  /** Returns the hit at a place of the canvas, in CSS pixels; null without one. */
  pick(x: number, y: number): Hit | null
  project(place: Vector3): ProjectedPlace
  /** The way back of {@link project}: the place that is seen there, at a distance before the eye. */
  unproject(x: number, y: number, depth: number): Vector3
  /** The way by which the axes stand off their corner, so that they are in the picture; none for letters. */
  readonly axesShift: Vector3
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
  /**
   * Presents the scene in a headset, and resolves when the session has ended and the page's picture is as it
   * was. Until then nothing is drawn on the page, and `screenshot` refuses. A session that cannot begin is
   * ended, and the reason thrown; the same ends one whose graphics context is lost.
   */
  present(session: XRSession, visitor: Visitor): Promise<void>
  dispose(): void
}
