/** How often a host looks at runs of which it hears nothing. */
import { EventEmitter } from 'node:events'
import { afterEach, expect, it, vi } from 'vitest'
import { RunWaits, type RunWaitsOptions } from '../../../core/group/runs/run-waits.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'

afterEach(() => void vi.useRealTimers())

/** Returns waits for a run that nobody begins, and what they have asked of its queue. */
function openWaits(more: Partial<RunWaitsOptions> = {}) {
  vi.useFakeTimers()
  const read = vi.fn(async () => ({ isPlaced: false, host: undefined, end: undefined, message: undefined }))
  const subscriber = new EventEmitter()
  const reachability = { onLost: () => {} }
  const connection = { subscriber, reachability, ask: async (question: () => unknown) => await question() }
  const options = {
    ...{ connection, queues: { read, add: async () => {} }, log: { debug: () => {} } },
    ...{ clock: () => performance.now(), isThere: () => true, isStale: () => false },
    ...{ findAbsence: () => undefined, queueLimit: 10, ...more },
  }
  const waits = new RunWaits(options as unknown as RunWaitsOptions)
  const controller = new AbortController()
  const call = { invocation: toInvocation('room', 'f'), caller: '' }
  const hooks = { onAdded: () => {}, onPlaced: () => {}, onMessage: () => {} }
  const ended = waits.wait({
    ...hooks,
    run: 'run',
    queue: 'q',
    call,
    isFirst: true,
    signal: controller.signal,
  })
  const count = async (seconds: number): Promise<number> => {
    read.mockClear()
    await vi.advanceTimersByTimeAsync(1000 * seconds)
    return read.mock.calls.length
  }
  return { waits, subscriber, count, ended, leave: () => controller.abort(new Error('left')) }
}

it('are looked at ever more seldom', async () => {
  const { count, ended, leave } = openWaits()
  expect([await count(1), await count(2), await count(4), await count(8)]).toEqual([1, 1, 1, 1])
  expect(await count(60)).toBeLessThanOrEqual(5)
  expect(await count(600)).toBe(40)
  leave()
  await expect(ended).rejects.toThrow('left')
  expect(vi.getTimerCount()).toBe(0)
})

it('are looked at soon when news may have been lost with a connection', async () => {
  const { subscriber, count, ended, leave } = openWaits()
  await count(100)
  subscriber.emit('ready')
  expect([await count(1), await count(2)]).toEqual([1, 1])
  leave()
  await expect(ended).rejects.toThrow('left')
})

it('are looked at each second while no host can compute them, and are refused in time', async () => {
  let absence: ReturnType<RunWaitsOptions['findAbsence']>
  const { count, ended } = openWaits({ findAbsence: () => absence })
  const refused = expect(ended).rejects.toThrow('nobody')
  await count(100)
  absence = { error: Object.assign(new Error('nobody')) as never, patience: 12_000 }
  expect(await count(10)).toBe(10)
  await count(4)
  await refused
})

it('end by their news, at once', async () => {
  const { waits, ended } = openWaits()
  waits.hear({ run: 'another', news: { kind: 'end', end: { kind: 'gone' } } })
  waits.hear({ run: 'run', news: { kind: 'end', end: { kind: 'gone' } } })
  expect(await ended).toBeUndefined()
})
