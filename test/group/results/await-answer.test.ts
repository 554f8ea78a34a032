/** The patience of a host with the answers of others. */
import { afterEach, expect, it, vi } from 'vitest'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { awaitAnswer } from '../../../core/group/results/peer-request.ts'

afterEach(() => void vi.useRealTimers())

it('ends after its seconds, and not when it was stopped before', () => {
  vi.useFakeTimers()
  const onSilent = vi.fn()
  awaitAnswer(2, onSilent)
  vi.advanceTimersByTime(1999)
  expect(onSilent).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(onSilent).toHaveBeenCalledOnce()
  const stop = awaitAnswer(2, onSilent)
  vi.advanceTimersByTime(1999)
  stop()
  vi.advanceTimersByTime(9999)
  expect(onSilent).toHaveBeenCalledOnce()
})

it('is not used up by a time in which this process was busy itself and read nothing', async () => {
  const silent = createDeferred<void>()
  const onSilent = vi.fn(silent.resolve)
  awaitAnswer(0.4, onSilent)
  for (const until = performance.now() + 900; performance.now() < until; );
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate) // what has come is read by now
  expect(onSilent).not.toHaveBeenCalled()
  setTimeout(() => {}, 1000) // its own timers keep no process alive
  await silent.promise
})
