/** The port of the room cache. Flights keep results in it, the cache endpoints show it. */
import type { Invocation } from '../domain/invocation.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'

/** What one room keeps, as `GET /api/cache/stats` lists it. */
export interface RoomUsage {
  readonly roomId: string
  readonly functionName: string
  /** Hits since it was stored. */
  readonly accessCount: number
  /** What the entry takes where it is kept: its arrays' memory as allocated, its texts, all around them. */
  readonly bytes: number
  readonly ageSeconds: number
  /** Where the host of the group that has it is reached by the others; absent at a host by itself. */
  readonly host?: string
}

/** What the results of rooms take of a host's memory. */
export interface CacheUsage {
  readonly entries: number
  readonly bytes: number
}

/** What all rooms keep at one moment. Expired entries are not in it. */
export interface CacheStats {
  readonly ttlSeconds: number
  readonly rooms: readonly RoomUsage[]
}

/** Keeps one result a room, so that all peers of a room see the same. */
export interface RoomCache {
  /**
   * Returns the room's entry if it has this invocation's key and revision and has not expired, and counts the
   * access.
   */
  get(invocation: Invocation): Promise<StoredResult | undefined>
  /**
   * Replaces the room's entry, unless a request of a later generation has stored its result there already.
   * Generations are numbers that grow with the time of the request. `owner` is the caller whose share of the
   * memory it takes.
   */
  put(invocation: Invocation, entry: StoredResult, generation: number, owner?: string): Promise<void>
  /** Returns what is kept; costs a pass over all rooms. */
  stats(): Promise<CacheStats>
  /** Returns what this host has in its memory, at no cost. */
  usage(): CacheUsage
  /** Drops every entry and returns how many there were. */
  clear(): Promise<number>
  /** Ends its timers. */
  close(): Promise<void>
}
