/** The job store's contract and the timer of the form in memory. */
import { expect, it, vi } from 'vitest'
import { MemoryJobStore } from '../../core/jobs/memory-job-store.ts'
import { describeJobStore } from './job-store-contract.ts'

describeJobStore('in memory', (setup) => new MemoryJobStore(setup))

it('sweeps by a timer that ends when nothing is left [job.swept]', async () => {
  vi.useFakeTimers()
  try {
    const store = new MemoryJobStore({
      ttlSeconds: 2,
      runningLimit: 10,
      byteLimit: 100_000,
      now: () => Date.now(),
    })
    for (const id of ['a', 'b']) {
      await store.create(id)
      await store.settle(id, { status: 'error', error: 'e' })
      await vi.advanceTimersByTimeAsync(500)
    }
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(vi.getTimerCount()).toBe(0)
    expect(await store.view('a', -1)).toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
