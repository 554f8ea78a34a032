/** The messages of a room, exactly as on the wire; `core/service/rooms/PROTOCOL.md` explains them. */
import type { ErrorCode } from '../domain/errors.ts'
import type { ResultType } from '../domain/result/result.ts'
import type { JsonObject } from '../values/json.ts'

/** The version of the protocol, as WebSocket subprotocols name it. */
export const roomProtocol = 'specimen-room.v1'

/** Most views of a room; they are numbered from 1. */
export const mostRoomViews = 8

/** Fields of the state by name; null removes one. */
export type RoomFields = JsonObject

/** The first message of a peer. */
export interface RoomJoin {
  readonly type: 'join'
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  /** A secret of the peer: a further connection with it takes the place of the former. */
  readonly key: string
  /** A secret that its person keeps for longer: notes belong to it. Absent: the key. */
  readonly person?: string
  /** The token of the API; empty where the host asks for none. */
  readonly token: string
  /** The kinds of binary frames that it reads. Absent: poses alone. */
  readonly frames?: readonly number[]
}

/** The messages of a peer. */
export type PeerMessage =
  | RoomJoin
  | { readonly type: 'set'; readonly seq: number; readonly fields: RoomFields }
  | { readonly type: 'cancel'; readonly view: number }
  | { readonly type: 'pong' }

/** A peer as the others see it. */
export interface RoomPeer {
  /** From 1; no number is used twice in the life of a room. */
  readonly peer: number
  readonly name: string
  readonly color: string
  /** False for a guest who may only read. */
  readonly may_change: boolean
}

/** The first message of a host: everything that a late joiner needs. */
export interface RoomWelcome {
  readonly type: 'welcome'
  /** The number of the peer that it is sent to. */
  readonly peer: number
  readonly version: number
  readonly peers: readonly RoomPeer[]
  readonly fields: RoomFields
  readonly dead_seconds: number
  /**
   * True for a peer that may end the lock of others: of all, or of guests with its tickets. Hosts before did
   * not say.
   */
  readonly may_unlock?: boolean
  /** The kinds of binary frames that the host takes. Absent: poses alone, as of hosts before. */
  readonly frames?: readonly number[]
}

/** Changes of the state as one, the same for all peers. */
export interface RoomChanged {
  readonly type: 'changed'
  readonly version: number
  /** The peer that made all of it; 0 for the host and for several. */
  readonly by: number
  /** The number that its peer has given it: that peer's acknowledgement. */
  readonly seq: number | null
  readonly fields: RoomFields
}

/** The refusal of a `set` as a whole. */
export interface RoomRefused {
  readonly type: 'refused'
  readonly seq: number
  readonly code: ErrorCode
  readonly detail: string
  /** The values that its fields have instead, as far as they are small. */
  readonly fields: RoomFields
}

/** The last message of a host on a connection. */
export interface RoomClosing {
  readonly type: 'closing'
  readonly code: ErrorCode | 'replaced'
  readonly detail: string
  /** The delay before the next attempt; null where none would succeed. */
  readonly retry_seconds: number | null
}

/** The messages of a host. */
export type RoomMessage =
  | RoomWelcome
  | RoomChanged
  | RoomRefused
  | RoomClosing
  | ({ readonly type: 'came' } & RoomPeer)
  | { readonly type: 'left'; readonly peer: number }
  | { readonly type: 'ping' }

/** The field `views/N/result`: the result that all peers fetch by its id. */
export type RoomViewResult = {
  readonly id: string
  /** The validator of its envelope, or of its JSON where the envelope has no place for it. */
  readonly etag: string
  readonly type: ResultType
  readonly bytes: number
  /** The version of the state that it was computed for. */
  readonly version: number
}

/** The field `views/N/run`: the run under way, or the failure of the last one. */
export type RoomViewRun = {
  readonly version: number
  readonly text?: string
  readonly fraction?: number
  readonly error?: { readonly code: ErrorCode; readonly detail: string }
}
