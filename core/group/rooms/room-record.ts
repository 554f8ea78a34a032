import type { Redis } from 'ioredis'
import type { Json } from '../../contract/values/json.ts'
import type { RoomFields } from '../../contract/wire/room-messages.ts'
import { roomLimits } from '../../service/rooms/limits.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { Script, text } from '../redis/script.ts'

/**
 * One state of a room's life: the life is another one after the room has expired, and its versions are in
 * order within it. Redis has it as one text.
 */
export interface RoomMoment {
  /** Empty for a room that has none. */
  readonly life: string
  readonly version: number
  /** The host that has written it. */
  readonly writer: string
}

/** The moment of a room that is not there. */
export const noMoment: RoomMoment = { life: '', version: 0, writer: '' }

/** A room as Redis has it. */
export interface RoomRecord extends RoomMoment {
  readonly fields: ReadonlyMap<string, Json>
}

/** The field of the hash with its moment, which no field of a room has for a name. */
const momentField = '~moment'
/**
 * Bytes of a room in Redis, by its own measure, above which it is none of a group's: all that peers may set,
 * each character in the longest form of JSON, and as much again.
 */
const byteLimit = 12 * roomLimits.characters

// Changes a room for a host that knows its newest state, and no other.
const changeScript = new Script(`
local present, moment, life, whole = unpack(ARGV, 1, 4)
if (redis.call('HGET', KEYS[1], '${momentField}') or '') ~= present then return {0} end
if whole == '1' then redis.call('DEL', KEYS[1]) end
for i = 5, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], ARGV[i + 1]) end
end
redis.call('HSET', KEYS[1], '${momentField}', moment)
redis.call('PEXPIRE', KEYS[1], life)
return {1}`)

/** A change with the states before and after it. */
export interface RoomUpdate {
  readonly present: RoomMoment
  readonly moment: RoomMoment
  /** Null for fields that go. */
  readonly fields: RoomFields
  /** True where the fields take the place of all that are there. */
  readonly isWhole: boolean
  /** Milliseconds after which the room expires. */
  readonly lifeMs: number
}

/** Applies a change to the state that it was made upon; false for another state. */
export async function changeRoom(
  redis: Redis,
  key: string,
  { present, moment, fields, isWhole, lifeMs }: RoomUpdate,
): Promise<boolean> {
  const pairs = Object.entries(fields).flatMap(([name, value]) => [
    name,
    value === null ? '' : JSON.stringify(value),
  ])
  const args = [formatMoment(present), formatMoment(moment), lifeMs, isWhole ? 1 : 0, ...pairs]
  const [isDone] = await changeScript.run(redis, [key], args)
  return isDone === 1
}

// Reads a room, and removes one that is too large: its reading would hold up all that this host asks.
const readScript = new Script(`
if (redis.call('MEMORY', 'USAGE', KEYS[1], 'SAMPLES', 0) or 0) > tonumber(ARGV[1]) then
  redis.call('UNLINK', KEYS[1])
end
return redis.call('HGETALL', KEYS[1])`)

/** Returns a room as Redis has it. */
export async function readRoom(redis: Redis, key: string): Promise<RoomRecord> {
  const found = new Map<string, string>()
  let field: string | undefined
  for (const part of (await readScript.run(redis, [key], [byteLimit])).map(text)) {
    if (field !== undefined) found.set(field, part)
    field = field === undefined ? part : undefined
  }
  const moment = parseMoment(found.get(momentField))
  found.delete(momentField)
  const fields = [...found].flatMap(([name, part]): [string, Json][] => {
    const value = parseOwnJson(part)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...moment, fields: new Map(fields) }
}

/** Returns the host that has changed a room last; empty when there is no such room. */
export async function readWriter(redis: Redis, key: string): Promise<string> {
  return parseMoment((await redis.hget(key, momentField)) ?? '').writer
}

function parseMoment(found = ''): RoomMoment {
  const [, life, version, writer = ''] = /^(\w+)\.(\d+)\.(\w+)$/.exec(found) ?? []
  return life === undefined ? noMoment : { life, version: Number(version), writer }
}

function formatMoment({ life, version, writer }: RoomMoment): string {
  return life === '' ? '' : `${life}.${version}.${writer}`
}
