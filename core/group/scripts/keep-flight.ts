import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'
import type { Claimant } from './claim.ts'
import { luaNow, parseReply } from './reply.ts'

/**
 * What has become of a flight since its leases were renewed last: it goes on; it has ended, or nobody waits
 * for it any more; its leader has gone before the run was taken from the queue, and who asks takes its place.
 */
export type Standing =
  | { readonly kind: 'goes on' | 'gone' }
  | { readonly kind: 'leads'; readonly attempt: number; readonly nextSeq: number }

export const keepScript = new Script(`${luaNow}
local run, waiter, lease, waits, leads, channel = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[1], 'run', 'leader', 'leads', 'begun')
if flight[1] ~= run then return {'gone'} end
local time = now()
if waits == '1' then redis.call('ZADD', KEYS[2], time + lease, waiter) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', time)
if redis.call('ZCARD', KEYS[2]) == 0 then
  redis.call('DEL', KEYS[1], KEYS[2])
  redis.call('PUBLISH', channel, '{"left":true}')
  return {'gone'}
end
redis.call('PEXPIRE', KEYS[1], 2 * lease)
redis.call('PEXPIRE', KEYS[2], 2 * lease)
if redis.call('EXISTS', KEYS[3]) == 1 then redis.call('PEXPIRE', KEYS[3], 4 * lease) end
if leads == '1' and flight[2] == waiter then
  redis.call('HSET', KEYS[1], 'leads', time + lease)
elseif waits == '1' and not flight[4] and tonumber(flight[3]) < time then
  redis.call('HSET', KEYS[1], 'leader', waiter, 'leads', time + lease)
  local attempt = redis.call('HINCRBY', KEYS[1], 'attempt', 1)
  local last = redis.call('XREVRANGE', KEYS[3], '+', '-', 'COUNT', 1)[1]
  local nextSeq = last and tonumber(string.match(last[1], '^%d+')) or 0
  return {'leads', attempt, nextSeq}
end
return {'goes on'}`)

/**
 * Renews what a host has of a flight: the lease of those who wait there, and of its run where it leads that.
 * A flight for which nobody waits ends.
 */
export async function keepFlight(
  redis: Redis,
  keys: RoomKeys,
  kept: Claimant & {
    readonly run: string
    readonly waits: boolean
    readonly leads: boolean
    readonly prefix: string
  },
): Promise<Standing> {
  const { run, waiter, leaseMs, waits, leads, prefix } = kept
  const names = [keys.flight, keys.waiters, keys.log(run)]
  const args = [run, waiter, leaseMs, waits ? 1 : 0, leads ? 1 : 0, toRunChannel(prefix, run)]
  const [kind, attempt, nextSeq] = parseReply(await keepScript.run(redis, names, args))
  if (kind === 'goes on' || kind === 'gone') return { kind }
  if (kind === 'leads' && isCount(attempt) && isCount(nextSeq)) return { kind, attempt, nextSeq }
  throw new TypeError('Redis answered a renewal with something else')
}
