/**
 * The border between the stage and a headset's hands and board: what the stage gives to them, and calls of
 * them. The world of a headset is a room: lengths are metres, y points up, and the floor is at 0.
 */
import type { Group, Ray, Scene, WebGLRenderer } from 'three'
import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Basis } from '../../contract/look/orbit.ts'
import type { Hit } from './hit.ts'

/** The picture, as a visitor may ask for it. */
export interface ShownScene {
  /** Returns the box of what is shown, in its own scene: the same object for the same; null for nothing. */
  box(): Bounds | null
  /** Returns that box with parts that the view has moved out of it: again the same for the same. */
  shownBox(): Bounds | null
  /** Returns the directions of the page's camera in that scene, as if it looked neither up nor down. */
  level(): Basis
  /** Returns the hit of a ray of that scene, which passes points by `radius` at most; null for none. */
  pick(ray: Ray, radius: number): Hit | null
  /** Returns a place of the specimen in that scene. */
  toScene(place: Vector3): Vector3
  /** Returns a place of that scene in the specimen's coordinates. */
  toSpecimen(place: Vector3): Vector3
}

/** The stage as a visitor finds it. */
export interface VisitedScene extends ShownScene {
  readonly renderer: WebGLRenderer
  readonly scene: Scene
  readonly session: XRSession
  /** Carries all that is shown. The visitor moves, turns and scales it; afterwards it is put back. */
  readonly stand: Group
}

/** The hands and the board in a headset: what is not the picture. */
export interface Visitor {
  /** Called once, before the first frame. */
  enter(scene: VisitedScene): void
  /** Called in each frame of the session before it is drawn; `now` is in milliseconds. */
  step(now: number, frame: XRFrame): void
  /** Called once, after the session; frees what it has on the card. */
  leave(): void
}
