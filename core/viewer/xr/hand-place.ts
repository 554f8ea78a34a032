/** Places among the parameters as hands take them, in the specimen's coordinates. */
import type { Vector3 as Point } from 'three'
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

/** The state of a part after a move. */
export interface HeldState {
  /** The name of what it has snapped to, of which a new one is felt; null for nothing. */
  readonly snapped: string | null
  /** Its numbers, for a sign beside it. */
  readonly text: string
}

/** Takes the moves of a hand; returns null where the place is there no more. */
export type PlaceHold = (move: HandMove) => HeldState | null

/** A sign that stands above a place of the room, before the eyes. */
export interface HandSign {
  say(text: string, color: string): void
  stand(place: Point, above: number, eyes: Point): void
  dispose(): void
}

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
  /** Frames for each move that is told: 1 for all, more for a value of many numbers. */
  readonly pace: number
  /** Called when a hand takes it; null where it cannot be taken. */
  readonly take: (() => PlaceHold) | null
}

/** A line of a place. */
export interface HandLine {
  readonly through: readonly Vector3[]
  readonly axis: 0 | 1 | 2 | null
}

/** A place with what hands take of it. */
export interface PlaceInHand {
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
