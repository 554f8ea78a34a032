import type { Result } from '../contract/domain/result/result.ts'
import type { Json } from '../contract/values/json.ts'
import type { PeerBody } from '../contract/wire/room-bodies.ts'
import type { RoomClosing, RoomFields, RoomPeer, RoomRefused } from '../contract/wire/room-messages.ts'
import type { PeerPose } from '../contract/wire/room-poses.ts'

/** An event of a room, as its peer sees it. */
export type RoomEvent =
  /** The peer is in the room, or again: everything may have changed. */
  | { readonly type: 'entered' }
  /** Somebody has come or left. */
  | { readonly type: 'peers' }
  /** Fields have changed otherwise than by this peer; null for a removed one. `by` is 0 for the host. */
  | { readonly type: 'changed'; readonly by: number; readonly fields: RoomFields }
  /** The newest poses of those that have moved, own ones left out. */
  | { readonly type: 'poses'; readonly poses: readonly PeerPose[] }
  /** The newest heads and hands of those in headsets that have moved, own ones left out. */
  | { readonly type: 'bodies'; readonly bodies: readonly PeerBody[] }
  /** Own changes were refused, and the fields are as they were. */
  | ({ readonly type: 'refused' } & Pick<RoomRefused, 'code' | 'detail' | 'fields'>)
  /** The connection is lost; the next attempt follows by itself. */
  | { readonly type: 'away'; readonly detail: string }
  /** The host has ended it, and no attempt follows. */
  | ({ readonly type: 'ended' } & Pick<RoomClosing, 'code' | 'detail'>)

/** The options of a peer. */
export interface JoinOptions {
  /** Shown to the others. */
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  /**
   * A secret of 16 to 64 letters and digits that the person keeps from one visit to the next: notes belong to
   * it. Absent: notes are this session's.
   */
  readonly person?: string | undefined
  /**
   * A secret of 16 to 64 letters and digits. Whoever joins with the key of a session takes its place, with
   * its number and its lock, and that session ends. Absent: one of its own.
   */
  readonly key?: string | undefined
  readonly onEvent: (event: RoomEvent) => void
  /** Opens a WebSocket where the runtime has none, as Node before version 22. */
  readonly openSocket?: ((url: string, protocol: string) => WebSocket) | undefined
}

/** A peer's part in a room, until it leaves. It connects again by itself, and catches up. */
export interface RoomSession {
  /** The own number; 0 before the first welcome. */
  readonly peer: number
  readonly peers: ReadonlyMap<number, RoomPeer>
  /** True for one that may end the lock of others: of all, or of guests with its tickets. */
  readonly mayUnlock: boolean
  /** The state by names of fields, own changes included that the host has not acknowledged yet. */
  readonly fields: ReadonlyMap<string, Json>
  /** Changes fields for all, at most 20 times a second; what is set meanwhile goes together. */
  set(fields: RoomFields): void
  /** Shows where this peer looks and points; the newest is sent, at most 20 times a second. */
  pose(pose: Omit<PeerPose, 'peer'>): void
  /** Shows the head and the hands of a person in a headset, as often; one without parts has left it. */
  body(body: Omit<PeerBody, 'peer'>): void
  /** Ends the run of a view. */
  cancel(view: number): void
  /** Returns the result that a view shows; undefined for none. @throws as `data`; `result.unknown` */
  result(view: number, signal?: AbortSignal): Promise<Result | undefined>
  leave(): void
}
