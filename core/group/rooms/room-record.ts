import type { Redis } from 'ioredis'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import type { OrderedChange } from '../../rooms/room-state.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { Script } from '../redis/script.ts'

/**
 * One state of a room's life: the life is another one after the room has expired, and its versions are in
 * order within it. Redis has both as one text.
 */
export interface RoomMoment {
  /** Empty for a room that has none. */
  readonly life: string
  readonly version: number
}

/** A room as Redis has it. */
export interface RoomRecord extends RoomMoment {
  readonly fields: ReadonlyMap<string, Json>
}

/** Changes that were made at once, as hosts tell them to each other. */
export interface ToldChanges {
  readonly life: string
  /** The version that they were made upon. */
  readonly base: number
  readonly changes: readonly OrderedChange[]
}

/** A field of the hash, which no field of a room has for a name. */
const momentField = '~moment'

// Changes a room for a host that knows its newest state, and no other.
const changeScript = new Script(`
local present, moment, life, told = unpack(ARGV, 1, 4)
if (redis.call('HGET', KEYS[1], '${momentField}') or '') ~= present then return {0} end
for i = 5, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('HSET', KEYS[1], '${momentField}', moment)
redis.call('PEXPIRE', KEYS[1], life)
redis.call('PUBLISH', KEYS[1], told)
return {1}`)

/** Applies changes to the state that they were made upon, and tells all hosts; false for another state. */
export async function changeRoom(
  redis: Redis,
  key: string,
  { told, present, lifeMs }: { told: ToldChanges; present: RoomMoment; lifeMs: number },
): Promise<boolean> {
  const { life, changes } = told
  const moment = { life, version: changes.at(-1)?.version ?? present.version }
  const fields = Object.entries(Object.assign({}, ...changes.map((change) => change.fields)))
  const pairs = fields.flatMap(([name, value]) => [name, value === null ? '' : JSON.stringify(value)])
  const args = [formatMoment(present), formatMoment(moment), lifeMs, JSON.stringify(told), ...pairs]
  const [isDone] = await changeScript.run(redis, [key], args)
  return isDone === 1
}

/** Returns a room as Redis has it. */
export async function readRoom(redis: Redis, key: string): Promise<RoomRecord> {
  const { [momentField]: moment = '', ...found } = await redis.hgetall(key)
  const [, life = '', version = '0'] = /^(\w+)\.(\d+)$/.exec(moment) ?? []
  const fields = Object.entries(found).flatMap(([name, text]): [string, Json][] => {
    const value = parseOwnJson(text)
    return value === undefined ? [] : [[name, value]]
  })
  return { life, version: Number(version), fields: new Map(fields) }
}

/** Returns the changes that a message is; undefined for another one. */
export function parseTold(message: Buffer): ToldChanges | undefined {
  const found = parseOwnJson(message.toString())
  if (found === undefined || !isJsonObject(found)) return undefined
  const { life, base, changes } = found
  if (typeof life !== 'string' || !isCount(base) || !isJsonArray(changes)) return undefined
  return { life, base, changes: changes.flatMap(parseChange) }
}

function parseChange(found: Json): OrderedChange | [] {
  if (!isJsonObject(found)) return []
  const { version, by, seq = null, fields } = found
  if (!isCount(version) || !isCount(by) || (seq !== null && !isCount(seq))) return []
  return fields !== undefined && isJsonObject(fields) ? { version, by, seq, fields } : []
}

const leadScript = new Script(`
local leader = redis.call('GET', KEYS[1])
if leader and leader ~= ARGV[1] then return {0} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return {1}`)

/** Makes a host the leader of a room, or lets it stay so; false while another one is. */
export async function leadRoom(
  redis: Redis,
  key: string,
  { host, lifeMs }: { host: string; lifeMs: number },
): Promise<boolean> {
  const [isLeader] = await leadScript.run(redis, [key], [host, lifeMs])
  return isLeader === 1
}

function formatMoment({ life, version }: RoomMoment): string {
  return life === '' ? '' : `${life}.${version}`
}
