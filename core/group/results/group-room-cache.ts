import type { Redis } from 'ioredis'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { CacheStats, CacheUsage, RoomListing, RoomUsage } from '../../engine/cache/room-cache.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { luaIsNewer, luaTell, Script } from '../redis/script.ts'
import { parsePointer, type ResultPointer } from './result-pointer.ts'

// The fields of a room's record are always the same, so that all are overwritten.
const storeScript = new Script(`${luaIsNewer}${luaTell}
local run, by, ttl, channel, news = unpack(ARGV, 1, 5)
local flight = redis.call('HGETALL', KEYS[3])
if valueOf(flight, 'run') ~= run or valueOf(flight, 'by') ~= by then return {0, 1} end
local given = valueOf(flight, 'generation')
redis.call('DEL', KEYS[3])
local jobs = tell(flight, channel, news)
local kept = redis.call('HMGET', KEYS[1], 'generation', 'key', 'revision')
if kept[1] and tonumber(kept[1]) > tonumber(given) then return {0, jobs} end
if kept[2] == ARGV[7] and isNewer(kept[3], ARGV[9], KEYS[4], KEYS[5]) then return {0, jobs} end
redis.call('HSET', KEYS[1], 'generation', given, 'hits', 0, unpack(ARGV, 6))
redis.call('PEXPIRE', KEYS[1], ttl)
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
redis.call('ZADD', KEYS[2], string.format('%.3f', now + ttl), KEYS[1])
redis.call('PEXPIRE', KEYS[2], 2 * ttl)
return {1, jobs}`)

/** A result that a room is to have. */
export interface RoomResult {
  readonly pointer: string
  readonly bytes: number
  readonly ttlMs: number
  /** The run that has made it, whose flight ends. */
  readonly run: string
  /** The token by which its host has taken it. */
  readonly by: string
  /** What those who wait for it are told. */
  readonly news: string
}

/**
 * Gives a room a result, unless it has one of a later generation, or the run is none of this host any more.
 * Returns whether a job may point to the run.
 */
export async function storeResult(
  redis: Redis,
  keys: GroupKeys,
  invocation: Invocation,
  { pointer, bytes, ttlMs, run, by, news }: RoomResult,
): Promise<boolean> {
  const { key, revision, functionName, roomId } = invocation
  const names = [keys.room(roomId), keys.rooms, keys.flight(invocation), keys.seen, keys.hosts]
  const told = [run, by, ttlMs, keys.told(''), news]
  const members = ['key', key, 'revision', revision, 'function', functionName, 'room', roomId]
  const [, jobs] = await storeScript.run(redis, names, [
    ...told,
    ...members,
    'bytes',
    bytes,
    'pointer',
    pointer,
  ])
  return jobs !== 0
}

const dropScript = new Script(`
if redis.call('HGET', KEYS[1], 'pointer') ~= ARGV[1] then return {0} end
return {redis.call('DEL', KEYS[1]), redis.call('ZREM', KEYS[2], KEYS[1])}`)

/** Takes a room's result out, if it is still the one that is gone. */
export async function dropResult(
  redis: Redis,
  keys: GroupKeys,
  roomId: string,
  pointer: string,
): Promise<void> {
  await dropScript.run(redis, [keys.room(roomId), keys.rooms], [pointer])
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

/** The dependencies of a {@link GroupRoomCache}. */
export interface GroupRoomCacheOptions {
  readonly connection: Pick<GroupConnection, 'ask' | 'now'>
  readonly keys: GroupKeys
  /** Returns the memory that the results on this host take. */
  readonly usage: () => CacheUsage
  /** From storing until an entry expires, used or not. */
  readonly ttlSeconds: number
}

/** Rooms that are read or cleared at a time. */
const pageSize = 1000

/** The rooms of all hosts. Redis has the pointers; the results are in the memory of the hosts. */
export class GroupRoomCache implements RoomListing {
  readonly #options: GroupRoomCacheOptions

  constructor(options: GroupRoomCacheOptions) {
    this.#options = options
  }

  async stats(): Promise<CacheStats> {
    const { connection, keys, ttlSeconds } = this.#options
    const rooms: CacheStats['rooms'][number][] = []
    for (let from = 0, isOver = false; !isOver; from += pageSize) {
      const page = ['WITHSCORES', 'LIMIT', from, pageSize] as const
      const scored = await connection.ask((redis) => redis.zrangebyscore(keys.rooms, '-inf', '+inf', ...page))
      const names = scored.filter((_, i) => i % 2 === 0)
      const kept = await connection.ask((redis) => Promise.all(names.map((name) => readRoom(redis, name))))
      for (const [i, room] of kept.entries()) {
        const leftSeconds = (Number(scored[2 * i + 1]) - connection.now()) / 1000
        if (room) rooms.push({ ...room, ageSeconds: ttlSeconds - leftSeconds })
      }
      isOver = names.length < pageSize
    }
    return { ttlSeconds, rooms }
  }

  usage(): CacheUsage {
    return this.#options.usage()
  }

  async clear(): Promise<number> {
    const { connection, keys } = this.#options
    return await connection.ask(async (redis) => {
      for (let count = 0; ; ) {
        const page = await redis.zpopmin(keys.rooms, pageSize)
        const names = page.filter((_, i) => i % 2 === 0)
        if (names.length === 0) return count
        count += await redis.unlink(names)
      }
    })
  }

  async close(): Promise<void> {} // nothing of it is this host's
}

/** Returns a room's result as it is shown; undefined when it has expired. */
async function readRoom(redis: Redis, name: string): Promise<RoomUsage | undefined> {
  const names = ['room', 'function', 'hits', 'bytes', 'pointer'] as const
  const [roomId, functionName, hits, bytes, pointer] = await redis.hmget(name, ...names)
  const host = parsePointer(pointer ?? '')?.address
  if (!roomId || !functionName || host === undefined) return undefined
  return { roomId, functionName, accessCount: Number(hits), bytes: Number(bytes), ageSeconds: 0, host }
}
