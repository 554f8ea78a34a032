import { afterEach, expect, it, vi } from 'vitest'

const mebibyte = 2 ** 20

/** Returns the module anew, as its timer and what it counts are its own. */
async function importAnew(): Promise<typeof import('../../core/run/shared-memory.ts')> {
  vi.resetModules()
  return await import('../../core/run/shared-memory.ts')
}

afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('node:vm')
})

it('is collected when it is unused, also where nothing more happens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { allocateShared } = await importAnew()
  const [kept, unused] = [allocateShared(2 ** 20), new WeakRef(allocateShared(2 ** 20))]
  await new Promise(setImmediate) // until then a WeakRef holds what it was made of
  vi.advanceTimersByTime(11_000)
  await new Promise(setImmediate)
  expect(unused.deref()).toBeUndefined()
  expect(kept.byteLength).toBe(2 ** 20)
})

it('is collected when much of it may be unused, and not for what somebody keeps', async () => {
  const collect = vi.fn()
  vi.doMock('node:vm', () => ({ runInNewContext: () => collect }))
  const { allocateShared, keepShared, letGoOfShared } = await importAnew()
  const allocate = async (): Promise<void> => {
    allocateShared(70 * mebibyte)
    await new Promise(setImmediate)
  }
  for (let i = 0; i < 8; i++) {
    await allocate()
    keepShared(70 * mebibyte)
  }
  expect(collect).not.toHaveBeenCalled()
  for (let i = 0; i < 2; i++) letGoOfShared(70 * mebibyte)
  expect(collect).not.toHaveBeenCalled() // only what needs memory asks for it
  await allocate()
  expect(collect).toHaveBeenCalledOnce()
  for (let i = 0; i < 3; i++) await allocate()
  expect(collect).toHaveBeenCalledTimes(2)
})
