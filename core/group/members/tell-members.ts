import type { Redis } from 'ioredis'
import { isCount } from '../../domain/number.ts'
import { luaNow, parseReply, readPairs, text } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { luaToldChanges } from '../redis/told-changes.ts'

/** Milliseconds after which a host that says nothing is gone. */
export const memberLife = 8000

/**
 * The keys of who is there, all in one slot: by end of life; record by id; who is gone, by when; ids by the
 * version in which they changed; that version; the version of the keys; the set of revisions of who asks.
 */
export interface MemberKeys {
  readonly ends: string
  readonly records: string
  readonly gone: string
  readonly changes: string
  readonly version: string
  readonly layout: string
}

/** What a host says of itself, and what it has heard of the others. */
export interface Word {
  readonly id: string
  /** Empty when it leaves. */
  readonly record: string
  /** The version that it knows. */
  readonly known: number
  /** Of keys, which all hosts of a group have in common. */
  readonly layout: number
  /** The key of its set of revisions. */
  readonly set: string
}

/** What has changed since the version that a host knows; all there is when it was not there before. */
export interface Told {
  readonly version: number
  /** Whether it was not there: it is new, or was taken for gone. */
  readonly isNew: boolean
  /** By id; an empty record of who is gone. */
  readonly records: ReadonlyMap<string, string>
}

/** Whoever has not renewed in time is found by the next host that says a word, and told to all. */
export const tellMembersScript = new Script(`${luaNow}${luaToldChanges}
local ends, records, gone, changes, version, layout = unpack(KEYS)
local id, record, known, wanted = unpack(ARGV)
local time = now()
local function change(who)
  redis.call('ZADD', changes, redis.call('INCR', version), who)
end
local function bury(who)
  redis.call('ZREM', ends, who)
  redis.call('HDEL', records, who)
  redis.call('ZADD', gone, time, who)
  change(who)
end
for _, who in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', time)) do bury(who) end
forgetGone(gone, changes, time)
local before = redis.call('HGET', records, id)
if record == '' then
  if before then bury(id) end
  keep()
  return {'left'}
end
if redis.call('ZCARD', ends) == 0 then redis.call('SET', layout, wanted) end
local found = redis.call('GET', layout)
if found ~= wanted then
  keep()
  return {'refused', found}
end
redis.call('ZADD', ends, time + ${memberLife}, id)
if before ~= record then
  redis.call('HSET', records, id, record)
  redis.call('ZREM', gone, id)
  change(id)
end
keep()
local since = '-inf'
if before then since = '(' .. known end
local reply = {before and 'renewed' or 'new', tonumber(redis.call('GET', version))}
return addRecords(reply, records, redis.call('ZRANGEBYSCORE', changes, since, '+inf'))`)

/**
 * Says that a host is there, or that it leaves, and returns what it does not know yet of the others: nothing
 * when it leaves, the version of the others' keys when they are of another.
 */
export async function tellMembers(
  redis: Redis,
  keys: MemberKeys,
  { id, record, known, layout, set }: Word,
): Promise<Told | { readonly layout: string } | undefined> {
  const { ends, records, gone, changes, version } = keys
  const names = [ends, records, gone, changes, version, keys.layout, set]
  const reply = parseReply(await tellMembersScript.run(redis, names, [id, record, known, layout]))
  const [outcome, number, ...rest] = reply
  if (outcome === 'left') return undefined
  if (outcome === 'refused') return { layout: text(number) }
  if ((outcome !== 'new' && outcome !== 'renewed') || !isCount(number))
    throw new TypeError('Redis answered who is there with something else')
  return { version: number, isNew: outcome === 'new', records: readPairs(rest) }
}
