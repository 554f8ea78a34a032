import type { Redis } from 'ioredis'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'
import { luaNow } from './reply.ts'

export const leaveScript = new Script(`${luaNow}
local run, waiter, channel = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'run') ~= run then return 0 end
redis.call('ZREM', KEYS[2], waiter)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now())
if redis.call('ZCARD', KEYS[2]) > 0 then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('PUBLISH', channel, '{"left":true}')
return 1`)

/**
 * Waits no longer. With the last one who waits anywhere the flight ends, and all hosts are told; returns
 * whether this was the last.
 */
export async function leaveFlight(
  redis: Redis,
  keys: RoomKeys,
  left: { readonly run: string; readonly waiter: string; readonly prefix: string },
): Promise<boolean> {
  const args = [left.run, left.waiter, toRunChannel(left.prefix, left.run)]
  return (await leaveScript.run(redis, [keys.flight, keys.waiters], args)) === 1
}
