import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import { type ResultPointer, readPointer } from '../result-pointer.ts'
import { Script } from '../script.ts'

export const findScript = new Script(`
local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer')
if kept[1] ~= ARGV[1] or kept[2] ~= ARGV[2] then return false end
redis.call('HINCRBY', KEYS[1], 'hits', 1)
return kept[3]`)

/** Returns the pointer to a room's result if it is of this call, and counts the access. */
export async function findCurrent(
  redis: Redis,
  current: string,
  { key, revision }: Invocation,
): Promise<ResultPointer | undefined> {
  const found = await findScript.run(redis, [current], [key, revision])
  return found === null ? undefined : readPointer(found)
}
