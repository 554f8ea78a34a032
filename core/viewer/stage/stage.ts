/**
 * The picture: draws one prepared result after the other into a canvas. It is all that the page knows of
 * three; nothing in this room knows the page.
 */
import type { Prepared } from '../data/prepared.ts'
import type { Display, Vector3 } from '../state/display.ts'
import type { CameraPose } from '../state/view-state.ts'

/** What a pointer is on. */
export interface Hit {
  /** In the specimen's coordinates. */
  readonly place: Vector3
  /** What is there: a sample, a scalar, the channels of a pixel; empty for a mesh. */
  readonly values: readonly number[]
  /** Of a vertex, point or sample; column and row of a pixel. */
  readonly index: readonly number[]
}

/** Where a place of the specimen is on the canvas, in CSS pixels from its upper left corner. */
export interface Projection {
  readonly x: number
  readonly y: number
  /** False behind the eye. */
  readonly isVisible: boolean
}

/** What the picture tells. */
export interface StageEvents {
  /** Somebody has moved the camera; several times a second while it moves. */
  readonly onCamera: (pose: CameraPose) => void
  /** A frame was drawn: labels over the canvas can be moved. */
  readonly onFrame: () => void
  /** The graphics context was lost (`true`), or is back and everything is drawn again. */
  readonly onLost: (isLost: boolean) => void
}

/** A canvas with a specimen in it. Draws when something has changed, and never otherwise. */
export interface Stage {
  /**
   * Takes the place of what is shown, in one frame, once the card has it; the page goes on meanwhile.
   * Resolves when that was drawn; to `false` when something newer is to be shown in its place. The camera
   * stays where it is; at the first result, and after {@link clear}, it fits, and so it does when a flat view
   * follows one that is not.
   * @throws `result.too-large` when the graphics card has no room for it, and leaves what is shown
   */
  show(prepared: Prepared): Promise<boolean>
  /** Shows nothing. */
  clear(): void
  /** Draws by these settings from now on. */
  apply(display: Display): void
  /**
   * Moves the camera; null moves it to where everything is seen at first. The pose that `onCamera` told last
   * moves nothing.
   */
  look(pose: CameraPose | null): void
  /** Turns around what is looked at, by radians: the eye to the right, and up. Flat views are not turned. */
  orbit(right: number, up: number): void
  /** Moves the eye to a fraction of its distance: nearer below 1. */
  zoom(factor: number): void
  /** Moves the specimen on the canvas, by CSS pixels: to the right, and down. */
  pan(right: number, down: number): void
  /** Sets the size in CSS pixels, and the device's pixels for each. */
  resize(width: number, height: number, pixelRatio: number): void
  /** Returns what is at a place of the canvas, in CSS pixels; null for nothing. */
  pick(x: number, y: number): Hit | null
  project(place: Vector3): Projection
  /** Draws a line through places, such as those of a measurement; none for an empty list. */
  mark(places: readonly Vector3[]): void
  /**
   * Draws one frame, once there is a result, and returns it as PNG. Its ground is transparent.
   * @throws `webgl.missing` while the graphics context is lost
   */
  screenshot(): Promise<Blob>
  /** Frees everything on the graphics card; nothing can be drawn into the canvas again. */
  dispose(): void
}
