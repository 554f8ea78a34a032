import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import { isCount } from '../../domain/number.ts'
import { formatMessage } from '../redis/message-text.ts'
import { luaNextSeq, luaNow, parseReply } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { type RoomKeys, toRunChannel } from '../results/room-keys.ts'
import { luaStore, type RoomResult, toStoreArguments } from '../results/room-records.ts'

/** A run that a host has begun: all that it says of it is refused once another host has begun it again. */
export interface ComputeAttempt {
  readonly run: string
  /** Counts from 1. */
  readonly attempt: number
  /** The number of its next message. */
  readonly nextSeq: number
}

// Where it was in no queue, who leads it has it begun again, and whoever takes the place of one that is gone.
const beginScript = new Script(`${luaNow}${luaNextSeq}
local run, channel, lease, host = unpack(ARGV)
if redis.call('HGET', KEYS[1], 'run') ~= run then return {} end
local attempt = redis.call('HINCRBY', KEYS[1], 'attempt', 1)
if lease == '' then
  redis.call('HSET', KEYS[1], 'begun', 1)
  redis.call('PUBLISH', channel, '{"placed":true}')
else
  redis.call('HSET', KEYS[1], 'leads', now() + lease, 'at', host)
end
return {attempt, nextSeq(KEYS[2], KEYS[1])}`)

/** A run that is to be begun. */
export interface RunToBegin {
  readonly run: string
  readonly prefix: string
  /** Of one that was in no queue: which host begins it, and milliseconds in which nobody else does. */
  readonly by?: { readonly host: string; readonly leaseMs: number }
}

/** Begins a run; returns undefined when nobody waits for it any more. */
export async function beginRun(
  redis: Redis,
  keys: RoomKeys,
  { run, prefix, by }: RunToBegin,
): Promise<ComputeAttempt | undefined> {
  const names = [keys.flight, keys.log(run)]
  const args = [run, toRunChannel(prefix, run), by?.leaseMs ?? '', by?.host ?? '']
  const [attempt, nextSeq] = parseReply(await beginScript.run(redis, names, args))
  return isCount(attempt) && isCount(nextSeq) ? { run, attempt, nextSeq } : undefined
}

// A message's number is its place in the stream: one that is there already cannot come again.
const reportScript = new Script(`${luaNextSeq}
local run, attempt, kept, channel = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[1], 'run', 'attempt')
if flight[1] ~= run or flight[2] ~= attempt then return 0 end
local after = nextSeq(KEYS[2], KEYS[1])
local told = {}
for i = 5, #ARGV, 2 do
  redis.call('XADD', KEYS[2], 'MAXLEN', kept, ARGV[i] .. '-0', 'm', ARGV[i + 1])
  told[#told + 1] = ARGV[i + 1]
end
redis.call('PEXPIRE', KEYS[2], redis.call('PTTL', KEYS[1]))
redis.call('PUBLISH', channel, '{"after":' .. after .. ',"messages":[' .. table.concat(told, ',') .. ']}')
return 1`)

/** Adds messages to a run and tells them; returns false when it is this host's no longer. */
export async function reportRun(
  redis: Redis,
  keys: RoomKeys,
  { run, attempt }: ComputeAttempt,
  { messages, prefix }: { readonly messages: readonly ProgressMessage[]; readonly prefix: string },
): Promise<boolean> {
  const entries = messages.flatMap((message) => [message.seq + 1, formatMessage(message)])
  const args = [run, attempt, messageLimit, toRunChannel(prefix, run), ...entries]
  return (await reportScript.run(redis, [keys.flight, keys.log(run)], args)) === 1
}

/** How a run ended, as JSON that {@link parseEnd} of `run-end.ts` reads. */
export interface EndedAttempt {
  readonly end: string
  /** Its result; absent when it has none. */
  readonly stored?: RoomResult
}

/** Milliseconds for which the end of a run can be read by those who did not hear of it. */
const endLife = 120_000

const endScript = new Script(`${luaStore}
local run, attempt, finish, life, channel = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[2], 'run', 'attempt', 'generation')
if flight[1] ~= run or flight[2] ~= attempt then return 0 end
if #ARGV > 5 and store(KEYS[1], flight[3], unpack(ARGV, 6)) == 1 then
  redis.call('HSET', KEYS[1], 'run', run)
end
redis.call('DEL', KEYS[2], KEYS[3])
redis.call('SET', KEYS[4], finish, 'PX', life)
redis.call('PEXPIRE', KEYS[5], life)
redis.call('PUBLISH', channel, '{"end":' .. finish .. '}')
return 1`)

/**
 * Ends a run: its flight is over, the room has its result unless it has one of a later generation, and all
 * who wait are told. Returns false when it was this host's no longer; nothing has changed then.
 */
export async function endRun(
  redis: Redis,
  { keys, invocation, prefix }: { keys: RoomKeys; invocation: Invocation; prefix: string },
  { run, attempt }: ComputeAttempt,
  { end, stored }: EndedAttempt,
): Promise<boolean> {
  const names = [keys.current, keys.flight, keys.waiters, keys.end(run), keys.log(run)]
  const args = [run, attempt, end, endLife, toRunChannel(prefix, run)]
  const result = stored ? toStoreArguments(invocation, stored) : []
  return (await endScript.run(redis, names, [...args, ...result])) === 1
}

const handBackScript = new Script(`
local flight = redis.call('HMGET', KEYS[1], 'run', 'attempt')
if flight[1] == ARGV[1] and flight[2] == ARGV[2] then redis.call('HDEL', KEYS[1], 'begun') end
return 1`)

/** Says that a run has its place. */
export async function placeRun(
  redis: Redis,
  { run, prefix }: { readonly run: string; readonly prefix: string },
): Promise<void> {
  await redis.publish(toRunChannel(prefix, run), '{"placed":true}')
}

/** Says that a run which was begun waits again. */
export async function handBackRun(
  redis: Redis,
  keys: RoomKeys,
  { run, attempt }: ComputeAttempt,
): Promise<void> {
  await handBackScript.run(redis, [keys.flight], [run, attempt])
}

/** Milliseconds between two tries. */
const insistPause = 500

/**
 * Asks Redis again when it does not answer, for so many milliseconds in all: for what nobody else would say.
 * @throws what came of the last try
 */
export async function insist<T>(ask: () => Promise<T>, milliseconds: number): Promise<T> {
  for (let left = milliseconds; ; left -= insistPause) {
    try {
      return await ask()
    } catch (error) {
      if (left <= 0) throw error
      await sleep(insistPause, undefined, { ref: false })
    }
  }
}
