/** What a flight keeps of those who wait for it, and of those who have left. */
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { FlightWaiter } from '../../../core/engine/run/flights.ts'
import { LocalFlight } from '../../../core/engine/run/local-flight.ts'
import { leftError } from '../../../core/engine/run/run-failure.ts'
import { measureHeap } from '../../support/measure-heap.ts'

const openFlight = (): LocalFlight => new LocalFlight({ onLeave: () => {}, told: () => [] })

it('a flight knows nothing of a waiter that has left, while others wait on', async () => {
  const flight = openFlight()
  const first = flight.board({}, true)
  const left = await boardAndLeave(flight)
  expect(flight.waiters).toHaveLength(1)
  await setImmediate() // until then a WeakRef holds what it was made of
  measureHeap() // which collects garbage
  expect(left.deref()).toBeUndefined()
  flight.admit('miss')
  expect(await first.admission).toMatchObject({ cache: 'miss' })
})

async function boardAndLeave(flight: LocalFlight): Promise<WeakRef<FlightWaiter>> {
  const waiter: FlightWaiter = { onMessages: () => {} }
  const { admission, entry, leave } = flight.board(waiter, false)
  leave(leftError())
  await expect(entry).rejects.toThrow()
  await admission
  return new WeakRef(waiter)
}

it('whoever leaves a flight that is not admitted yet waits for it no longer', async () => {
  const flight = openFlight()
  flight.board({}, true)
  const { admission, entry, leave } = flight.board({}, false)
  leave(leftError())
  await expect(entry).rejects.toMatchObject({ code: leftError().code })
  expect(await admission).toMatchObject({ cache: 'joined' })
})

it('whoever boards a flight that was refused is refused as well', async () => {
  const flight = openFlight()
  flight.fail(leftError())
  const { admission, entry } = flight.board({}, false)
  await expect(entry).rejects.toMatchObject({ code: leftError().code })
  await expect(admission).rejects.toMatchObject({ code: leftError().code })
  expect(flight.waiters).toEqual([])
})
