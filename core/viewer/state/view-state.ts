import { defaultRoomId } from '../../domain/invocation.ts'
import type { ResultType } from '../../domain/result/result.ts'
import type { Params } from '../../domain/schema.ts'
import type { CameraPose } from '../../look/camera-pose.ts'
import type { Display } from '../../look/display.ts'

/** The id of a page with the user's own file; the host has none with this letter. */
export const ownFileId = '~file'

/** The user's choices, which a link carries: everything follows from them and the host's answers. */
export interface ViewState {
  readonly specimenId: string | null
  /** Gallery: the words and the tags of the search; all must match. */
  readonly search: string
  readonly tags: readonly string[]
  /** Gallery: the kind of result; null for every one. */
  readonly type: ResultType | null
  /** Parameters of the specimen's function that are not at their default. */
  readonly params: Params
  readonly roomId: string
  /** Null until the user has moved it: every result fits into the picture. */
  readonly camera: CameraPose | null
  /** The settings that differ from those of the author's view. */
  readonly display: Partial<Display>
}

/** A view with all settings: the user's over the author's. */
export interface ShownView extends ViewState {
  readonly display: Display
}

/** The initial gallery. */
export const initialView: ViewState = {
  specimenId: null,
  search: '',
  tags: [],
  type: null,
  params: {},
  roomId: defaultRoomId,
  camera: null,
  display: {},
}
