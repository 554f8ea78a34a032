import type { Redis } from 'ioredis'
import type { Invocation } from '../domain/invocation.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { formatPointer, type ResultPointer } from './result-pointer.ts'
import { type RoomKeys, toRoomKeys } from './room-keys.ts'
import { dropResult } from './scripts/drop-result.ts'
import { findCurrent } from './scripts/find-current.ts'
import type { SharedResults } from './shared-results.ts'

/**
 * Returns the result that a pointer names. One that is gone, or is found to be gone when it is opened, is taken
 * out of its room, so that the next request computes it again.
 */
export async function openPointer(
  {
    redis,
    results,
    keys,
  }: { readonly redis: Redis; readonly results: SharedResults; readonly keys: RoomKeys },
  pointer: ResultPointer,
): Promise<StoredResult | undefined> {
  const drop = async (): Promise<void> => await dropResult(redis, keys.current, formatPointer(pointer))
  // Not told when that fails: the pointer is as wrong for the next who asks, and expires.
  const entry = results.find(pointer, () => void drop().catch(() => {}))
  if (!entry) await drop()
  return entry
}

/** Returns a room's result for an invocation if it is there, and counts the access. */
export async function findResult(
  {
    redis,
    prefix,
    results,
  }: { readonly redis: Redis; readonly prefix: string; readonly results: SharedResults },
  invocation: Invocation,
): Promise<StoredResult | undefined> {
  const keys = toRoomKeys(prefix, invocation)
  const pointer = await findCurrent(redis, keys.current, invocation)
  return pointer && (await openPointer({ redis, results, keys }, pointer))
}
