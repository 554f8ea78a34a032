import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { type ResultPointer, readPointer } from '../result-pointer.ts'
import type { RoomKeys } from '../room-keys.ts'
import { Script } from '../script.ts'
import { luaNow, parseReply, text } from './reply.ts'

/** What a host does for those who wait there. */
export type Claim =
  | { readonly kind: 'hit'; readonly pointer: ResultPointer }
  | { readonly kind: 'joined'; readonly run: string }
  | { readonly kind: 'leads'; readonly run: string; readonly attempt: number; readonly nextSeq: number }

/** Who claims, and for how long without renewing. */
export interface Claimant {
  /** Names one flight of one host. */
  readonly waiter: string
  readonly leaseMs: number
}

/** The room's result when it is of this call, else its run, else the right to start one. */
export const claimScript = new Script(`${luaNow}
local key, revision, waiter, lease, run = unpack(ARGV)
local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer')
if kept[1] == key and kept[2] == revision then
  redis.call('HINCRBY', KEYS[1], 'hits', 1)
  return {'hit', kept[3]}
end
local generation = redis.call('INCR', KEYS[2])
redis.call('PEXPIRE', KEYS[2], 86400000)
local known = redis.call('HGET', KEYS[3], 'run')
local ends = now() + lease
if known then
  redis.call('HSET', KEYS[3], 'generation', generation)
else
  redis.call('HSET', KEYS[3], 'run', run, 'generation', generation, 'attempt', 1, 'leader', waiter, 'leads', ends)
end
redis.call('ZADD', KEYS[4], ends, waiter)
redis.call('PEXPIRE', KEYS[3], 2 * lease)
redis.call('PEXPIRE', KEYS[4], 2 * lease)
if known then return {'joined', known} end
return {'leads', run, 1, 0}`)

/** Asks for a room's result; `run` is the name of the run that begins when nobody has it or makes it. */
export async function claim(
  redis: Redis,
  keys: RoomKeys,
  asked: Claimant & { readonly key: string; readonly revision: string; readonly run: string },
): Promise<Claim> {
  const { key, revision, waiter, leaseMs, run } = asked
  const names = [keys.current, keys.generation, keys.flight, keys.waiters]
  const reply = parseReply(await claimScript.run(redis, names, [key, revision, waiter, leaseMs, run]))
  const [kind, name, attempt, nextSeq] = reply
  if (kind === 'hit') return { kind, pointer: readPointer(name) }
  if (kind === 'joined') return { kind, run: text(name) }
  if (kind === 'leads' && isCount(attempt) && isCount(nextSeq))
    return { kind, run: text(name), attempt, nextSeq }
  throw new TypeError('Redis answered a claim with something else')
}
