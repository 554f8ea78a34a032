import type { Redis } from 'ioredis'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import { type RoomKeys, toRunChannel } from '../room-keys.ts'
import { Script } from '../script.ts'
import type { Attempt } from './begin-run.ts'

// A message's number is its place in the stream: one that is there already cannot come again.
export const reportScript = new Script(`
local run, attempt, kept, channel = unpack(ARGV)
local flight = redis.call('HMGET', KEYS[1], 'run', 'attempt')
if flight[1] ~= run or flight[2] ~= attempt then return 0 end
local last = redis.call('XREVRANGE', KEYS[2], '+', '-', 'COUNT', 1)[1]
local after = last and string.match(last[1], '^%d+') or '0'
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
  { run, attempt }: Attempt,
  { messages, prefix }: { readonly messages: readonly ProgressMessage[]; readonly prefix: string },
): Promise<boolean> {
  const entries = messages.flatMap((message) => [message.seq + 1, JSON.stringify(message)])
  const args = [run, attempt, messageLimit, toRunChannel(prefix, run), ...entries]
  return (await reportScript.run(redis, [keys.flight, keys.log(run)], args)) === 1
}
