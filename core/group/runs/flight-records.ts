import type { Redis } from 'ioredis'
import type { ProgressMessage } from '../../domain/job.ts'
import { isCount } from '../../domain/number.ts'
import { parseMessage } from '../redis/message-text.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { luaNextSeq, luaNow, parseReply, text } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { type ResultPointer, readPointer } from '../results/result-pointer.ts'
import { type RoomKeys, toRunChannel } from '../results/room-keys.ts'
import { parseEnd, type RunEnd } from './run-end.ts'

/** What a host does for those who wait there. */
export type Claim =
  | { readonly kind: 'hit'; readonly pointer: ResultPointer; readonly run: string }
  | { readonly kind: 'joined'; readonly run: string }
  | { readonly kind: 'leads'; readonly run: string; readonly attempt: number; readonly nextSeq: number }

/** Who claims, and for how long without renewing. */
export interface FlightClaimant {
  /** Names one flight of one host. */
  readonly waiter: string
  readonly leaseMs: number
}

// The room's result when it is of this call, else its run, else the right to start one: also when that was
// given already, as a claim whose answer was lost with its connection is sent again.
const claimScript = new Script(`${luaNow}
local key, revision, waiter, lease, run, first = unpack(ARGV)
local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer', 'run')
if kept[1] == key and kept[2] == revision then
  redis.call('HINCRBY', KEYS[1], 'hits', 1)
  return {'hit', kept[3], kept[4] or ''}
end
local generation = redis.call('INCR', KEYS[2])
redis.call('PEXPIRE', KEYS[2], 86400000)
local known, leader, attempt = unpack(redis.call('HMGET', KEYS[3], 'run', 'leader', 'attempt'))
local ends = now() + lease
if known then
  redis.call('HSET', KEYS[3], 'generation', generation)
else
  redis.call('HSET', KEYS[3], 'run', run, 'generation', generation, 'attempt', 1,
    'leader', waiter, 'leads', ends)
  if first ~= '0' then redis.call('HSET', KEYS[3], 'first', first) end
end
redis.call('ZADD', KEYS[4], ends, waiter)
redis.call('PEXPIRE', KEYS[3], 2 * lease)
redis.call('PEXPIRE', KEYS[4], 2 * lease)
if known and leader == waiter then return {'leads', known, tonumber(attempt), tonumber(first)} end
if known then return {'joined', known} end
return {'leads', run, 1, tonumber(first)}`)

/**
 * Asks for a room's result. `run` is the name of the run that begins when nobody has it or makes it, and
 * `first` the number of its first message.
 */
export async function claim(
  redis: Redis,
  keys: RoomKeys,
  asked: FlightClaimant & {
    readonly key: string
    readonly revision: string
    readonly run: string
    readonly first: number
  },
): Promise<Claim> {
  const { key, revision, waiter, leaseMs, run, first } = asked
  const names = [keys.current, keys.generation, keys.flight, keys.waiters]
  const args = [key, revision, waiter, leaseMs, run, first]
  const [kind, name, attempt, nextSeq] = parseReply(await claimScript.run(redis, names, args))
  if (kind === 'hit') return { kind, pointer: readPointer(name), run: text(attempt) }
  if (kind === 'joined') return { kind, run: text(name) }
  if (kind === 'leads' && isCount(attempt) && isCount(nextSeq))
    return { kind, run: text(name), attempt, nextSeq }
  throw new TypeError('Redis answered a claim with something else')
}

/**
 * What has become of a flight since its leases were renewed last: it goes on; it has ended, or nobody waits
 * for it any more; its leader has gone before the run was taken from the queue, and who asks takes its place.
 */
export type Standing =
  | { readonly kind: 'goes on' | 'gone' }
  | { readonly kind: 'leads'; readonly attempt: number; readonly nextSeq: number }

const keepScript = new Script(`${luaNow}${luaNextSeq}
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
redis.call('PEXPIRE', KEYS[3], 4 * lease)
if leads == '1' and (waiter == '' or flight[2] == waiter) then
  redis.call('HSET', KEYS[1], 'leads', time + lease)
elseif waits == '1' and not flight[4] and (flight[2] == waiter or tonumber(flight[3]) < time) then
  redis.call('HSET', KEYS[1], 'leader', waiter, 'leads', time + lease)
  local isKnown = flight[2] == waiter
  local attempt = redis.call('HINCRBY', KEYS[1], 'attempt', isKnown and 0 or 1)
  return {'leads', attempt, nextSeq(KEYS[3], KEYS[1])}
end
return {'goes on'}`)

