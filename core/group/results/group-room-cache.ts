import type { Redis } from 'ioredis'
import type { CacheStats, CacheUsage, RoomCache } from '../../cache/room-cache.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { toRoomKeys } from './room-keys.ts'
import { listCurrent, listRooms, storeResult } from './room-records.ts'
import { findResult, keepForRoom } from './room-results.ts'
import type { SharedResults } from './shared-results.ts'

/** What a {@link GroupRoomCache} needs of its host and its group. */
export interface GroupRoomCacheOptions {
  /** Asks Redis something. @throws `group.away` */
  readonly ask: <T>(question: (redis: Redis) => Promise<T>) => Promise<T>
  /** Of the group's keys in Redis. */
  readonly prefix: string
  readonly results: SharedResults
  /** Returns what this host has of all results. */
  readonly usage: () => CacheUsage
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
}

/**
 * The rooms of all hosts. Redis has who has which result, and for how long; the results lie at the hosts,
 * each within its own bytes.
 */
export class GroupRoomCache implements RoomCache {
  readonly #options: GroupRoomCacheOptions

  constructor(options: GroupRoomCacheOptions) {
    this.#options = options
  }

  async get(invocation: Invocation): Promise<StoredResult | undefined> {
    const { ask, prefix, results } = this.#options
    return await ask((redis) => findResult({ redis, prefix, results }, invocation))
  }

  async put(invocation: Invocation, entry: StoredResult, generation: number, owner?: string): Promise<void> {
    const { ask, prefix, results, ttlSeconds } = this.#options
    await ask(async (redis) => {
      const { stored } = keepForRoom({ redis, prefix }, { invocation, ttlSeconds }, (kept) => {
        return { entry, pointer: results.toPointer(entry, owner, kept) }
      })
      const place = { keys: toRoomKeys(prefix, invocation), invocation }
      await storeResult(redis, place, { ...stored, generation })
    })
  }

  async stats(): Promise<CacheStats> {
    const { ask, prefix, ttlSeconds } = this.#options
    const found = await ask((redis) => listRooms(redis, prefix))
    const rooms = found.map(({ leftMs, storedAt: _, ...room }) => ({
      ...room,
      ageSeconds: ttlSeconds - leftMs / 1000,
    }))
    return { ttlSeconds, rooms }
  }

  usage(): CacheUsage {
    return this.#options.usage()
  }

  async clear(): Promise<number> {
    const { ask, prefix } = this.#options
    return await ask(async (redis) => {
      let count = 0
      for await (const keys of listCurrent(redis, prefix))
        if (keys.length > 0) count += await redis.unlink(keys)
      return count
    })
  }

  async close(): Promise<void> {} // nothing of it is this host's
}
