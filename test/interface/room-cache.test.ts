/** The room cache's contract and the timer of the form in memory. */
import { expect, it, vi } from 'vitest'
import { MemoryRoomCache } from '../../core/engine/cache/memory-room-cache.ts'
import { describeRoomCache, toEntry, toInvocation } from './room-cache-contract.ts'

describeRoomCache('in memory', (setup) => ({ cache: new MemoryRoomCache(setup) }))
describeRoomCache('in memory, three results a room', (setup) => ({ cache: new MemoryRoomCache(setup) }), 3)

it('frees expired entries by a timer, without a visit [rooms.5]', async () => {
  vi.useFakeTimers()
  try {
    let reads = 0
    const entry = toEntry('1')
    const cache = new MemoryRoomCache({ ttlSeconds: 2, byteLimit: 100_000, now: () => Date.now() })
    await cache.put(toInvocation('a', 'f'), entry, 1)
    await vi.advanceTimersByTimeAsync(1_000)
    await cache.put(toInvocation('b', 'f'), entry, 2)
    await vi.advanceTimersByTimeAsync(1_001)
    reads = (await cache.stats()).rooms.length
    expect(reads).toBe(1)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(vi.getTimerCount()).toBe(0)
    for (const end of ['clear', 'close'] as const) {
      await cache.put(toInvocation('a', 'f'), entry, 1)
      expect(vi.getTimerCount()).toBe(1)
      await cache[end]()
      expect(vi.getTimerCount()).toBe(0)
    }
  } finally {
    vi.useRealTimers()
  }
})

it('frees an entry at its time, however late it was used [rooms.5]', async () => {
  vi.useFakeTimers()
  try {
    const cache = new MemoryRoomCache({ ttlSeconds: 2, byteLimit: 100_000, now: () => Date.now() })
    for (const [generation, room] of ['a', 'b', 'c'].entries()) {
      await cache.put(toInvocation(room, 'f'), toEntry(room), generation)
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(await cache.get(toInvocation('a', 'f'))).toBeDefined()
    const left: number[] = []
    for (let i = 0; i < 3; i++) {
      await vi.advanceTimersByTimeAsync(i === 0 ? 501 : 500)
      left.push(cache.usage().entries)
    }
    expect(left).toEqual([2, 1, 0])
  } finally {
    vi.useRealTimers()
  }
})
