import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { luaIsNewer, Script, text } from '../redis/script.ts'

/** The name of a waiter: a flight of a host, or a job, which waits until its end. */
export type WaiterName = `host:${string}` | `job:${string}`

/** Milliseconds for which a flight is kept without news: the longest time that a run may wait and take. */
export const flightLife = 86_400_000

/** The room's result; the run that is under way or may begin; the end of the job; or nothing. */
export type Entered =
  | { readonly kind: 'hit'; readonly pointer: string }
  | { readonly kind: 'joined' | 'new'; readonly run: string; readonly queue: string; readonly by: string }
  | { readonly kind: 'over' }
  | { readonly kind: 'refused' }

/** A request for a room's result. */
export interface Entry {
  readonly waiter: WaiterName
  /** The key of the job that waits, which then names the run as its own. */
  readonly job?: string | undefined
  /** The run that may begin, if not empty; with `isKnown`, the only one that may be joined. */
  readonly run: string
  readonly isKnown?: boolean
  /** The queue and the host of that run. */
  readonly queue: string
  readonly by: string
  /** A run that turned out to be lost. */
  readonly lost?: string | undefined
}

const enterScript = new Script(`${luaIsNewer}
local key, revision, waiter, run, queue, by, lost, isKnown, life = unpack(ARGV)
if KEYS[5] and redis.call('HEXISTS', KEYS[5], 'state') == 1 then return {'over'} end
local known = redis.call('HMGET', KEYS[2], 'run', 'queue', 'by')
if isKnown == '1' then
  if known[1] ~= run then return {'over'} end
else
  local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer')
  if kept[1] == key and (kept[2] == revision or isNewer(kept[2], revision, KEYS[3], KEYS[4])) then
    redis.call('HINCRBY', KEYS[1], 'hits', 1)
    return {'hit', kept[3]}
  end
end
local kind = known[1] == run and 'new' or 'joined' -- the answer to the first request was lost
if not known[1] or known[1] == lost then
  if run == '' then return {'refused'} end
  kind, known = 'new', {run, queue, by}
  redis.call('HSET', KEYS[2], 'run', run, 'queue', queue, 'by', by)
end
local time = redis.call('TIME')
local generation = string.format('%.0f', time[1] * 1000000 + time[2])
redis.call('HSET', KEYS[2], 'generation', generation, waiter, 1)
redis.call('PEXPIRE', KEYS[2], life)
if KEYS[5] then
  redis.call('HSET', KEYS[5], 'run', known[1], 'queue', known[2])
  redis.call('PEXPIRE', KEYS[5], life)
end
return {kind, known[1], known[2], known[3]}`)

/** Asks for a room's result, and waits for the run of the call from then on where the room has none. */
export async function enterFlight(
  redis: Redis,
  keys: GroupKeys,
  invocation: Invocation,
  { waiter, job, run, isKnown = false, queue, by, lost = '' }: Entry,
): Promise<Entered> {
  const { roomId, key, revision } = invocation
  const names = [keys.room(roomId), keys.flight(invocation), keys.seen, keys.hosts]
  if (job !== undefined) names.push(job)
  const args = [key, revision, waiter, run, queue, by, lost, isKnown ? 1 : 0, flightLife]
  const [kind, ...found] = await enterScript.run(redis, names, args)
  if (kind === 'over' || kind === 'refused') return { kind }
  if (kind === 'hit') return { kind, pointer: text(found[0]) }
  if (kind !== 'joined' && kind !== 'new') throw new TypeError('Redis answered a request with something else')
  return { kind, run: text(found[0]), queue: text(found[1]), by: text(found[2]) }
}

const leaveScript = new Script(`
local run, waiter, channel, told = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'run') ~= run then return {0} end
if waiter ~= '' then redis.call('HDEL', KEYS[1], waiter) end
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if waiter ~= '' and (name:sub(1, 5) == 'host:' or name:sub(1, 4) == 'job:') then return {0} end
end
redis.call('DEL', KEYS[1])
if told ~= '' then redis.call('PUBLISH', channel, told) end
return {1}`)

/** Returns the host of a waiter; undefined for a job, and for all that is none. */
export function toWaitingHost(name: string): string | undefined {
  return /^host:([^:]*):/.exec(name)?.[1]
}

/**
 * Ends the wait of one waiter; of all, when `waiter` is empty. After the last one the flight is over, and all
 * hosts are told that its run is left, unless that has ended. Returns whether it is over.
 */
export async function leaveFlight(
  redis: Redis,
  keys: GroupKeys,
  flight: string,
  { run, waiter, hasEnded = false }: Leaving,
): Promise<boolean> {
  const args = [run, waiter, keys.channel, hasEnded ? '' : JSON.stringify({ left: run })]
  const [isOver] = await leaveScript.run(redis, [flight], args)
  return isOver === 1
}

/** The waiter that leaves, and the run that it has waited for. */
export interface Leaving {
  readonly run: string
  readonly waiter: WaiterName | ''
  readonly hasEnded?: boolean
}
