import type { Redis } from 'ioredis'
import { measureEntry } from '../../cache/measure-entry.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { formatPointer, type ResultPointer } from './result-pointer.ts'
import { toRoomKeys } from './room-keys.ts'
import { dropResult, findCurrent, type RoomResult } from './room-records.ts'
import type { RoomKeeping, SharedResults } from './shared-results.ts'

/** Where the rooms of a group are. */
export interface GroupRooms {
  readonly redis: Redis
  /** Of the group's keys in Redis. */
  readonly prefix: string
  readonly results: SharedResults
}

/**
 * Returns the result that a room's pointer names. One that is gone, or is found to be gone when it is opened,
 * is taken out of the room, so that the next request computes it again.
 */
export async function openPointer(
  { redis, prefix, results }: GroupRooms,
  invocation: Invocation,
  pointer: ResultPointer,
): Promise<StoredResult | undefined> {
  const { current } = toRoomKeys(prefix, invocation)
  const drop = async (): Promise<void> => await dropResult(redis, current, formatPointer(pointer))
  // Not told when that fails: the pointer is as wrong for the next who asks, and expires.
  const entry = results.find(pointer, () => void drop().catch(() => {}))
  if (!entry) await drop()
  return entry
}

/** Returns a room's result for an invocation if it is there, and counts the access. */
export async function findResult(
  rooms: GroupRooms,
  invocation: Invocation,
): Promise<StoredResult | undefined> {
  const { current } = toRoomKeys(rooms.prefix, invocation)
  const pointer = await findCurrent(rooms.redis, current, invocation)
  return pointer && (await openPointer(rooms, invocation, pointer))
}

/**
 * Has a result of this host kept by `keep`, which takes what is to be done should it have to go: it leaves
 * the room then. Returns what Redis is to know of it.
 */
export function keepForRoom<K extends { readonly entry: StoredResult; readonly pointer: ResultPointer }>(
  { redis, prefix }: Pick<GroupRooms, 'redis' | 'prefix'>,
  { invocation, ttlSeconds }: { readonly invocation: Invocation; readonly ttlSeconds: number },
  keep: (room: RoomKeeping) => K,
): K & { readonly stored: RoomResult } {
  const { roomId, key, revision } = invocation
  const { current } = toRoomKeys(prefix, invocation)
  const texts = [roomId, key, revision]
  const onDropped = (gone: ResultPointer): void => {
    dropResult(redis, current, formatPointer(gone)).catch(() => {}) // it expires
  }
  const kept = keep({ texts, onDropped })
  const bytes = measureEntry(kept.entry, [kept.entry.id, ...texts])
  return { ...kept, stored: { pointer: formatPointer(kept.pointer), bytes, ttlMs: ttlSeconds * 1000 } }
}
