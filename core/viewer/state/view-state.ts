import { defaultRoomId } from '../../domain/invocation.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import { type Display, defaultDisplay, type Vector3 } from './display.ts'

/** From where a specimen is seen, in its own coordinates. */
export interface CameraPose {
  /** What is looked at, and turned around. */
  readonly target: Vector3
  /** From there to the eye. */
  readonly offset: Vector3
}

/**
 * What a person has chosen, and what a link carries: everything on the screen follows from this and from the
 * host's answers.
 */
export interface ViewState {
  /** Null for the gallery. */
  readonly specimenId: string | null
  /** Of the gallery: words that are looked for, and tags that all must have. */
  readonly search: string
  readonly tags: readonly string[]
  /** Of the gallery: the kind of result; null for every one. */
  readonly type: ResultType | null
  /** Of the specimen's function, those that are not at their default. */
  readonly params: Params
  readonly roomId: string
  /** Null until somebody has moved it: the specimen fits into the picture. */
  readonly camera: CameraPose | null
  readonly display: Display
}

/** The gallery, as it is at first. */
export const initialView: ViewState = {
  specimenId: null,
  search: '',
  tags: [],
  type: null,
  params: {},
  roomId: defaultRoomId,
  camera: null,
  display: defaultDisplay,
}
