import type { Redis } from 'ioredis'
import type { JobKeys } from '../job-keys.ts'
import { Script } from '../script.ts'
import { parseReply, text } from './reply.ts'

/** How a job ends. */
export interface JobEnd {
  /** Who must be running it; anybody when absent. */
  readonly host?: string
  readonly state: 'done' | 'error'
  /** The pointer to the result, or the error. */
  readonly value: string
  /** Milliseconds until it is forgotten. */
  readonly ttl: number
  /** What whoever runs it is told, on the channel of the host behind `prefix`; nothing when absent. */
  readonly told?: { readonly prefix: string; readonly jobId: string }
}

/** Returns the channel of a host: the names of its jobs that others have ended. */
export function toHostChannel(prefix: string, host: string): string {
  return `${prefix}host:${host}`
}

/** Returns who ran it; nothing when it had ended, is unknown, or is another's. */
const settleJobScript = new Script(`
local host, state, value, ttl, channel, name = unpack(ARGV)
local job = redis.call('HMGET', KEYS[1], 'state', 'host')
if job[1] ~= 'running' or (host ~= '' and host ~= job[2]) then return {} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'state', state, 'value', value)
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('PEXPIRE', KEYS[2], ttl)
if name then redis.call('PUBLISH', channel .. job[2], name) end
return {job[2]}`)

/** Ends a running job, once. Returns the host that ran it; undefined when this call did not end it. */
export async function settleJob(
  redis: Redis,
  { job, log }: JobKeys,
  { host = '', state, value, ttl, told }: JobEnd,
): Promise<string | undefined> {
  const mail = told ? [toHostChannel(told.prefix, ''), told.jobId] : []
  const [ran] = parseReply(await settleJobScript.run(redis, [job, log], [host, state, value, ttl, ...mail]))
  return ran === undefined ? undefined : text(ran)
}
