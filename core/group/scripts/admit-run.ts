import type { Redis } from 'ioredis'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'

export const admitScript = new Script(`
local run, channel = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'run') ~= run then return 0 end
redis.call('HSET', KEYS[1], 'admitted', 1)
redis.call('PUBLISH', channel, '{"admitted":true}')
return 1`)

/** Says that a run has a place or a place in the queue. */
export async function admitRun(
  redis: Redis,
  keys: RoomKeys,
  { run, prefix }: { readonly run: string; readonly prefix: string },
): Promise<void> {
  await admitScript.run(redis, [keys.flight], [run, toRunChannel(prefix, run)])
}
