import type { Redis } from 'ioredis'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { luaIsNewer, luaTell, Script, text } from '../redis/script.ts'

/** The name of a waiter: a flight of a host, or a job, which waits until its end. */
export type WaiterName = `host:${string}` | `job:${string}`

/** Milliseconds for which a flight is kept without news: the longest time that a run may wait and take. */
export const flightLife = 86_400_000

/** A run, and its queue. */
export interface FlightRecord {
  readonly run: string
  readonly queue: string
}

/** The room's result; the run that is under way or begins; or neither, where none may begin. */
export type Entered =
  | { readonly kind: 'hit'; readonly pointer: string }
  | ({ readonly kind: 'joined' | 'new' } & FlightRecord)
  | { readonly kind: 'refused' }

/** A request for a room's result, with the run that may begin; none may when its id is empty. */
export interface Entry extends FlightRecord {
  readonly waiter: WaiterName
  /** The host at which it waits, which is told of the run. */
  readonly host: string
  /** The key of the job that waits, which then names the run as its own. */
  readonly job?: string | undefined
  /** A run that turned out to be lost. */
  readonly lost: string
}

const enterScript = new Script(`${luaIsNewer}
local key, revision, waiter, host, run, queue, lost, life = unpack(ARGV)
local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer')
if kept[1] == key and (kept[2] == revision or isNewer(kept[2], revision, KEYS[3], KEYS[4])) then
  redis.call('HINCRBY', KEYS[1], 'hits', 1)
  return {'hit', kept[3]}
end
local known = redis.call('HMGET', KEYS[2], 'run', 'queue')
local kind = known[1] == run and 'new' or 'joined'
if not known[1] or known[1] == lost then
  if run == '' then return {'refused'} end
  kind, known = 'new', {run, queue}
end
local time = redis.call('TIME')
local generation = string.format('%.0f', time[1] * 1000000 + time[2])
redis.call('HSET', KEYS[2], 'run', known[1], 'queue', known[2], 'generation', generation, waiter, host)
redis.call('PEXPIRE', KEYS[2], life)
if KEYS[5] then
  redis.call('HSET', KEYS[5], 'run', known[1], 'queue', known[2], 'flight', KEYS[2])
  redis.call('PEXPIRE', KEYS[5], life)
end
return {kind, known[1], known[2]}`)

/** Asks for a room's result, and waits for the run of the call from then on where the room has none. */
export async function enterFlight(
  redis: Redis,
  keys: GroupKeys,
  invocation: Invocation,
  { waiter, host, job, run, queue, lost }: Entry,
): Promise<Entered> {
  const { roomId, key, revision } = invocation
  const names = [keys.room(roomId), keys.flight(invocation), keys.seen, keys.hosts]
  if (job !== undefined) names.push(job)
  const args = [key, revision, waiter, host, run, queue, lost, flightLife]
  const [kind, ...found] = await enterScript.run(redis, names, args)
  if (kind === 'hit') return { kind, pointer: text(found[0]) }
  if (kind !== 'joined' && kind !== 'new') return { kind: 'refused' }
  return { kind, run: text(found[0]), queue: text(found[1]) }
}

const leaveScript = new Script(`
local waiter, run, channel = unpack(ARGV)
local known = redis.call('HMGET', KEYS[1], 'run', 'queue')
if not known[1] or (run ~= '' and run ~= known[1]) then return {} end
if waiter ~= '' then
  redis.call('HDEL', KEYS[1], waiter)
  for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
    if name:sub(1, 5) == 'host:' or name:sub(1, 4) == 'job:' then return {} end
  end
end
redis.call('DEL', KEYS[1])
redis.call('PUBLISH', channel, cjson.encode({left = known[1]}))
return known`)

/**
 * Ends the wait of one waiter, or of all who wait for a run. After the last one the flight is over, and all
 * hosts are told; returns its run then.
 */
export async function leaveFlight(
  redis: Redis,
  keys: GroupKeys,
  flight: string,
  left: { readonly waiter: WaiterName } | { readonly run: string },
): Promise<FlightRecord | undefined> {
  const args = 'run' in left ? ['', left.run] : [left.waiter, '']
  const [run, queue] = await leaveScript.run(redis, [flight], [...args, keys.channel])
  return run === undefined ? undefined : { run: text(run), queue: text(queue) }
}

const tellScript = new Script(`${luaTell}
local run, by, what, channel, news = unpack(ARGV)
local flight = redis.call('HGETALL', KEYS[1])
if valueOf(flight, 'run') ~= run then return {0} end
if what == 'begin' then
  redis.call('HSET', KEYS[1], 'by', by)
elseif what ~= 'lost' and valueOf(flight, 'by') ~= by then
  return {0}
end
if what == 'end' or what == 'lost' then redis.call('DEL', KEYS[1]) end
tell(flight, channel, news)
return {1}`)

/** A run that a host computes, and its flight. */
export interface ComputedRun {
  readonly run: string
  /** The key of the flight. */
  readonly flight: string
  /** The token by which the host has taken it: a flight is that of the last that has begun its run. */
  readonly by: string
}

/**
 * Tells those who wait for a run of it: that it is begun by this host from now on; something else; or that it
 * is over without a result, which ends its flight. Where BullMQ has given the run up (`lost`), the host that
 * had begun it does not matter. Returns false when nobody waits for it, or another host has it by now.
 */
export async function tellFlight(
  redis: Redis,
  keys: GroupKeys,
  { run, flight, by }: ComputedRun,
  { what, news }: { readonly what: 'begin' | 'show' | 'end' | 'lost'; readonly news: string },
): Promise<boolean> {
  const [isTold] = await tellScript.run(redis, [flight], [run, by, what, keys.told(''), news])
  return isTold === 1
}
