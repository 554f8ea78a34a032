import { hash } from 'node:crypto'
import type { RoomPeer } from '../../contract/wire/room-messages.ts'
import type { Caller } from '../access/caller.ts'
import type { PeerConnection } from './peer-connection.ts'
import type { RoomSight } from './room-sight.ts'

/** The permission of a peer, as the API gave it when it came. */
export interface PeerAdmission {
  readonly caller: Caller
  /** Its name for limits. */
  readonly client: string
  /** @throws `client.limited` */
  readonly countRun: () => void
  /** Rejects once its token is not valid any more, or allows something else. */
  readonly recheck: () => Promise<void>
  /** True for one with `admin` on a host that asks for tokens. */
  readonly isAdmin: boolean
  /** Id of its token, unless that is a ticket: the one by which it gives tickets. */
  readonly givesAs: string | null
  /** Id of the token by which its ticket was given; null for one without a ticket. */
  readonly guestOf: string | null
}

/** A peer that has arrived. */
export interface JoinedPeer {
  readonly shown: RoomPeer
  /** Digest of its caller and its key. */
  readonly identity: string
  /** Digest of its caller and of the secret of its person. */
  readonly person: string
  readonly admission: PeerAdmission
  readonly connection: PeerConnection
  /** The kinds of binary frames that it reads. */
  readonly kinds: ReadonlySet<number>
  /** The part of the room that it sees; undefined for the whole. */
  readonly sight: RoomSight | undefined
}

/** Returns the digest of a secret of a caller. */
export function toDigest({ name }: Caller, secret: string): string {
  return hash('sha256', JSON.stringify([name, secret]), 'base64url')
}
