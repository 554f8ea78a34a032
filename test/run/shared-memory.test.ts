import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.useRealTimers()
})

it('is collected when it is unused, also where nothing more happens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  vi.resetModules() // the timer is of the module
  const { allocateShared } = await import('../../core/run/shared-memory.ts')
  const [kept, unused] = [allocateShared(2 ** 20), new WeakRef(allocateShared(2 ** 20))]
  await new Promise(setImmediate) // until then a WeakRef holds what it was made of
  vi.advanceTimersByTime(11_000)
  await new Promise(setImmediate)
  expect(unused.deref()).toBeUndefined()
  expect(kept.byteLength).toBe(2 ** 20)
})
