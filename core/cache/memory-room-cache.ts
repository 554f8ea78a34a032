/**
 * The room cache in memory. Bounded in bytes (the room used longest ago goes first) and in time: one timer
 * frees expired entries, not the next visit. Safe for concurrent use because every operation ends within one
 * turn of the event loop.
 */
import type { Invocation } from '../domain/invocation.ts'
import type { StoredResult } from '../domain/result.ts'
import { measureEntry } from './measure-entry.ts'
import type { CacheStats, RoomCache } from './room-cache.ts'

export interface MemoryRoomCacheOptions {
  readonly ttlSeconds: number
  /** Bytes of all entries together, as `measureEntry` counts them. A result larger than this is not kept. */
  readonly byteLimit: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

interface Entry {
  readonly cached: StoredResult
  readonly key: string
  readonly revision: string
  readonly functionName: string
  readonly generation: number
  readonly bytes: number
  readonly storedAt: number
  accessCount: number
}

export class MemoryRoomCache implements RoomCache {
  readonly #options: MemoryRoomCacheOptions
  /** In order of last use, the oldest first. */
  readonly #rooms = new Map<string, Entry>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: MemoryRoomCacheOptions) {
    this.#options = options
  }

  async get({ roomId, key, revision }: Invocation): Promise<StoredResult | undefined> {
    const entry = this.#rooms.get(roomId)
    if (!entry || entry.key !== key || entry.revision !== revision) return undefined
    if (this.#isExpired(entry)) {
      this.#remove(roomId, entry)
      return undefined
    }
    entry.accessCount++
    this.#rooms.delete(roomId)
    this.#rooms.set(roomId, entry)
    return entry.cached
  }

  async put(
    { roomId, key, revision, functionName }: Invocation,
    cached: StoredResult,
    generation: number,
  ): Promise<void> {
    const previous = this.#rooms.get(roomId)
    if (previous && previous.generation > generation && !this.#isExpired(previous)) return
    if (previous) this.#remove(roomId, previous)
    const bytes = measureEntry(cached, [roomId, key, revision, cached.id])
    if (bytes > this.#options.byteLimit) return
    const storedAt = this.#options.now()
    this.#rooms.set(roomId, {
      cached,
      key,
      revision,
      functionName,
      generation,
      bytes,
      storedAt,
      accessCount: 0,
    })
    this.#bytes += bytes
    for (const [room, entry] of this.#rooms) {
      if (this.#bytes <= this.#options.byteLimit) break
      this.#remove(room, entry)
    }
    this.#schedule()
  }

  async stats(): Promise<CacheStats> {
    this.#removeExpired()
    const now = this.#options.now()
    const rooms = [...this.#rooms].map(([roomId, { functionName, accessCount, bytes, storedAt }]) => {
      return { roomId, functionName, accessCount, bytes, ageSeconds: (now - storedAt) / 1000 }
    })
    return { ttlSeconds: this.#options.ttlSeconds, rooms }
  }

  async clear(): Promise<number> {
    this.#removeExpired()
    const count = this.#rooms.size
    this.#rooms.clear()
    this.#bytes = 0
    this.#schedule()
    return count
  }

  async close(): Promise<void> {
    this.#rooms.clear()
    this.#bytes = 0
    this.#schedule()
  }

  #isExpired({ storedAt }: Entry): boolean {
    return this.#options.now() - storedAt >= this.#options.ttlSeconds * 1000
  }

  #remove(roomId: string, entry: Entry): void {
    this.#rooms.delete(roomId)
    this.#bytes -= entry.bytes
  }

  #removeExpired(): void {
    for (const [roomId, entry] of this.#rooms) if (this.#isExpired(entry)) this.#remove(roomId, entry)
  }

  /** Keeps one timer while there are entries: it fires when the earliest of them expires. */
  #schedule(): void {
    if (this.#rooms.size === 0) {
      clearTimeout(this.#timer)
      this.#timer = undefined
      return
    }
    if (this.#timer) return
    let earliest = Number.POSITIVE_INFINITY
    for (const { storedAt } of this.#rooms.values()) earliest = Math.min(earliest, storedAt)
    const delay = earliest + this.#options.ttlSeconds * 1000 - this.#options.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#removeExpired()
        this.#schedule()
      },
      Math.min(Math.max(delay, 1), 2 ** 31 - 1),
    )
    this.#timer.unref()
  }
}
