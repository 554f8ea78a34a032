/** Places among the parameters as hands take them, in the specimen's coordinates. */
import type { Vector3 } from '../../contract/look/display.ts'
import type { Hit } from '../stage/hit.ts'

/** The move of a hand since it has taken a part of a place. */
export interface HandMove {
  /** From a place at that time to where the hand has carried it; a turn and a shift in the room. */
  readonly map: (place: Vector3) => Vector3
  /** Where the hand's ray meets the specimen, for a part that goes over its surface; null for nowhere. */
  readonly hit: Hit | null
  /** False once, when the hand has let go. */
  readonly isHeld: boolean
}

/** Takes the moves of a hand. Returns the name of what the place has snapped to; null for nothing. */
export type PlaceHold = (move: HandMove) => string | null

/** A part of a place that a hand can take. */
export interface HandGrip {
  /** The same for the same part of another value. */
  readonly key: string
  readonly at: Vector3
  /** The axis whose colour it has; null for none. */
  readonly axis: 0 | 1 | 2 | null
  readonly isOnSurface: boolean
  /** True of the part by which the whole place is held. */
  readonly isWhole: boolean
  /** Called when a hand takes it; null where it cannot be taken. */
  readonly take: (() => PlaceHold) | null
}

/** A line of a place. */
export interface HandLine {
  readonly through: readonly Vector3[]
  readonly axis: 0 | 1 | 2 | null
}

/** A place with what hands take of it. */
export interface HandPlace {
  readonly grips: readonly HandGrip[]
  readonly lines: readonly HandLine[]
}

/** A curve that the next pinch draws. */
export interface HandStroke {
  /** Most points of the curve. */
  readonly most: number
  readonly isOnSurface: boolean
  /** Takes the points so far; `isHeld` is false once, when the hand has let go. */
  readonly onDraw: (points: readonly Vector3[], isHeld: boolean) => void
}
