import type { Redis } from 'ioredis'
import { parseOwnJson } from '../own-json.ts'
import { parsePointer } from '../result-pointer.ts'
import { Script } from '../script.ts'
import { parseReply } from './reply.ts'

/** What a room of the group has. */
export interface GroupRoom {
  readonly roomId: string
  readonly functionName: string
  readonly accessCount: number
  readonly bytes: number
  /** Until it expires. */
  readonly leftMs: number
  /** The host that has its result. */
  readonly host: string
}

export const roomScript = new Script(`
local kept = redis.call('HMGET', KEYS[1], 'room', 'function', 'hits', 'bytes', 'pointer')
return {kept[1] or '', kept[2] or '', tonumber(kept[3] or 0), tonumber(kept[4] or 0),
  redis.call('PTTL', KEYS[1]), kept[5] or ''}`)

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
  return rooms.sort((one, other) => one.leftMs - other.leftMs)
}

/** Returns undefined for one that has expired meanwhile. */
function toRoom(reply: unknown): GroupRoom | undefined {
  const [roomId, functionName, accessCount, bytes, leftMs, pointer] = parseReply(reply)
  if (typeof roomId !== 'string' || typeof functionName !== 'string' || typeof pointer !== 'string')
    return undefined
  const host = parsePointer(parseOwnJson(pointer))?.host
  if (host === undefined || !(Number(leftMs) > 0)) return undefined
  const numbers = { accessCount: Number(accessCount), bytes: Number(bytes), leftMs: Number(leftMs) }
  return { roomId, functionName, ...numbers, host }
}

function escapePattern(text: string): string {
  return text.replace(/[*?[\]\\^]/g, '\\$&')
}
