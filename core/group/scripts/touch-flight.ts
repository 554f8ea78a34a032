import type { Redis } from 'ioredis'
import type { RoomKeys } from '../room-keys.ts'
import { Script } from '../script.ts'

export const touchScript = new Script(`
if redis.call('HGET', KEYS[2], 'run') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'generation', redis.call('INCR', KEYS[1]))
return 1`)

/** Makes a flight as new as a request that has joined it at a host which waits for it already. */
export async function touchFlight(redis: Redis, keys: RoomKeys, run: string): Promise<void> {
  await touchScript.run(redis, [keys.generation, keys.flight], [run])
}