/**
 * Renews what a host has of a flight: the lease of those who wait there, and of its run where it leads that,
 * or computes it for whoever does, without a waiter. A flight for which nobody waits ends. Who leads without
 * knowing it, as the answer that said so was lost, is told again.
 */
export async function keepFlight(
  redis: Redis,
  keys: RoomKeys,
  kept: FlightClaimant & {
    readonly run: string
    readonly waits: boolean
    readonly leads: boolean
    readonly prefix: string
    /** Hosts that were missed a moment ago. */
    readonly gone?: ReadonlySet<string>
  },
): Promise<Standing> {
  const { run, waiter, leaseMs, waits, leads, prefix, gone } = kept
  if (gone && gone.size > 0 && !leads) await dropLeader(redis, keys, { run, gone })
  const names = [keys.flight, keys.waiters, keys.log(run)]
  const args = [run, waiter, leaseMs, waits ? 1 : 0, leads ? 1 : 0, toRunChannel(prefix, run)]
  const [kind, attempt, nextSeq] = parseReply(await keepScript.run(redis, names, args))
  if (kind === 'goes on' || kind === 'gone') return { kind }
  if (kind === 'leads' && isCount(attempt) && isCount(nextSeq)) return { kind, attempt, nextSeq }
  throw new TypeError('Redis answered a renewal with something else')
}

const leaveScript = new Script(`${luaNow}
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

const touchScript = new Script(`
if redis.call('HGET', KEYS[2], 'run') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], 'generation', redis.call('INCR', KEYS[1]))
return 1`)

/** Makes a flight as new as a request that has joined it at a host which waits for it already. */
export async function touchFlight(redis: Redis, keys: RoomKeys, run: string): Promise<void> {
  await touchScript.run(redis, [keys.generation, keys.flight], [run])
}

const admitScript = new Script(`
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

/** How far a run is, for one who has not heard all of it. */
export interface ReadRun {
  readonly isOpen: boolean
  readonly isAdmitted: boolean
  /** From the asked number on, as far as kept. */
  readonly messages: readonly ProgressMessage[]
  /** How it ended. */
  readonly end: RunEnd | undefined
}

const readScript = new Script(`
local run, since = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[1], 'run', 'admitted')
local messages = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[2], since .. '-0', '+')) do
  messages[#messages + 1] = entry[2][2]
end
return {flight[1] == run and 1 or 0, flight[2] and 1 or 0, redis.call('GET', KEYS[3]) or '', messages}`)

/** Reads what a run has told from its message number `nextSeq` on. */
export async function readRun(
  redis: Redis,
  keys: RoomKeys,
  { run, nextSeq }: { readonly run: string; readonly nextSeq: number },
): Promise<ReadRun> {
  const names = [keys.flight, keys.log(run), keys.end(run)]
  const reply = parseReply(await readScript.run(redis, names, [run, nextSeq + 1]))
  const [isOpen, isAdmitted, end, messages] = reply
  return {
    isOpen: isOpen === 1,
    isAdmitted: isAdmitted === 1,
    messages: parseReply(messages).flatMap((message) => parseMessage(parseOwnJson(text(message))) ?? []),
    end: parseEnd(parseOwnJson(text(end))),
  }
}

const dropScript = new Script(`
local flight = redis.call('HMGET', KEYS[1], 'run', 'leader', 'at')
if flight[1] ~= ARGV[1] then return 0 end
local gone = {}
for i = 2, #ARGV do gone[ARGV[i]] = true end
local isLed = not gone[string.match(flight[2], '^[^:]*')]
if not isLed and (not flight[3] or gone[flight[3]]) then redis.call('HSET', KEYS[1], 'leads', 0) end
return 1`)

/**
 * Takes the right to lead a run from a host that is gone, unless one that is there computes it: who waits for
 * it takes its place with the next renewal.
 */
async function dropLeader(
  redis: Redis,
  keys: RoomKeys,
  { run, gone }: { readonly run: string; readonly gone: Iterable<string> },
): Promise<void> {
  await dropScript.run(redis, [keys.flight], [run, ...gone])
}

const releaseScript = new Script(`
local flight = redis.call('HMGET', KEYS[1], 'run', 'leader')
if flight[1] == ARGV[1] and flight[2] == ARGV[2] then redis.call('HSET', KEYS[1], 'leads', 0) end
return 1`)

/** Leads a run no longer: another who waits for it takes its place with its next renewal. Returns true. */
export async function releaseFlight(
  redis: Redis,
  keys: RoomKeys,
  { run, waiter }: { readonly run: string; readonly waiter: string },
): Promise<true> {
  await releaseScript.run(redis, [keys.flight], [run, waiter])
  return true
}
