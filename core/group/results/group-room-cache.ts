import type { CacheStats, CacheUsage, RoomListing } from '../../cache/room-cache.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { clearRooms, listRooms } from './room-records.ts'

/** The dependencies of a {@link GroupRoomCache}. */
export interface GroupRoomCacheOptions {
  readonly connection: Pick<GroupConnection, 'ask'>
  readonly keys: GroupKeys
  /** Returns the memory that the results of this host take. */
  readonly usage: () => CacheUsage
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
}

/** Rooms that are asked for at a time. */
const pageSize = 1000

/** The rooms of all hosts. Redis has the pointers; the results are in the memory of the hosts. */
export class GroupRoomCache implements RoomListing {
  readonly #options: GroupRoomCacheOptions

  constructor(options: GroupRoomCacheOptions) {
    this.#options = options
  }

  async stats(): Promise<CacheStats> {
    const { connection, keys, ttlSeconds } = this.#options
    const rooms: CacheStats['rooms'][number][] = []
    for (let from = 0, total = 1; from < total; from += pageSize) {
      const page = await connection.ask((redis) => listRooms(redis, keys, { from, count: pageSize }))
      for (const { leftMs, ...room } of page.rooms)
        rooms.push({ ...room, ageSeconds: ttlSeconds - leftMs / 1000 })
      total = page.total
    }
    return { ttlSeconds, rooms }
  }

  usage(): CacheUsage {
    return this.#options.usage()
  }

  async clear(): Promise<number> {
    const { connection, keys } = this.#options
    return await connection.ask((redis) => clearRooms(redis, keys))
  }

  async close(): Promise<void> {} // nothing of it is this host's
}
