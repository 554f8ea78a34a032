import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { luaNow, parseReply, readPairs, text } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { luaToldChanges } from '../redis/told-changes.ts'

/**
 * The keys of the directory of workers, all in one slot: record by worker, after the number of its hold; when
 * each record ends; who is gone, by when; ids by the version in which they changed; that version, and when
 * its count began.
 */
export interface DirectoryKeys {
  readonly records: string
  readonly ends: string
  readonly gone: string
  readonly changes: string
  readonly version: string
}

/** Returns the keys of the directory. */
export function toDirectoryKeys(prefix: string): DirectoryKeys {
  const toKey = (name: string): string => `${prefix}{workers}:${name}`
  const [records, ends, gone] = [toKey('records'), toKey('ends'), toKey('gone')]
  return { records, ends, gone, changes: toKey('changes'), version: toKey('version') }
}

/** Returns the channel on which hosts hear that the directory has changed. */
export function toDirectoryChannel(prefix: string): string {
  return `${prefix}workers`
}

const luaDirectory = `${luaNow}${luaToldChanges}
local records, ends, gone, changes, version = unpack(KEYS)
local time = now()
redis.call('HSETNX', version, 'began', time)
local function change(worker)
  redis.call('ZADD', changes, redis.call('HINCRBY', version, 'count', 1), worker)
end
local function remove(worker)
  redis.call('HDEL', records, worker)
  redis.call('ZREM', ends, worker)
  redis.call('ZADD', gone, time, worker)
  change(worker)
end
local function readHold(worker)
  return tonumber(string.match(redis.call('HGET', records, worker) or '0', '^%d+'))
end
`

// By the clock, so that numbers go on growing when Redis has lost them. A worker that another host holds by a
// higher one is that host's.
const holdScript = new Script(`${luaDirectory}
local worker, given, record, life, channel = unpack(ARGV)
local before, hold = readHold(worker), tonumber(given)
if hold == 0 then
  hold = math.max(before + 1, time)
elseif before > hold then
  return {}
end
local value = string.format('%.0f', hold) .. ' ' .. record
if redis.call('HGET', records, worker) ~= value then
  redis.call('HSET', records, worker, value)
  redis.call('ZREM', gone, worker)
  change(worker)
  redis.call('PUBLISH', channel, worker)
end
redis.call('ZADD', ends, time + life, worker)
keep()
return {hold}`)

/** What is to be written of a worker. */
export interface WrittenHold {
  readonly workerId: string
  /** The number by which the host holds it; 0 for one whose link has just joined, which gets the next. */
  readonly hold: number
  readonly record: string
  /** Milliseconds until it is forgotten. */
  readonly life: number
  readonly channel: string
}

/**
 * Writes what a host says of a worker whose link it has or had last. Returns the number by which it holds the
 * worker, undefined when it does not any more.
 */
export async function writeHold(
  redis: Redis,
  keys: DirectoryKeys,
  { workerId, hold, record, life, channel }: WrittenHold,
): Promise<number | undefined> {
  const reply = await holdScript.run(redis, listKeys(keys), [workerId, hold, record, life, channel])
  const [given] = parseReply(reply)
  return isCount(given) ? given : undefined
}

const releaseScript = new Script(`${luaDirectory}
local worker, hold, channel = unpack(ARGV)
if readHold(worker) == tonumber(hold) then
  remove(worker)
  redis.call('PUBLISH', channel, worker)
end
keep()
return 1`)

/** Forgets a worker, unless it is another host's by now. */
export async function releaseHold(
  redis: Redis,
  keys: DirectoryKeys,
  { workerId, hold, channel }: Pick<WrittenHold, 'workerId' | 'hold' | 'channel'>,
): Promise<void> {
  await releaseScript.run(redis, listKeys(keys), [workerId, hold, channel])
}

// Who is not renewed is removed by the next host that asks, and told to all.
const readScript = new Script(`${luaDirectory}
local began, known, life = ARGV[1], ARGV[2], ARGV[3]
for _, worker in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', time)) do remove(worker) end
forgetGone(gone, changes, time)
local lost = {}
for i = 4, #ARGV, 2 do
  if readHold(ARGV[i]) == tonumber(ARGV[i + 1]) then
    redis.call('ZADD', ends, time + life, ARGV[i])
  else
    lost[#lost + 1] = ARGV[i]
  end
end
keep()
local at = redis.call('HMGET', version, 'began', 'count')
local since = '-inf'
if at[1] == began then since = '(' .. known end
local told = addRecords({}, records, redis.call('ZRANGEBYSCORE', changes, since, '+inf'))
return {at[1], tonumber(at[2] or 0), lost, told}`)

/** What a host knows of the directory, and what it holds. */
export interface AskedDirectory {
  /** Which count of versions it knows, '' for none, and how far. */
  readonly began: string
  readonly known: number
  /** Workers that are connected to it, with the numbers of their holds. */
  readonly held: readonly (readonly [workerId: string, hold: number])[]
  /** Milliseconds until what it holds is forgotten, unless it is renewed. */
  readonly life: number
}

/** What has changed since then; all there is when the count is another. */
export interface ReadDirectory {
  readonly began: string
  readonly known: number
  /** What it holds no longer, or what Redis has lost. */
  readonly lost: readonly string[]
  /** By worker; an empty one of who is gone. */
  readonly records: ReadonlyMap<string, string>
}

/** Renews what a host holds, and returns what it does not know yet. */
export async function readDirectory(
  redis: Redis,
  keys: DirectoryKeys,
  { began, known, held, life }: AskedDirectory,
): Promise<ReadDirectory> {
  const reply = parseReply(await readScript.run(redis, listKeys(keys), [began, known, life, ...held.flat()]))
  const [now, count, lost, told] = reply
  if (!isCount(count)) throw new TypeError('Redis answered who has which workers with something else')
  const records = readPairs(parseReply(told))
  return { began: text(now), known: count, lost: parseReply(lost).map(text), records }
}

function listKeys({ records, ends, gone, changes, version }: DirectoryKeys): string[] {
  return [records, ends, gone, changes, version]
}
