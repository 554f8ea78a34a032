import type { Redis } from 'ioredis'
import type { JobKeys } from '../job-keys.ts'
import { Script } from '../script.ts'

/** Messages of a job, and how much of all is kept. */
export interface NewMessages {
  /** Who runs the job: messages of another host than Redis knows are passed over. */
  readonly host: string
  readonly life: number
  readonly countLimit: number
  readonly byteLimit: number
  /** As `formatMessage` writes them, in order. */
  readonly messages: readonly string[]
}

/** Messages that it has already are passed over, so that they may be sent again. The last is always kept. */
const appendJobScript = new Script(`
local host, life, countLimit, byteLimit = ARGV[1], ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
local job = redis.call('HMGET', KEYS[1], 'state', 'host', 'bytes')
if job[1] ~= 'running' or job[2] ~= host then return end
local function seq(message) return tonumber(string.match(message, '^%[(%d+)')) end
local newest = redis.call('LINDEX', KEYS[2], -1)
local last = newest and seq(newest) or -1
local bytes = tonumber(job[3])
local count = 0
for i = 5, #ARGV do
  if seq(ARGV[i]) > last then
    count = redis.call('RPUSH', KEYS[2], ARGV[i])
    bytes = bytes + #ARGV[i]
  end
end
while count > countLimit or (bytes > byteLimit and count > 1) do
  bytes = bytes - #redis.call('LPOP', KEYS[2])
  count = count - 1
end
redis.call('HSET', KEYS[1], 'bytes', bytes)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[2], life)`)

/** Adds messages to a running job of this host, and drops the oldest beyond the limits. */
export async function appendJob(
  redis: Redis,
  { job, log }: JobKeys,
  { host, life, countLimit, byteLimit, messages }: NewMessages,
): Promise<void> {
  await appendJobScript.run(redis, [job, log], [host, life, countLimit, byteLimit, ...messages])
}
