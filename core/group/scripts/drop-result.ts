import type { Redis } from 'ioredis'
import { Script } from '../script.ts'

export const dropScript = new Script(`
if redis.call('HGET', KEYS[1], 'pointer') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

/** Takes a room's result out, if it is still the one that is gone. */
export async function dropResult(redis: Redis, current: string, pointer: string): Promise<void> {
  await dropScript.run(redis, [current], [pointer])
}
