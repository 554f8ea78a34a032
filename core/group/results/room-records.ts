import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { parseReply } from '../redis/reply.ts'
import { Script } from '../redis/script.ts'
import { parsePointer, type ResultPointer, readPointer } from './result-pointer.ts'
import type { RoomKeys } from './room-keys.ts'

const findScript = new Script(`
local kept = redis.call('HMGET', KEYS[1], 'key', 'revision', 'pointer')
if kept[1] ~= ARGV[1] or kept[2] ~= ARGV[2] then return false end
redis.call('HINCRBY', KEYS[1], 'hits', 1)
return kept[3]`)

/** Returns the pointer to a room's result if it is of this call, and counts the access. */
export async function findCurrent(
  redis: Redis,
  current: string,
  { key, revision }: Invocation,
): Promise<ResultPointer | undefined> {
  const found = await findScript.run(redis, [current], [key, revision])
  return found === null ? undefined : readPointer(found)
}

/** A result as a room has it. */
export interface RoomResult {
  /** Where it lies, as JSON. */
  readonly pointer: string
  /** What it takes there. */
  readonly bytes: number
  /** For how long the room has it. */
  readonly ttlMs: number
}

/** Lua that gives a room a result, unless it has one of a later generation. */
export const luaStore = `
local function store(current, generation, pointer, bytes, ttl, key, revision, name, room)
  local other = redis.call('HGET', current, 'generation')
  if other and tonumber(other) > tonumber(generation) then return 0 end
  local time = redis.call('TIME')
  redis.call('DEL', current)
  redis.call('HSET', current, 'key', key, 'revision', revision, 'function', name, 'room', room,
    'at', time[1] * 1000000 + time[2], 'generation', generation, 'pointer', pointer,
    'bytes', bytes, 'hits', 0)
  redis.call('PEXPIRE', current, ttl)
  return 1
end
`

const storeScript = new Script(`${luaStore}
return store(KEYS[1], unpack(ARGV))`)

/** Returns what {@link luaStore} takes behind the key and the generation. */
export function toStoreArguments(
  { key, revision, functionName, roomId }: Invocation,
  { pointer, bytes, ttlMs }: RoomResult,
): (string | number)[] {
  return [pointer, bytes, ttlMs, key, revision, functionName, roomId]
}

/** Gives a room a result, unless it has one of a later generation. */
export async function storeResult(
  redis: Redis,
  { keys, invocation }: { readonly keys: RoomKeys; readonly invocation: Invocation },
  { generation, ...stored }: RoomResult & { readonly generation: number },
): Promise<void> {
  await storeScript.run(redis, [keys.current], [generation, ...toStoreArguments(invocation, stored)])
}

const dropScript = new Script(`
if redis.call('HGET', KEYS[1], 'pointer') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`)

/** Takes a room's result out, if it is still the one that is gone. Who asks for it next does not find it. */
export async function dropResult(redis: Redis, current: string, pointer: string): Promise<void> {
  await dropScript.runAtOnce(redis, [current], [pointer])
}

/** What a room of the group has. */
export interface GroupRoom {
  readonly roomId: string
  readonly functionName: string
  readonly accessCount: number
  readonly bytes: number
  /** Until it expires. */
  readonly leftMs: number
  /** Microseconds of Redis' time: for the order alone. */
  readonly storedAt: number
  /** The address of the host that has its result, for other hosts. */
  readonly host: string
}

const roomScript = new Script(`
local kept = redis.call('HMGET', KEYS[1], 'room', 'function', 'hits', 'bytes', 'pointer', 'at')
return {kept[1] or '', kept[2] or '', tonumber(kept[3] or 0), tonumber(kept[4] or 0),
  redis.call('PTTL', KEYS[1]), kept[5] or '', tonumber(kept[6] or 0)}`)

/** Keys looked at in one step of Redis. */
const pageSize = 1000

/** Returns the names of all rooms' results. Costs a pass over all keys, a page at a time. */
export async function* listCurrent(redis: Redis, prefix: string): AsyncGenerator<string[]> {
  const seen = new Set<string>() // a pass may give a key twice
  let cursor = '0'
  do {
    const [next, keys] = await redis.scan(
      cursor,
      'MATCH',
      `${escapePattern(prefix)}{*}:cur`,
      'COUNT',
      pageSize,
    )
    cursor = next
    const fresh = keys.filter((key) => !seen.has(key))
    for (const key of fresh) seen.add(key)
    yield fresh
  } while (cursor !== '0')
}

/** Returns what all rooms have, those stored first at the beginning. */
export async function listRooms(redis: Redis, prefix: string): Promise<GroupRoom[]> {
  const rooms: GroupRoom[] = []
  for await (const keys of listCurrent(redis, prefix)) {
    const found = await Promise.all(keys.map(async (key) => toRoom(await roomScript.run(redis, [key], []))))
    rooms.push(...found.filter((room) => room !== undefined))
  }
  return rooms.sort((one, other) => one.storedAt - other.storedAt)
}

/** Returns undefined for one that has expired meanwhile. */
function toRoom(reply: unknown): GroupRoom | undefined {
  const [roomId, functionName, accessCount, bytes, leftMs, pointer, storedAt] = parseReply(reply)
  if (typeof roomId !== 'string' || typeof functionName !== 'string' || typeof pointer !== 'string')
    return undefined
  const host = parsePointer(parseOwnJson(pointer))?.address
  if (host === undefined || !(Number(leftMs) > 0)) return undefined
  const times = { leftMs: Number(leftMs), storedAt: Number(storedAt) }
  return { roomId, functionName, accessCount: Number(accessCount), bytes: Number(bytes), ...times, host }
}

function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\^]/g, '\\$&')
}
