import type { Redis } from 'ioredis'
import type { Invocation } from '../../domain/invocation.ts'
import type { RoomKeys } from '../room-keys.ts'
import { Script } from '../script.ts'

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
  redis.call('DEL', current)
  redis.call('HSET', current, 'key', key, 'revision', revision, 'function', name, 'room', room,
    'generation', generation, 'pointer', pointer, 'bytes', bytes, 'hits', 0)
  redis.call('PEXPIRE', current, ttl)
  return 1
end
`

export const storeScript = new Script(`${luaStore}
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
