import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'
import type { Attempt } from './begin-run.ts'
import { luaStore, type RoomResult, toStoreArguments } from './store-result.ts'

/** How a run ended, as JSON that {@link parseEnd} of `run-end.ts` reads. */
export interface EndedAttempt {
  readonly end: string
  /** Its result; absent when it has none. */
  readonly stored?: RoomResult
}

/** Milliseconds for which the end of a run can be read by those who did not hear of it. */
const endLife = 120_000

export const endScript = new Script(`${luaStore}
local run, attempt, finish, life, channel = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[2], 'run', 'attempt', 'generation')
if flight[1] ~= run or flight[2] ~= attempt then return 0 end
if #ARGV > 5 then store(KEYS[1], flight[3], unpack(ARGV, 6)) end
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
  { run, attempt }: Attempt,
  { end, stored }: EndedAttempt,
): Promise<boolean> {
  const names = [keys.current, keys.flight, keys.waiters, keys.end(run), keys.log(run)]
  const args = [run, attempt, end, endLife, toRunChannel(prefix, run)]
  const result = stored ? toStoreArguments(invocation, stored) : []
  return (await endScript.run(redis, names, [...args, ...result])) === 1
}
