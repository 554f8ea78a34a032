/** The contract of the room cache port; every implementation passes it with a clock of the test's own. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { CachedResult, RoomCache } from '../../core/cache/room-cache.ts'
import type { Invocation } from '../../core/domain/invocation.ts'

export interface CacheSetup {
  readonly ttlSeconds: number
  readonly byteLimit: number
  readonly now: () => number
}

export function toInvocation(room: string, name: string, revision = 'r1'): Invocation {
  return { functionName: name, revision, params: {}, roomId: room, key: `${name}:hash` }
}

export function toEntry(id: string, bytes = 8): CachedResult {
  return { id, result: { type: 'volume', shape: [1, 1, bytes], dtype: 'uint8', data: new Uint8Array(bytes) } }
}

export function describeRoomCache(name: string, create: (setup: CacheSetup) => RoomCache): void {
  describe(`the room cache ${name}`, () => {
    let now = 0
    let cache: RoomCache
    beforeEach(() => {
      now = 1_000
      cache = create({ ttlSeconds: 300, byteLimit: 100, now: () => now })
    })
    const ids = async (...keys: [string, string][]) =>
      Promise.all(keys.map(async ([room, fn]) => (await cache.get(toInvocation(room, fn)))?.id))

    it('misses what was never stored and returns what was', async () => {
      expect(await cache.get(toInvocation('a', 'f'))).toBeUndefined()
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      expect(await ids(['a', 'f'], ['b', 'f'], ['a', 'g'])).toEqual(['1', undefined, undefined])
    })

    it('holds one entry a room: the next one replaces it [rooms.1] [rooms.4] [limit.entries]', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      await cache.put(toInvocation('a', 'g'), toEntry('2'), 2)
      expect(await ids(['a', 'f'], ['a', 'g'])).toEqual([undefined, '2'])
      expect((await cache.stats()).rooms.length).toBe(1)
    })

    it('does not replace the result of a newer request by an older one', async () => {
      await cache.put(toInvocation('a', 'g'), toEntry('new'), 2)
      await cache.put(toInvocation('a', 'f'), toEntry('old'), 1)
      expect(await ids(['a', 'g'], ['a', 'f'])).toEqual(['new', undefined])
    })

    it('never answers with the result of another revision of the function', async () => {
      await cache.put(toInvocation('a', 'f', 'r1'), toEntry('1'), 1)
      expect(await cache.get(toInvocation('a', 'f', 'r2'))).toBeUndefined()
      expect(await cache.get(toInvocation('a', 'f', 'r1'))).toBeDefined()
    })

    it('expires entries after the time to live, counted from storing [rooms.5] [limit.ttl]', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      now += 299_999
      expect(await ids(['a', 'f'])).toEqual(['1'])
      now += 1
      expect(await ids(['a', 'f'])).toEqual([undefined])
      expect((await cache.stats()).rooms).toEqual([])
    })

    it('stays below its bytes by dropping the room used longest ago', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1', 40), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2', 40), 2)
      await cache.get(toInvocation('a', 'f'))
      await cache.put(toInvocation('c', 'f'), toEntry('3', 40), 3)
      expect(await ids(['a', 'f'], ['b', 'f'], ['c', 'f'])).toEqual(['1', undefined, '3'])
    })

    it('does not keep a result that is larger than the whole budget, nor the one it replaces', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1', 40), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2', 40), 2)
      await cache.put(toInvocation('a', 'g'), toEntry('3', 101), 3)
      expect(await ids(['a', 'f'], ['a', 'g'], ['b', 'f'])).toEqual([undefined, undefined, '2'])
    })

    it('counts accesses, bytes and age [cache.stats]', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1', 40), 1)
      now += 2_500
      await cache.get(toInvocation('a', 'f'))
      await cache.get(toInvocation('a', 'other'))
      expect(await cache.stats()).toEqual({
        ttlSeconds: 300,
        rooms: [{ roomId: 'a', functionName: 'f', accessCount: 1, bytes: 40, ageSeconds: 2.5 }],
      })
    })

    it('clears everything and says how much that was', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2'), 2)
      expect(await cache.clear()).toBe(2)
      expect(await cache.clear()).toBe(0)
      expect(await ids(['a', 'f'])).toEqual([undefined])
    })
  })
}
