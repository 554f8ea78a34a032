import type { CSSProperties } from 'preact'
import type { Vector3 } from '../../contract/look/display.ts'
import type { PlaceSight } from './follow-place.ts'
import type { PlaceGrip, PlaceHandle } from './place-grip.ts'

/** Attributes that put the middle of an element at a place of the picture: by its frames, or at once. */
export interface PutAttributes {
  readonly 'data-place'?: string
  readonly 'data-free'?: true
  readonly style?: CSSProperties
}

/** A line as a path, and the attributes that draw it in the picture below. */
export interface DrawnLine {
  readonly axis?: 0 | 1 | 2 | undefined
  /** True of one that lies beside what is shown. */
  readonly isFar: boolean
  readonly path: { readonly 'data-path': string } | { readonly d: string }
}

/** The picture that handles lie over; places are those of the result. */
export interface HandleGround {
  /** True of a slice, in which lines are drawn in parts of its width and height. */
  readonly isSlice: boolean
  /** Returns null before the picture is there. */
  readonly toSight: () => PlaceSight | null
  readonly put: (place: Vector3) => PutAttributes
  /** Returns whether a place lies beside what is shown: more than half a step before or behind a slice. */
  readonly isFar: (place: Vector3) => boolean
  /** Returns the parts of a handle that can be held here, each where it is held. */
  readonly toGrips: (handle: PlaceHandle) => readonly PlaceGrip[]
  readonly toLines: (handle: PlaceHandle) => readonly DrawnLine[]
}
