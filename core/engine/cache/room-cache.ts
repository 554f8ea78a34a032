import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'

/** The usage of one entry; a room may have several. */
export interface RoomUsage {
  readonly roomId: string
  readonly functionName: string
  readonly accessCount: number
  /** The memory of the entry: its arrays as allocated, its texts, all around them. */
  readonly bytes: number
  readonly ageSeconds: number
  /** The peer address of the owning host in the group; absent at a single host. */
  readonly host?: string
}

/** The memory that results of rooms take in a host. */
export interface CacheUsage {
  readonly entries: number
  readonly bytes: number
}

/** A snapshot of all entries, those of one room in any order, without expired ones. */
export interface CacheStats {
  readonly ttlSeconds: number
  readonly rooms: readonly RoomUsage[]
}

/** The rooms of a host or a group, as operators see them. */
export interface RoomListing {
  /** Costs a pass over all rooms. */
  stats(): Promise<CacheStats>
  /** Returns the usage of this host's memory, at no cost. */
  usage(): CacheUsage
  clear(): Promise<number>
  close(): Promise<void>
}

/**
 * The port of the room cache: keeps one result a room, or as many as it was told, so that all peers of a room
 * see the same.
 */
export interface RoomCache extends RoomListing {
  /** Returns the room's valid entry for this invocation's key and revision, and counts the access. */
  get(invocation: Invocation): Promise<StoredResult | undefined>
  /**
   * Replaces the room's entry of the same key, else, in a full room, the one used longest ago; but never the
   * result of a request of a later generation.
   * Generations are numbers that grow with the time of the request. `owner` is the caller whose share of the
   * memory it takes.
   */
  put(invocation: Invocation, entry: StoredResult, generation: number, owner?: string): Promise<void>
}
