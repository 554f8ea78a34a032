import type { RoomListener } from '../../rooms/room-state.ts'
import type { GroupConnection } from '../redis/connect.ts'

/** The part of the connection to Redis that a room needs. */
export interface RoomConnection extends Pick<GroupConnection, 'ask' | 'listen' | 'unlisten'> {
  readonly reachability: Pick<GroupConnection['reachability'], 'isAway'>
}

/** The dependencies of a `GroupRoomState`. */
export interface GroupRoomStateOptions {
  /** This host, as the group knows it. */
  readonly host: string
  readonly connection: RoomConnection
  /** The key of the room in Redis, and its channel. */
  readonly key: string
  readonly listener: Pick<RoomListener, 'onChanged'>
  /** Takes a message of the channel that is no change. */
  readonly onOther: (message: Buffer) => void
  readonly createId: () => string
  readonly clock: () => number
}
