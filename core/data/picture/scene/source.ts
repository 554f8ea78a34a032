import type { FragmentTarget } from '../fragment.ts'

/** The linear colour of a fragment. It is of a surface that is there by `cover`: what is far may be fainter. */
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
