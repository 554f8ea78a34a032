/** The contract of the room cache port; every implementation passes it with a clock of the test's own. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { Invocation } from '../../core/contract/domain/invocation.ts'
import type { Result } from '../../core/contract/domain/result/result.ts'
import { holdResult, type StoredResult } from '../../core/contract/domain/result/stored-result.ts'
import type { RoomCache } from '../../core/engine/cache/room-cache.ts'

export interface CacheSetup {
  readonly ttlSeconds: number
  readonly byteLimit: number
  readonly roomResults: number
  readonly now: () => number
}

export function toInvocation(room: string, name: string, revision = 'r1'): Invocation {
  return { functionName: name, revision, params: {}, roomId: room, key: `${name}:hash` }
}

export function toEntry(id: string, bytes = 8): StoredResult {
  return holdResult(id, toVolume(new Uint8Array(bytes)))
}

function toVolume(data: Uint8Array): Result {
  return { type: 'volume', shape: [1, 1, data.length], dtype: 'uint8', data }
}

/** A room cache of a test, and how time passes where it is not the test's own. */
export interface CacheHarness {
  readonly cache: RoomCache
  passTime?(milliseconds: number): Promise<void>
}

export function describeRoomCache(
  name: string,
  create: (setup: CacheSetup) => CacheHarness | Promise<CacheHarness>,
  roomResults = 1,
): void {
  describe(`the room cache ${name}`, () => {
    let now = 0
    let cache: RoomCache
    let harness: CacheHarness
    beforeEach(async () => {
      now = 1_000
      harness = await create({ ttlSeconds: 300, byteLimit: 1_000_000, roomResults, now: () => now })
      cache = harness.cache
    })
    const pass = async (milliseconds: number): Promise<void> => {
      now += milliseconds
      await harness.passTime?.(milliseconds)
    }
    const ids = async (...keys: [string, string][]) =>
      Promise.all(keys.map(async ([room, fn]) => (await cache.get(toInvocation(room, fn)))?.id))

    it('misses what was never stored and returns what was', async () => {
      expect(await cache.get(toInvocation('a', 'f'))).toBeUndefined()
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      expect(await ids(['a', 'f'], ['b', 'f'], ['a', 'g'])).toEqual(['1', undefined, undefined])
    })

    it('replaces an expired result of a newer request', async () => {
      await cache.put(toInvocation('a', 'g'), toEntry('new'), 2)
      await pass(300_000)
      await cache.put(toInvocation('a', 'f'), toEntry('old'), 1)
      expect(await ids(['a', 'f'])).toEqual(['old'])
    })

    it('never answers with the result of another revision of the function', async () => {
      await cache.put(toInvocation('a', 'f', 'r1'), toEntry('1'), 1)
      expect(await cache.get(toInvocation('a', 'f', 'r2'))).toBeUndefined()
      expect(await cache.get(toInvocation('a', 'f', 'r1'))).toBeDefined()
    })

    it('expires entries after the time to live, counted from storing [rooms.5] [limit.ttl]', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      await pass(299_000)
      expect(await ids(['a', 'f'])).toEqual(['1'])
      await pass(1_000)
      expect(await ids(['a', 'f'])).toEqual([undefined])
      expect((await cache.stats()).rooms).toEqual([])
    })

    it('stays below its bytes by dropping the room used longest ago', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1', 400_000), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2', 400_000), 2)
      await cache.get(toInvocation('a', 'f'))
      await cache.put(toInvocation('c', 'f'), toEntry('3', 400_000), 3)
      expect(await ids(['a', 'f'], ['b', 'f'], ['c', 'f'])).toEqual(['1', undefined, '3'])
    })

    it.each([
      [
        'replaced',
        async () => {
          for (const room of ['a', 'b']) await cache.put(toInvocation(room, 'g'), toEntry('x', 8), 1)
          for (const room of ['a', 'b']) await cache.put(toInvocation(room, 'h'), toEntry('x', 1_000_001), 1)
        },
      ],
      ['dropped for its bytes', () => cache.put(toInvocation('c', 'f'), toEntry('x', 990_000), 1)],
      ['cleared', () => cache.clear()],
      [
        'expired and asked for',
        async () => {
          await pass(300_000)
          expect(await ids(['a', 'f'], ['b', 'f'])).toEqual([undefined, undefined])
        },
      ],
      [
        'expired and counted',
        async () => {
          await pass(300_000)
          expect((await cache.stats()).rooms).toEqual([])
        },
      ],
    ])('has the bytes again of what was %s', async (_how, remove) => {
      for (let round = 0; round < 3; round++) {
        for (const room of ['a', 'b']) await cache.put(toInvocation(room, 'f'), toEntry(room, 400_000), 1)
        expect(await ids(['a', 'f'], ['b', 'f'])).toEqual(['a', 'b'])
        await remove()
      }
    })

    it('drops rooms of the caller that holds most, never those of another for them', async () => {
      await cache.put(toInvocation('mine', 'f'), toEntry('mine', 300_000), 1, 'a')
      for (const id of ['1', '2', '3']) await cache.put(toInvocation(id, 'f'), toEntry(id, 300_000), 2, 'b')
      expect(await ids(['mine', 'f'], ['1', 'f'], ['2', 'f'], ['3', 'f'])).toEqual([
        'mine',
        undefined,
        '2',
        '3',
      ])
      await cache.put(toInvocation('2', 'g'), toEntry('4', 300_000), 3, 'c')
      expect(await ids(['mine', 'f'], ['2', 'g'], ['3', 'f'])).toEqual(['mine', '4', '3'])
    })

    it('counts accesses, bytes and age [cache.stats]', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1', 400_000), 1)
      await pass(2_500)
      await cache.get(toInvocation('a', 'f'))
      await cache.get(toInvocation('a', 'other'))
      expect(await cache.stats()).toMatchObject({
        ttlSeconds: 300,
        rooms: [
          {
            roomId: 'a',
            functionName: 'f',
            accessCount: 1,
            bytes: expect.any(Number),
            ageSeconds: expect.closeTo(2.5, 0),
          },
        ],
      })
    })

    it('says what it has in the memory of this host', async () => {
      expect(cache.usage()).toEqual({ entries: 0, bytes: 0 })
      await cache.put(toInvocation('a', 'f'), toEntry('1', 400_000), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2', 300_000), 2)
      const { entries, bytes } = cache.usage()
      expect(entries).toBe(2)
      expect(bytes).toBeGreaterThan(700_000)
    })

    it('counts what an entry costs, not what its arrays use [cache.stats]', async () => {
      const memory = new SharedArrayBuffer(500_000)
      const view = holdResult('2', toVolume(new Uint8Array(memory, 0, 8)))
      const shared = {
        type: 'mesh',
        vertices: new Float32Array(memory, 0, 9),
        indices: new Uint32Array(memory, 36, 3),
      } as const
      const counted = async (entry: StoredResult, room = 'a') => {
        await cache.put(toInvocation(room, 'f'), entry, 1)
        const found = (await cache.stats()).rooms.find(({ roomId }) => roomId === room)
        await cache.clear()
        return found?.bytes ?? 0
      }
      const small = await counted(toEntry('1', 48))
      expect(small).toBeGreaterThan(2_000)
      expect(small).toBeLessThan(10_000)
      expect(await counted(view)).toBeGreaterThan(500_000)
      expect(await counted(holdResult('3', shared))).toBeLessThan(600_000) // both arrays lie in one block
      expect(await counted(toEntry('1', 48), 'r'.repeat(128))).toBeGreaterThan(small)
    })

    it('keeps no more small results than its bytes allow', async () => {
      for (let i = 0; i < 1000; i++) await cache.put(toInvocation(`room ${i}`, 'f'), toEntry(`${i}`, 4), i)
      const { rooms } = await cache.stats()
      expect(rooms.reduce((total, { bytes }) => total + bytes, 0)).toBeLessThanOrEqual(1_000_000)
      expect(rooms.length).toBeLessThan(500)
      expect(rooms.at(-1)?.roomId).toBe('room 999')
    })

    it('clears everything and says how much that was', async () => {
      await cache.put(toInvocation('a', 'f'), toEntry('1'), 1)
      await cache.put(toInvocation('b', 'f'), toEntry('2'), 2)
      expect(await cache.clear()).toBe(2)
      expect(await cache.clear()).toBe(0)
      expect(await ids(['a', 'f'])).toEqual([undefined])
    })

    if (roomResults === 1) {
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

      it('does not keep a result that is larger than the whole budget, nor the one it replaces', async () => {
        await cache.put(toInvocation('a', 'f'), toEntry('1', 400_000), 1)
        await cache.put(toInvocation('b', 'f'), toEntry('2', 400_000), 2)
        await cache.put(toInvocation('a', 'g'), toEntry('3', 1_000_001), 3)
        expect(await ids(['a', 'f'], ['a', 'g'], ['b', 'f'])).toEqual([undefined, undefined, '2'])
      })
    } else {
      it('holds as many entries a room as it may: the one used longest ago goes first', async () => {
        const places = ['f', 'g', 'h'].map((fn): [string, string] => ['a', fn])
        for (const [i, [room, fn]] of places.entries())
          await cache.put(toInvocation(room, fn), toEntry(fn), i)
        await cache.put(toInvocation('b', 'f'), toEntry('other'), 3)
        expect(await ids(['a', 'g'], ['a', 'f'])).toEqual(['g', 'f'])
        await cache.put(toInvocation('a', 'i'), toEntry('i'), 4)
        expect(await ids(...places, ['a', 'i'], ['b', 'f'])).toEqual(['f', 'g', undefined, 'i', 'other'])
        await cache.put(toInvocation('a', 'g', 'r2'), toEntry('g2'), 5)
        expect((await cache.get(toInvocation('a', 'g', 'r2')))?.id).toBe('g2')
        expect(await ids(...places, ['a', 'i'])).toEqual(['f', undefined, undefined, 'i'])
        expect(cache.usage().entries).toBe(4)
        expect((await cache.stats()).rooms.map(({ roomId }) => roomId).sort()).toEqual(['a', 'a', 'a', 'b'])
        expect(await cache.clear()).toBe(4)
      })

      it('never removes the result of a newer request for that of an older one', async () => {
        for (const [i, fn] of ['f', 'g', 'h'].entries())
          await cache.put(toInvocation('a', fn), toEntry(fn), 5 + i)
        await cache.put(toInvocation('a', 'i'), toEntry('old'), 1)
        await cache.put(toInvocation('a', 'g'), toEntry('old'), 1)
        expect(await ids(['a', 'f'], ['a', 'g'], ['a', 'h'], ['a', 'i'])).toEqual(['f', 'g', 'h', undefined])
      })

      it('expires and frees the entries of a room one by one', async () => {
        await cache.put(toInvocation('a', 'f'), toEntry('1', 400_000), 1)
        await pass(200_000)
        await cache.put(toInvocation('a', 'g'), toEntry('2', 400_000), 2)
        await pass(100_000)
        expect(await ids(['a', 'f'], ['a', 'g'])).toEqual([undefined, '2'])
        await cache.put(toInvocation('a', 'h'), toEntry('3', 400_000), 3)
        await cache.put(toInvocation('a', 'i'), toEntry('4', 400_000), 4)
        expect(await ids(['a', 'g'], ['a', 'h'], ['a', 'i'])).toEqual([undefined, '3', '4'])
      })
    }
  })
}
