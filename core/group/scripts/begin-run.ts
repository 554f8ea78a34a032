import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'
import { parseReply } from './reply.ts'

/** A run that a host has begun: all that it says of it is refused once another host has begun it again. */
export interface Attempt {
  readonly run: string
  /** Counts from 1. */
  readonly attempt: number
  /** The number of its next message. */
  readonly nextSeq: number
}

export const beginScript = new Script(`
local run, channel = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'run') ~= run then return {} end
local attempt = redis.call('HINCRBY', KEYS[1], 'attempt', 1)
redis.call('HSET', KEYS[1], 'begun', 1)
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
redis.call('PUBLISH', channel, '{"placed":true}')
return {attempt, last and tonumber(string.match(last[1], '^%d+')) or 0}`)

/** Begins a run that was taken from the queue; returns undefined when nobody waits for it any more. */
export async function beginRun(
  redis: Redis,
  keys: RoomKeys,
  { run, prefix }: { readonly run: string; readonly prefix: string },
): Promise<Attempt | undefined> {
  const names = [keys.flight, keys.log(run)]
  const [attempt, nextSeq] = parseReply(await beginScript.run(redis, names, [run, toRunChannel(prefix, run)]))
  return isCount(attempt) && isCount(nextSeq) ? { run, attempt, nextSeq } : undefined
}
