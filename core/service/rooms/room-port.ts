/** The port of rooms: how peers come in, and how their results are read. */
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Caller } from '../access/caller.ts'
import type { PeerRequest } from './room-address.ts'

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

/** Returns what a token permits in a room. @throws the errors of the API, `room.refused` among them */
export type AdmitPeer = (token: string, roomId: string) => Promise<PeerAdmission>

/** A result of a view that a room shows. */
export interface ShownRoomResult {
  readonly entry: StoredResult
  readonly specimenId: string
}

/** The rooms of a host, for peers that come in and for readers of results. */
export interface RoomPort {
  /** Opens the connection of a peer, which joins by its first message. @throws the refusal of the request */
  upgrade(request: PeerRequest, admit: AdmitPeer): void
  /** Returns a result that a room shows, here or at another host. @throws `result.unknown`, `group.away` */
  find(roomId: string, resultId: string): Promise<ShownRoomResult>
}
