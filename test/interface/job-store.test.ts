/** The job store in memory: its contract, its bytes and its timer. */
import { expect, it, vi } from 'vitest'
import { MemoryJobStore } from '../../core/service/jobs/memory-job-store.ts'
import {
  createRunning,
  describeJobBytes,
  describeJobMessages,
  describeJobStore,
} from './job-store-contract.ts'

describeJobStore('in memory', { create: (setup) => new MemoryJobStore(setup) })
describeJobMessages('in memory', { create: (setup) => new MemoryJobStore(setup) })
describeJobBytes('in memory', (setup) => new MemoryJobStore(setup))

it('forgets by a timer that ends when nothing is left [job.swept]', async () => {
  vi.useFakeTimers()
  try {
    const store = new MemoryJobStore({
      ttlSeconds: 2,
      running: createRunning(10),
      byteLimit: 100_000,
      now: () => Date.now(),
    })
    for (const id of ['a', 'b']) {
      await store.create(id)
      await store.settle(id, { status: 'error', error: 'e' })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await store.view('a', -1)).toBeUndefined()
    expect(await store.view('b', -1)).toBeDefined()
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(500)
    expect(await store.view('b', -1)).toBeUndefined()
    expect(vi.getTimerCount()).toBe(0)
    await store.create('c')
    await store.settle('c', { status: 'error', error: 'e' })
    expect(vi.getTimerCount()).toBe(1)
    await store.close()
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
