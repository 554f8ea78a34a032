import type { Redis } from 'ioredis'
import { measureEntry } from '../cache/measure-entry.ts'
import type { CacheStats, RoomCache } from '../cache/room-cache.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { findResult } from './open-pointer.ts'
import { formatPointer, type ResultPointer } from './result-pointer.ts'
import { toRoomKeys } from './room-keys.ts'
import { dropResult } from './scripts/drop-result.ts'
import { listCurrent, listRooms } from './scripts/list-rooms.ts'
import { storeResult } from './scripts/store-result.ts'
import type { SharedResults } from './shared-results.ts'

/** What a {@link GroupRoomCache} needs of its host and its group. */
export interface GroupRoomCacheOptions {
  /** Asks Redis something. @throws `group.away` */
  readonly ask: <T>(question: (redis: Redis) => Promise<T>) => Promise<T>
  /** Of the group's keys in Redis. */
  readonly prefix: string
  readonly results: SharedResults
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
    const keys = toRoomKeys(prefix, invocation)
    const { roomId, key, revision } = invocation
    const drop = (gone: ResultPointer): void =>
      void ask((redis) => dropResult(redis, keys.current, formatPointer(gone))).catch(() => {}) // it expires
    const pointer = formatPointer(results.toPointer(entry, owner, drop))
    const bytes = measureEntry(entry, [roomId, key, revision, entry.id])
    const stored = { pointer, bytes, ttlMs: ttlSeconds * 1000, generation }
    await ask((redis) => storeResult(redis, { keys, invocation }, stored))
  }

  async stats(): Promise<CacheStats> {
    const { ask, prefix, ttlSeconds } = this.#options
    const found = await ask((redis) => listRooms(redis, prefix))
    const rooms = found.map(({ leftMs, ...room }) => ({ ...room, ageSeconds: ttlSeconds - leftMs / 1000 }))
    return { ttlSeconds, rooms }
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
