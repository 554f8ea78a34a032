import type { Hit } from '../stage/hit.ts'
import type { BoardCell, BoardWords, StoryWords } from './board-words.ts'
import type { HandStroke, PlaceInHand } from './hand-place.ts'
import type { PartHold } from './part-carrier.ts'
import type { HeldPlane } from './plane-frame.ts'
import type { SceneLabel } from './scene-labels.ts'

/** The meaning of a specimen for a visit. */
export interface VisitSubject {
  readonly words: BoardWords
  /** The page of its story that is read; null for none. */
  readonly story: StoryWords | null
  /** The unit of lengths, as the page says it; empty for none. */
  readonly unit: string
  /** The number of changes of values that can be taken back. */
  readonly undoCount: number
  /** Takes the last of these back. */
  readonly undo: () => void
  /** The tools of the page, as buttons. */
  readonly tools: readonly BoardCell[]
  /** Takes what a pinch hits, in place of taking the specimen; null where no tool is on. */
  readonly onPick: ((hit: Hit | null) => void) | null
  /** Takes the part that is hit, in the specimen's coordinates; null where hands take the specimen. */
  readonly onPart: ((hit: Hit | null) => PartHold | null) | null
  /** The clipping plane, in the specimen's coordinates; null for none. */
  readonly plane: HeldPlane | null
  /** Takes the plane as a hand has moved it; `isHeld` is false when it has let go. */
  readonly onPlane: (plane: HeldPlane, isHeld: boolean) => void
  /** The places among its parameters, in the specimen's coordinates. */
  readonly places: readonly PlaceInHand[]
  /** The curve that the next pinch draws; null for none. */
  readonly stroke: HandStroke | null
  /** Texts at places of the specimen. */
  readonly labels: readonly SceneLabel[]
}
