/** The job store in memory: its contract, its bytes and its timer. */
import { expect, it, vi } from 'vitest'
import { MemoryJobStore } from '../../core/jobs/memory-job-store.ts'
import { describeJobBytes, describeJobStore } from './job-store-contract.ts'

it('shows the same object to all who ask for the same, until there is more', async () => {
  const store = new MemoryJobStore({ ttlSeconds: 300, runningLimit: 1, byteLimit: 1e6, now: () => 0 })
  await store.create('a')
  const first = store.viewHere('a', -1)
  expect(first).toEqual({ status: 'running', messages: [], error: null })
  expect(store.viewHere('a', -1)).toBe(first)
  const report = { seq: 0, text: 'half', ts: 1 }
  await store.append('a', [report])
  const second = store.viewHere('a', -1)
  expect(second).toEqual({ status: 'running', messages: [report], error: null })
  expect(store.viewHere('a', 0)).toEqual(first)
  expect(store.viewHere('a', -1)).toEqual(second)
  await store.settle('a', { status: 'error', error: 'over' })
  expect(store.viewHere('a', -1)).toEqual({ status: 'error', messages: [report], error: 'over' })
  expect(store.viewHere('b', -1)).toBeUndefined()
  await store.close()
})

describeJobStore('in memory', { create: (setup) => new MemoryJobStore(setup) })
describeJobBytes('in memory', (setup) => new MemoryJobStore(setup))

it('forgets by a timer that ends when nothing is left [job.swept]', async () => {
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
