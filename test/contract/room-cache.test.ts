/** The room cache's contract and the timer of the form in memory. */
import { expect, it, vi } from 'vitest'
import { MemoryRoomCache } from '../../core/cache/memory-room-cache.ts'
import { describeRoomCache, toEntry, toInvocation } from './room-cache-contract.ts'

describeRoomCache('in memory', (setup) => ({ cache: new MemoryRoomCache(setup) }))

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
