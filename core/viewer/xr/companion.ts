/**
 * The others of a room as a headset sees them. Places are in parts of the box around the specimen: its centre
 * is 0, half of its diagonal 1.
 */
import type { BodyHand, PeerBody } from '../../contract/wire/room-bodies.ts'
import type { PoseHand, PosePoint } from '../../contract/wire/room-poses.ts'

/** A hand, and where its ray ends. */
export interface CompanionHand extends BodyHand {
  /** The way of its ray to the box; null for one that does not meet it. */
  readonly reach: number | null
}

/** Another person: in a headset, with head and hands, or at a page, with a camera and a pointer. */
export interface RoomCompanion {
  /** Its number. */
  readonly peer: number
  /** To be shown. */
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  readonly isFollowed: boolean
  /** True for one who has locked what is shown. */
  readonly isPresenter: boolean
  readonly isInHeadset: boolean
  /** The length of a metre of a person in a headset; 0 for a page. */
  readonly metre: number
  /** The head or the camera; -z is the direction of looking. */
  readonly eye: PoseHand | null
  readonly left: CompanionHand | null
  readonly right: CompanionHand | null
  /** The place that the pointer of a page is at. */
  readonly cursor: PosePoint | null
}

/** The body of a person in a headset, in parts of the box. */
export type OwnBody = Omit<PeerBody, 'peer' | 'view'>

/** The room of a person in a headset. */
export interface CompanyRoom {
  /** Shows the others where this person's head and hands are; null after the headset. */
  readonly show: (body: OwnBody | null) => void
  /** Follows another, or nobody. */
  readonly follow: (peer: number | null) => void
}
