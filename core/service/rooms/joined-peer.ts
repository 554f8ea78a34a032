import { hash } from 'node:crypto'
import type { RoomPeer } from '../../contract/wire/room-messages.ts'
import type { Caller } from '../access/caller.ts'
import type { PeerConnection } from './peer-connection.ts'
import type { PeerAdmission } from './room-port.ts'
import type { RoomSight } from './room-sight.ts'

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
