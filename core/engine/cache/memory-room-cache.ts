import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { AgingEntries, type AgingEntry } from './aging-entries.ts'
import { measureEntry } from './measure-entry.ts'
import type { CacheStats, CacheUsage, RoomCache } from './room-cache.ts'

interface RoomEntry extends AgingEntry {
  readonly cached: StoredResult
  readonly roomId: string
  readonly revision: string
  readonly functionName: string
  readonly generation: number
  accessCount: number
}

/** Entries by room and key, which know those of each room in the order of their use. */
class RoomEntries extends AgingEntries<RoomEntry> {
  readonly #rooms = new Map<string, Set<string>>()

  listRoom(roomId: string): readonly string[] {
    return [...(this.#rooms.get(roomId) ?? [])]
  }

  override touch(place: string): void {
    super.touch(place)
    const room = this.#rooms.get(this.get(place)?.roomId ?? '')
    if (room?.delete(place)) room.add(place)
  }

  override set(place: string, entry: RoomEntry): void {
    super.set(place, entry)
    this.#rooms.set(entry.roomId, (this.#rooms.get(entry.roomId) ?? new Set()).add(place))
  }

  override delete(place: string): void {
    const roomId = this.peek(place)?.roomId ?? ''
    super.delete(place)
    const room = this.#rooms.get(roomId)
    room?.delete(place)
    if (room?.size === 0) this.#rooms.delete(roomId)
  }

  override clear(): void {
    super.clear()
    this.#rooms.clear()
  }
}

interface MemoryRoomCacheOptions {
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
  /** Bytes of all entries together, as `measureEntry` counts them. A larger result is not kept. */
  readonly byteLimit: number
  /** Most results of one room; 1 when absent, as the interface says. */
  readonly roomResults?: number
  readonly now: () => number
}

/** Keeps rooms in memory, bounded in results a room, in bytes of the caller with most, and in time. */
export class MemoryRoomCache implements RoomCache {
  readonly #options: MemoryRoomCacheOptions
  readonly #entries: RoomEntries

  constructor(options: MemoryRoomCacheOptions) {
    this.#options = options
    this.#entries = new RoomEntries(options)
  }

  async get({ roomId, key, revision }: Invocation): Promise<StoredResult | undefined> {
    const place = toPlace(roomId, key)
    const entry = this.#entries.get(place)
    if (!entry || entry.revision !== revision) return undefined
    entry.accessCount++
    this.#entries.touch(place)
    return entry.cached
  }

  async put(
    { roomId, key, revision, functionName }: Invocation,
    cached: StoredResult,
    generation: number,
    owner = '',
  ): Promise<void> {
    const place = toPlace(roomId, key)
    const room = this.#entries.listRoom(roomId)
    const isFull = room.length >= (this.#options.roomResults ?? 1)
    const previous = room.includes(place) ? place : isFull ? room[0] : undefined
    if (previous !== undefined) {
      if ((this.#entries.get(previous)?.generation ?? generation) > generation) return
      this.#entries.delete(previous)
    }
    const bytes = measureEntry(cached, [roomId, key, revision, cached.id])
    if (bytes > this.#options.byteLimit) return
    this.#entries.set(place, {
      cached,
      roomId,
      revision,
      functionName,
      generation,
      owner,
      bytes,
      since: this.#options.now(),
      accessCount: 0,
    })
    while (this.#entries.bytes > this.#options.byteLimit) {
      const first = this.#entries.findFirstToGo()
      if (first === undefined) break
      this.#entries.delete(first)
    }
  }

  async stats(): Promise<CacheStats> {
    this.#entries.removeExpired()
    const now = this.#options.now()
    const rooms = [...this.#entries].map(([, { roomId, functionName, accessCount, bytes, since }]) => {
      return { roomId, functionName, accessCount, bytes, ageSeconds: (now - since) / 1000 }
    })
    return { ttlSeconds: this.#options.ttlSeconds, rooms }
  }

  usage(): CacheUsage {
    return { entries: this.#entries.size, bytes: this.#entries.bytes }
  }

  async clear(): Promise<number> {
    this.#entries.removeExpired()
    const count = this.#entries.size
    await this.close()
    return count
  }

  async close(): Promise<void> {
    this.#entries.clear()
  }
}

/** Room ids have no control characters. */
function toPlace(roomId: string, key: string): string {
  return `${roomId}\n${key}`
}
