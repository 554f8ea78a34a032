import type { Redis } from 'ioredis'
import type { RoomKeys } from '../room-keys.ts'
import { Script } from '../script.ts'
import type { Attempt } from './begin-run.ts'

export const handBackScript = new Script(`
local flight = redis.call('HMGET', KEYS[1], 'run', 'attempt')
if flight[1] == ARGV[1] and flight[2] == ARGV[2] then redis.call('HDEL', KEYS[1], 'begun') end
return 1`)

/** Says that a run which was begun waits again. */
export async function handBackRun(redis: Redis, keys: RoomKeys, { run, attempt }: Attempt): Promise<void> {
  await handBackScript.run(redis, [keys.flight], [run, attempt])
}
