import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

const mebibyte = 2 ** 20

/** Returns the module anew, as its timer and what it counts are its own. */
async function importAnew(): Promise<typeof import('../../../core/engine/run/shared-memory.ts')> {
  vi.resetModules()
  return await import('../../../core/engine/run/shared-memory.ts')
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

it('is collected when it was kept for a while, before as long a while has passed again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { allocateShared } = await importAnew()
  let room: SharedArrayBuffer | undefined = allocateShared(mebibyte)
  const kept = new WeakRef(room)
  await new Promise(setImmediate)
  vi.advanceTimersByTime(300_000)
  expect(kept.deref()?.byteLength).toBe(room.byteLength)
  room = undefined
  await new Promise(setImmediate)
  allocateShared(8) // which is too little to collect for
  vi.advanceTimersByTime(320_000)
  await new Promise(setImmediate)
  expect(kept.deref()).toBeUndefined()
})

describe('the collection of shared memory', () => {
  const collect = vi.fn()
  beforeEach(() => {
    collect.mockClear()
    vi.doMock('node:vm', () => ({ runInNewContext: () => collect }))
  })

  it('is asked for by bytes', async () => {
    const { allocateShared } = await importAnew()
    for (let i = 1; i <= 8; i++) {
      allocateShared(70 * mebibyte)
      await new Promise(setImmediate)
      expect(collect).toHaveBeenCalledTimes(Math.floor((i - 1) / 2))
    }
  })

  it('becomes rare at rest, and prompt again when much memory comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { allocateShared } = await importAnew()
    allocateShared(2 * mebibyte)
    vi.advanceTimersByTime(3_600_000)
    expect(collect).toHaveBeenCalledTimes(8)
    allocateShared(2 * mebibyte)
    vi.advanceTimersByTime(10_000)
    expect(collect).toHaveBeenCalledTimes(9)
  })
})
