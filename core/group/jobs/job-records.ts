import type { Redis } from 'ioredis'
import { isJsonArray, type Json } from '../../domain/json.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { parseReply, text } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import type { JobKeys } from './job-keys.ts'

/** A running job as it is in Redis. */
export interface NewJob {
  readonly host: string
  /** What it takes to ask for it again; empty when nobody can. */
  readonly asked: string
  /** Milliseconds until it is forgotten when nothing is heard of it. */
  readonly life: number
}

/** The same call sent twice makes one job. */
const createJobScript = new Script(`
local host, asked, life = unpack(ARGV)
redis.call('HSET', KEYS[1], 'state', 'running', 'host', host, 'asked', asked, 'bytes', 0)
redis.call('PEXPIRE', KEYS[1], life)`)

/** Makes a running job. */
export async function createJob(
  redis: Redis,
  { job }: JobKeys,
  { host, asked, life }: NewJob,
): Promise<void> {
  await createJobScript.run(redis, [job], [host, asked, life])
}

const holdJobsScript = new Script(`
for i = 2, #ARGV do redis.call('SADD', KEYS[1], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`)

/** Notes that a host runs jobs, so that others find them should it die; without jobs, that it still does. */
export async function holdJobs(
  redis: Redis,
  held: string,
  life: number,
  jobIds: readonly string[],
): Promise<void> {
  await holdJobsScript.run(redis, [held], [life, ...jobIds])
}

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

/**
 * Returns who ran it; nothing when it had ended, is unknown, or is another's. Its messages become a field: a
 * key of their own takes 200 bytes.
 */
const settleJobScript = new Script(`
local host, state, value, ttl, channel, name = unpack(ARGV)
local job = redis.call('HMGET', KEYS[1], 'state', 'host')
if job[1] ~= 'running' or (host ~= '' and host ~= job[2]) then return {} end
if state == 'done' then redis.call('HDEL', KEYS[1], 'host', 'bytes') else redis.call('DEL', KEYS[1]) end
local messages = table.concat(redis.call('LRANGE', KEYS[2], 0, -1), ',')
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'state', state, 'value', value, 'log', messages)
redis.call('PEXPIRE', KEYS[1], ttl)
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

/** A job as it is in Redis. */
export interface WrittenJob {
  readonly state: string
  /** The pointer to its result, or its error; empty while it runs. */
  readonly value: string
  /** As `formatMessage` writes them, in order; some may be older than was asked for. */
  readonly messages: readonly Json[]
}

/** What is asked of a job: its state, and its messages after one number. */
export interface JobQuestion {
  readonly keys: JobKeys
  readonly since: number
}

/**
 * Numbers only grow from message to message, so those above one are at most as many as lie between it and the
 * last: no more than these are looked at and sent while a job runs, and all when it has ended.
 */
const viewJobsScript = new Script(`
local views = {}
for i, since in ipairs(ARGV) do
  local key, log = KEYS[2 * i - 1], KEYS[2 * i]
  local job = redis.call('HMGET', key, 'state', 'value', 'log')
  local messages = job[3] or ''
  local newest = job[1] == 'running' and redis.call('LINDEX', log, -1)
  local count = newest and tonumber(string.match(newest, '^%[(%d+)') or -1) - tonumber(since) or 0
  if count > 0 then
    messages = table.concat(redis.call('LRANGE', log, string.format('%d', -math.min(count, 1e9)), -1), ',')
  end
  local head = cjson.encode({job[1] or '', job[1] == 'error' and job[2] or ''})
  views[i] = '[' .. head .. ',[' .. messages .. ']]'
end
return views`)

/** Returns jobs as they are now, each with its messages after a number; undefined for one that is unknown. */
export async function viewJobs(
  redis: Redis,
  asked: readonly JobQuestion[],
): Promise<readonly (WrittenJob | undefined)[]> {
  const keys = asked.flatMap(({ keys: { job, log } }) => [job, log])
  const since = asked.map((question) => question.since)
  return parseReply(await viewJobsScript.run(redis, keys, since)).map((view) => {
    const found = parseOwnJson(text(view))
    if (!isJsonArray(found) || !isJsonArray(found[0]) || !isJsonArray(found[1])) return undefined
    const [[state, value], messages] = found
    if (typeof state !== 'string' || typeof value !== 'string' || state === '') return undefined
    return { state, value, messages }
  })
}

/** Of several who try, one gets it; who has it already, but not the answer, gets it again. */
const adoptJobScript = new Script(`
local gone, host, life = unpack(ARGV)
local job = redis.call('HMGET', KEYS[1], 'state', 'host', 'asked')
if job[1] ~= 'running' or (job[2] ~= gone and job[2] ~= host) then return {} end
redis.call('HSET', KEYS[1], 'host', host)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PEXPIRE', KEYS[2], life)
local newest = redis.call('LINDEX', KEYS[2], -1)
return {job[3], newest and string.match(newest, '^%[(%d+)') + 1 or 0}`)

/**
 * Makes a running job of a host that is gone another's. Returns what was asked, and the number of its next
 * message; undefined when it is not running there.
 */
export async function adoptJob(
  redis: Redis,
  { job, log }: JobKeys,
  { gone, host, life }: { readonly gone: string; readonly host: string; readonly life: number },
): Promise<{ readonly asked: string; readonly nextSeq: number } | undefined> {
  const [asked, nextSeq] = parseReply(await adoptJobScript.run(redis, [job, log], [gone, host, life]))
  return asked === undefined ? undefined : { asked: text(asked), nextSeq: Number(nextSeq) }
}

const repointJobScript = new Script(`
if redis.call('HGET', KEYS[1], 'value') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'value', ARGV[2])
return 1`)

/** Gives a job that is done another pointer, unless somebody else has. */
export async function repointJob(
  redis: Redis,
  { job }: JobKeys,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  await repointJobScript.run(redis, [job], [from, to])
}
