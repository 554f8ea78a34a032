import type { Redis } from 'ioredis'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { formatPointer, type ResultPointer } from './result-pointer.ts'
import type { RoomKeys } from './room-keys.ts'
import { dropResult } from './scripts/drop-result.ts'
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
