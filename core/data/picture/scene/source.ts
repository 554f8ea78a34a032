import type { Camera } from '../camera.ts'
import type { FragmentTarget } from '../fragment.ts'

/** The linear colour of a fragment. By `cover` it is there: what is far may be fainter. */
export type Tint = Record<'red' | 'green' | 'blue' | 'cover', number>

/** A part of a scene that has fragments: surfaces, lines, points, or an image. */
export interface Source {
  /** From 0 to 1; what is behind a fragment of 1 is not seen. */
  readonly opacity: number
  /** Gives a target all fragments that it has. */
  fill(target: FragmentTarget): void
  /** Begins a pixel: samples of one that are of the same triangle are lit once. */
  begin(): void
  /** Returns the colour of a fragment; filled again and again. */
  shade(element: number, u: number, v: number): Tint
}

/** Returns a colour to be filled. */
export function createTint(): Tint {
  return { red: 0, green: 0, blue: 0, cover: 1 }
}

/** The cameras of a picture of a scene. */
export interface SceneCamera {
  /** In the coordinates of the scene. */
  readonly camera: Camera
  /** In those of the part. */
  readonly partCamera: Camera
  /** Samples along each side. */
  readonly size: number
}
