import type { Redis } from 'ioredis'
import type { RoomUsage } from '../../cache/room-cache.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { luaIsNewer, Script } from '../redis/script.ts'
import { parsePointer, type ResultPointer } from './result-pointer.ts'

/** Lua that takes names out of the list of rooms: `forget` one, `prune` those that have expired. */
const luaRooms = `
local function forget(name)
  local bytes = tonumber(redis.call('HGET', KEYS[3], name) or 0)
  redis.call('ZREM', KEYS[2], name)
  redis.call('HDEL', KEYS[3], name)
  if bytes > 0 then redis.call('HINCRBY', KEYS[3], '', -bytes) end
end
local function prune()
  local time = redis.call('TIME')
  local now = time[1] * 1000 + time[2] / 1000
  for _, name in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, 1000)) do
    if redis.call('EXISTS', name) == 0 then forget(name) end
  end
  return now
end
`

const storeScript = new Script(`${luaRooms}${luaIsNewer}
local run, ttl, bytes = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local flight = redis.call('HMGET', KEYS[4], 'run', 'generation')
if flight[1] ~= run then return {0} end
local given = flight[2]
redis.call('DEL', KEYS[4])
local kept = redis.call('HMGET', KEYS[1], 'generation', 'key', 'revision')
if kept[1] and tonumber(kept[1]) > tonumber(given) then return {0} end
if kept[2] == ARGV[5] and isNewer(kept[3], ARGV[7], KEYS[5], KEYS[6]) then return {0} end
local ends = string.format('%.3f', prune() + ttl)
forget(KEYS[1])
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'generation', given, 'hits', 0, 'bytes', bytes, unpack(ARGV, 4))
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('ZADD', KEYS[2], ends, KEYS[1])
redis.call('HSET', KEYS[3], KEYS[1], bytes)
redis.call('HINCRBY', KEYS[3], '', bytes)
redis.call('PEXPIRE', KEYS[2], 2 * ttl)
redis.call('PEXPIRE', KEYS[3], 2 * ttl)
return {1}`)

/** A result that a room is to have. */
export interface RoomResult {
  readonly pointer: string
  readonly bytes: number
  readonly ttlMs: number
  /** The run that has made it, whose flight ends. */
  readonly run: string
}

/** Gives a room a result, unless it has one of a later generation, or the run is none any more. */
export async function storeResult(
  redis: Redis,
  keys: GroupKeys,
  invocation: Invocation,
  { pointer, bytes, ttlMs, run }: RoomResult,
): Promise<void> {
  const { key, revision, functionName, roomId } = invocation
  const flight = keys.flight(invocation)
  const names = [keys.room(roomId), keys.rooms, keys.sizes, flight, keys.seen, keys.hosts]
  const members = ['key', key, 'revision', revision, 'function', functionName, 'room', roomId]
  await storeScript.run(redis, names, [run, ttlMs, bytes, ...members, 'pointer', pointer])
}

const dropScript = new Script(`${luaRooms}
if redis.call('HGET', KEYS[1], 'pointer') ~= ARGV[1] then return {0} end
forget(KEYS[1])
return {redis.call('DEL', KEYS[1])}`)

/** Takes a room's result out, if it is still the one that is gone. */
export async function dropResult(
  redis: Redis,
  keys: GroupKeys,
  roomId: string,
  pointer: string,
): Promise<void> {
  await dropScript.run(redis, [keys.room(roomId), keys.rooms, keys.sizes], [pointer])
}

/** Returns the pointer to a room's result if it is of this call; counts the access where `isHit`. */
export async function findResult(
  redis: Redis,
  keys: GroupKeys,
  { roomId, key, revision }: Invocation,
  isHit: boolean,
): Promise<ResultPointer | undefined> {
  const room = keys.room(roomId)
  const [foundKey, foundRevision, pointer] = await redis.hmget(room, 'key', 'revision', 'pointer')
  if (foundKey !== key || foundRevision !== revision || !pointer) return undefined
  if (isHit) await redis.hincrby(room, 'hits', 1)
  return parsePointer(pointer)
}

/** One page of the rooms that have a result, those stored first at the beginning. */
export interface RoomPage {
  readonly total: number
  readonly totalBytes: number
  readonly rooms: readonly (RoomUsage & { readonly leftMs: number })[]
}

const listScript = new Script(`${luaRooms}
prune()
local rooms = {}
for _, name in ipairs(redis.call('ZRANGE', KEYS[2], ARGV[1], ARGV[2])) do
  local kept = redis.call('HMGET', name, 'room', 'function', 'hits', 'bytes', 'pointer')
  kept[6] = redis.call('PTTL', name)
  if kept[1] then rooms[#rooms + 1] = kept end
end
return {redis.call('ZCARD', KEYS[2]), tonumber(redis.call('HGET', KEYS[3], '') or 0), rooms}`)

/** Returns one page of rooms. Costs as much as the page has rooms, and what has expired since the last. */
export async function listRooms(
  redis: Redis,
  keys: GroupKeys,
  { from, count }: { readonly from: number; readonly count: number },
): Promise<RoomPage> {
  const names = [keys.rooms, keys.rooms, keys.sizes]
  const [total, totalBytes, rooms] = await listScript.run(redis, names, [from, from + count - 1])
  const found = Array.isArray(rooms) ? rooms.map(toRoom) : []
  return {
    total: Number(total),
    totalBytes: Number(totalBytes),
    rooms: found.filter((room) => room !== undefined),
  }
}

function toRoom(reply: unknown): RoomPage['rooms'][number] | undefined {
  if (!Array.isArray(reply)) return undefined
  const [roomId, functionName, hits, bytes, pointer, leftMs] = reply.map(String)
  const host = parsePointer(pointer ?? '')?.address
  if (roomId === undefined || functionName === undefined || host === undefined) return undefined
  const counts = { accessCount: Number(hits), bytes: Number(bytes), leftMs: Number(leftMs) }
  return { roomId, functionName, ...counts, ageSeconds: 0, host }
}

/** Takes all rooms' results out, a thousand at a time; returns how many there were. */
export async function clearRooms(redis: Redis, keys: GroupKeys): Promise<number> {
  let count = 0
  for (;;) {
    const found = await redis.zpopmin(keys.rooms, 1000)
    const names = found.filter((_, i) => i % 2 === 0)
    if (names.length === 0) break
    count += await redis.unlink(names)
  }
  await redis.unlink(keys.sizes)
  return count
}
