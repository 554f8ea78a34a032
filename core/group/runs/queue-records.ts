import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { Script } from '../redis/script.ts'

/** BullMQ takes no larger priority. */
const lastRound = 2_097_152

// `now` is the round of the run taken last, `top` the highest given. When nothing waits, all begins anew.
// Rounds count from 1: 0 says that as many wait as may.
const roundScript = new Script(`
local room, caller, most, limit = unpack(ARGV)
if redis.call('ZCARD', KEYS[2]) + redis.call('LLEN', KEYS[3]) >= tonumber(limit) then return 0 end
local taken = redis.call('HMGET', KEYS[1], 'now', 'top')
local now, top = tonumber(taken[1] or 0), tonumber(taken[2] or 0)
if now >= top then
  redis.call('DEL', KEYS[1])
  now, top = 0, 0
end
local round = math.max(tonumber(redis.call('HGET', KEYS[1], 'r' .. room) or 0), now) + 1
local others = redis.call('HINCRBY', KEYS[1], 'c' .. caller .. ':' .. round, 1) - 1
round = math.min(round + others, tonumber(most))
redis.call('HSET', KEYS[1], 'now', now, 'top', math.max(top, round), 'r' .. room, round)
redis.call('PEXPIRE', KEYS[1], 600000)
return round`)

const takenScript = new Script(`
local now = tonumber(redis.call('HGET', KEYS[1], 'now'))
if now and tonumber(ARGV[1]) > now then redis.call('HSET', KEYS[1], 'now', ARGV[1]) end
return 1`)

/** Who asks for a run, by names as short as they are many. */
export interface RoundAsker {
  readonly room: string
  readonly caller: string
}

/** The keys of a queue: what its turns are counted in, and where BullMQ has what waits. */
export interface QueueKeys {
  readonly rounds: string
  readonly prioritized: string
  readonly wait: string
}

/**
 * Returns the round in which a run has its turn: callers take turns, and so do the rooms of each. A room has
 * one run in a round; a caller with many rooms has them in as many rounds, each of which it may share with
 * one of its others. Returns 0 when `limit` runs wait.
 */
export async function nextRound(
  redis: Redis,
  { rounds, prioritized, wait }: QueueKeys,
  { room, caller, limit }: RoundAsker & { readonly limit: number },
): Promise<number> {
  const round = await roundScript.run(redis, [rounds, prioritized, wait], [room, caller, lastRound, limit])
  if (!isCount(round)) throw new TypeError('Redis answered with no round')
  return round
}

/** Notes that a run of a round was taken: who comes now has its turn after it. */
export async function noteTaken(redis: Redis, rounds: string, round: number): Promise<void> {
  await takenScript.run(redis, [rounds], [round])
}

const keepQueueScript = new Script(`
for _, key in ipairs(KEYS) do redis.call('PEXPIRE', key, 3600000) end
return 1`)

/** Lets keys live for another hour. */
export async function keepQueue(redis: Redis, keys: readonly string[]): Promise<void> {
  await keepQueueScript.run(redis, keys, [])
}
