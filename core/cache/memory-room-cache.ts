import type { Invocation } from '../domain/invocation.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { AgingEntries, type AgingEntry } from './aging-entries.ts'
import { measureEntry } from './measure-entry.ts'
import type { CacheStats, CacheUsage, RoomCache } from './room-cache.ts'

/** Bounds and clock of a {@link MemoryRoomCache}. */
export interface MemoryRoomCacheOptions {
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
  /** Bytes of all entries together, as `measureEntry` counts them. A larger result is not kept. */
  readonly byteLimit: number
  readonly now: () => number
}

interface RoomEntry extends AgingEntry {
  readonly cached: StoredResult
  readonly key: string
  readonly revision: string
  readonly functionName: string
  readonly generation: number
  accessCount: number
}

/**
 * Keeps rooms in memory, bounded in bytes (of the caller whose rooms hold most, the least recently used room
 * goes first) and in time (a timer frees expired entries). Safe for concurrent use because every operation
 * ends within one turn of the event loop.
 */
export class MemoryRoomCache implements RoomCache {
  readonly #options: MemoryRoomCacheOptions
  readonly #rooms: AgingEntries<RoomEntry>

  constructor(options: MemoryRoomCacheOptions) {
    this.#options = options
    this.#rooms = new AgingEntries(options)
  }

  async get({ roomId, key, revision }: Invocation): Promise<StoredResult | undefined> {
    const entry = this.#rooms.get(roomId)
    if (!entry || entry.key !== key || entry.revision !== revision) return undefined
    entry.accessCount++
    this.#rooms.touch(roomId)
    return entry.cached
  }

  async put(
    { roomId, key, revision, functionName }: Invocation,
    cached: StoredResult,
    generation: number,
    owner = '',
  ): Promise<void> {
    const previous = this.#rooms.get(roomId)
    if (previous && previous.generation > generation) return
    this.#rooms.delete(roomId)
    const bytes = measureEntry(cached, [roomId, key, revision, cached.id])
    if (bytes > this.#options.byteLimit) return
    this.#rooms.set(roomId, {
      cached,
      key,
      revision,
      functionName,
      generation,
      owner,
      bytes,
      since: this.#options.now(),
      accessCount: 0,
    })
    while (this.#rooms.bytes > this.#options.byteLimit) {
      const first = this.#rooms.findFirstToGo()
      if (first === undefined) break
      this.#rooms.delete(first)
    }
  }

  async stats(): Promise<CacheStats> {
    this.#rooms.removeExpired()
    const now = this.#options.now()
    const rooms = [...this.#rooms].map(([roomId, { functionName, accessCount, bytes, since }]) => {
      return { roomId, functionName, accessCount, bytes, ageSeconds: (now - since) / 1000 }
    })
    return { ttlSeconds: this.#options.ttlSeconds, rooms }
  }

  usage(): CacheUsage {
    return { entries: this.#rooms.size, bytes: this.#rooms.bytes }
  }

  async clear(): Promise<number> {
    this.#rooms.removeExpired()
    const count = this.#rooms.size
    await this.close()
    return count
  }

  async close(): Promise<void> {
    this.#rooms.clear()
  }
}
