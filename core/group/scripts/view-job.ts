import type { Redis } from 'ioredis'
import type { JobKeys } from '../job-keys.ts'
import { Script } from '../script.ts'
import { parseReply, text } from './reply.ts'

/** A job as it is in Redis. */
export interface WrittenJob {
  readonly state: string
  /** The pointer to its result, or its error; empty while it runs. */
  readonly value: string
  /** As `formatMessage` writes them, in order; some may be older than was asked for. */
  readonly messages: readonly string[]
}

/**
 * Numbers only grow from message to message, so those above one are at most as many as lie between it and the
 * last: no more than these are looked at and sent.
 */
const viewJobScript = new Script(`
local job = redis.call('HMGET', KEYS[1], 'state', 'value')
if not job[1] then return {} end
local newest = redis.call('LINDEX', KEYS[2], -1)
local last = newest and tonumber(string.match(newest, '^%[(%d+)')) or -1
local count = last - tonumber(ARGV[1])
local messages = {}
if count > 0 then messages = redis.call('LRANGE', KEYS[2], string.format('%d', -math.min(count, 1e9)), -1) end
return {job[1], job[2] or '', unpack(messages)}`)

/** Returns a job with its messages after one number; undefined when it is unknown. */
export async function viewJob(
  redis: Redis,
  { job, log }: JobKeys,
  since: number,
): Promise<WrittenJob | undefined> {
  const reply = parseReply(await viewJobScript.run(redis, [job, log], [since]))
  if (reply.length === 0) return undefined
  const [state = '', value = '', ...messages] = reply.map(text)
  return { state, value, messages }
}
