import type { CacheStats, CacheUsage, RoomCache } from '../../cache/room-cache.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from './group-results.ts'
import { clearRooms, findResult, listRooms, storeResult } from './room-records.ts'

/** The dependencies of a {@link GroupRoomCache}. */
export interface GroupRoomCacheOptions {
  readonly connection: Pick<GroupConnection, 'ask'>
  readonly keys: GroupKeys
  readonly results: GroupResults
  /** Returns the memory that the results of this host take. */
  readonly usage: () => CacheUsage
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
}

/** Rooms that are asked for at a time. */
const pageSize = 1000

/** The rooms of all hosts. Redis has the pointers; the results are in the memory of the hosts. */
export class GroupRoomCache implements RoomCache {
  readonly #options: GroupRoomCacheOptions

  constructor(options: GroupRoomCacheOptions) {
    this.#options = options
  }

  async get(invocation: Invocation): Promise<StoredResult | undefined> {
    const { connection, keys, results } = this.#options
    const pointer = await connection.ask((redis) => findResult(redis, keys, invocation, true))
    return pointer && results.find(pointer, invocation.roomId)
  }

  async put(invocation: Invocation, entry: StoredResult, generation: number, owner?: string): Promise<void> {
    const { connection, keys, results, ttlSeconds } = this.#options
    const { pointer, bytes } = results.keepForRoom(entry, invocation, owner)
    const stored = { pointer, bytes, ttlMs: ttlSeconds * 1000, by: { generation } }
    await connection.ask((redis) => storeResult(redis, keys, invocation, stored))
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
