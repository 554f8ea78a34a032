import { defaultRoomId } from '../../contract/domain/invocation.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { findTime } from '../../contract/domain/time-role.ts'
import type { CameraPose } from '../../contract/look/camera-pose.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'

/** The id of a page with the user's own file; the host has none with this letter. */
export const ownFileId = '~file'

/** The choices that each of several views has for itself. */
export interface OneView {
  readonly specimenId: string | null
  /** Parameters of the specimen's function that are not at their default. */
  readonly params: Params
  /** Null until the user has moved it: every result fits into the picture. */
  readonly camera: CameraPose | null
  /** The settings that differ from those of the author's view. */
  readonly display: Partial<Display>
  /** The parameter that is played; null for none. */
  readonly sweep: Sweep | null
  /** At most {@link mostNotes}. */
  readonly notes: readonly PinnedNote[]
}

/** A text at a place of the specimen. */
export interface PinnedNote {
  /** 1 to 32 of `A-Za-z0-9_-`. */
  readonly id: string
  readonly at: Vector3
  /** At most {@link longestNote} characters. */
  readonly text: string
  /** Empty where nobody has signed it. */
  readonly author: string
  /** Unix time in seconds; 0 for none. */
  readonly time: number
}

/** Most notes of a specimen, and of a room. */
export const mostNotes = 100
/** Characters of a note. */
export const longestNote = 1000

/** A parameter with steps between two values; those of a choice are the places of its options. */
export interface Sweep {
  readonly name: string
  readonly from: number
  readonly to: number
  /** From 2 to {@link mostSweepSteps} where a person has chosen it; of a time as many as it has. */
  readonly count: number
}

/** Most steps of a sweep. */
export const mostSweepSteps = 60

/** Steps of a time without steps of its own, and the most of one that has some. */
const usualTimes = 24
const mostTimes = 1000

/** Returns the sweep of the parameter that is a time, which is there to be played; null for none. */
export function toTimeSweep(schema: ParameterSchema): Sweep | null {
  const time = findTime(schema)
  if (!time) return null
  const { name, from, to, step } = time
  const count = step === null ? usualTimes : Math.round((to - from) / step) + 1
  return { name, from, to, count: Math.min(mostTimes, Math.max(2, count)) }
}

/** Orders of the gallery: the host's, by name, or what can be computed with other values first. */
export const galleryOrders = ['live', 'host', 'name'] as const
/** One of these. */
export type GalleryOrder = (typeof galleryOrders)[number]

/** The user's choices, which a link carries: everything follows from them and the host's answers. */
export interface ViewState extends OneView {
  /** Gallery: the words and the tags of the search; all must match. */
  readonly search: string
  readonly tags: readonly string[]
  /** Gallery: the kind of result; null for every one. */
  readonly type: ResultType | null
  /** Gallery: the order of the cards. */
  readonly order: GalleryOrder
  readonly roomId: string
  /** The views beside the first one; at most {@link mostViews} with it. */
  readonly others: readonly OneView[]
  /** Index of the view that the panel belongs to, among all. */
  readonly active: number
  /** True when all views have the camera of the first; those of the others are then null. */
  readonly isLinked: boolean
  /** The place of the divider when the first of two views lies over the second, as a fraction; else null. */
  readonly wipe: number | null
}

/** Most views beside each other. */
export const mostViews = 4

/** A view with all settings: the user's over the author's. */
export interface ShownView extends ViewState {
  readonly display: Display
}

/** A page with one view. */
export const alone = { others: [], active: 0, isLinked: true, wipe: null } as const

/** The initial gallery. */
export const initialView: ViewState = {
  specimenId: null,
  search: '',
  tags: [],
  type: null,
  order: 'live',
  params: {},
  roomId: defaultRoomId,
  camera: null,
  display: {},
  sweep: null,
  notes: [],
  ...alone,
}
