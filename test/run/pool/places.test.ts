/** Who has which place when compartments are lost, with compartments that the tests end by hand. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '../../../core/domain/deferred.ts'
import { SpecimenError } from '../../../core/domain/errors.ts'
import type { Need } from '../../../core/domain/needs.ts'
import type { Compartment } from '../../../core/run/pool/compartment.ts'
import { Places } from '../../../core/run/pool/places.ts'
import { createTestLog, toPoolOptions } from '../../contract/runner-harness.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** A compartment in the stages that a test has put it in. */
class Played implements Compartment {
  readonly #ready = createDeferred<void>()
  readonly #halted = createDeferred<void>()
  readonly #gone = createDeferred<void>()
  readonly ready = this.#ready.promise
  readonly halted = this.#halted.promise
  readonly gone = this.#gone.promise
  readonly hasCrashed = false
  readonly #haltsWhenKilled: boolean
  isSound = true

  constructor(haltsWhenKilled: boolean) {
    this.#haltsWhenKilled = haltsWhenKilled
  }

  run(): Promise<never> {
    throw new Error('nothing is run here')
  }

  kill(): void {
    this.isSound = false
    if (this.#haltsWhenKilled) this.#halted.resolve()
  }

  becomeReady(): void {
    this.#ready.resolve()
  }

  go(): void {
    this.#halted.resolve()
    this.#gone.resolve()
  }
}

function openPlaces(size: number, haltsWhenKilled = true) {
  const started: Played[] = []
  const places = new Places(toPoolOptions('process', createTestLog(), { size }), () => {
    const compartment = new Played(haltsWhenKilled)
    started.push(compartment)
    return compartment
  })
  const acquire = (bundleHash = 'bundle', needs: readonly Need[] = []) =>
    places.acquire({
      bundleHash,
      needs,
      roomId: 'room',
      signal: new AbortController().signal,
      cancelledError: () => new SpecimenError('run.cancelled', 'Cancelled.'),
      onQueued: () => {},
    })
  return { places, started, acquire }
}

/** Has done what is due, the start of spares included. */
async function settle(): Promise<void> {
  await isSettled(Promise.resolve())
  vi.advanceTimersByTime(20)
  await isSettled(Promise.resolve())
}

/** Returns whether a promise has settled when everything else that is due at once has been done. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  void promise.then(() => {
    settled = true
  })
  for (let turns = 0; turns < 3; turns++) await new Promise((resolve) => setImmediate(resolve))
  return settled
}

it('gives the place of a killed process to the next run before that is gone', async () => {
  const { acquire } = openPlaces(1)
  const place = await acquire()
  const next = acquire()
  expect(await isSettled(next)).toBe(false)
  place.compartment.kill()
  const released = place.release()
  expect((await next).compartment).not.toBe(place.compartment)
  expect(await isSettled(released)).toBe(false)
})

it('waits for one that is still in the middle of something', async () => {
  const { acquire, started } = openPlaces(1, false)
  const place = await acquire()
  const next = acquire()
  started[0]?.kill()
  void place.release()
  expect(await isSettled(next)).toBe(false)
  started[0]?.go()
  expect(await isSettled(next)).toBe(true)
})

it('waits when two others are still to go, and counts what is left no longer than it is there', async () => {
  const { places, acquire, started } = openPlaces(1)
  const lost: Played[] = []
  const lose = async (): Promise<void> => {
    const { compartment, release } = await acquire()
    if (!(compartment instanceof Played)) throw new Error('not one of ours')
    compartment.kill()
    lost.push(compartment)
    void release()
  }
  for (let i = 0; i < 3; i++) await lose()
  const next = acquire()
  expect(await isSettled(next)).toBe(false)
  lost[2]?.go()
  expect(await isSettled(next)).toBe(true)
  for (const compartment of lost) compartment.go()
  for (const each of started) each.becomeReady()
  await settle()
  expect(places.usage).toMatchObject({ busy: 1, living: 3 })
})

it('puts another bundle into an idle place without waiting for the end of what was there', async () => {
  const { acquire } = openPlaces(1)
  const place = await acquire('one')
  await place.release()
  const other = await acquire('two')
  expect(await isSettled(other.vacated)).toBe(true)
  expect(other.compartment).not.toBe(place.compartment)
})

it('keeps one spare at rest, and four for ten seconds after a loss, two of which start at a time', async () => {
  const { places, acquire, started } = openPlaces(2)
  const [first, second] = [await acquire(), await acquire()]
  await isSettled(Promise.resolve())
  expect(places.usage.living).toBe(2) // the next waits for the start of these
  for (const each of started) each.becomeReady()
  await settle()
  expect(places.usage.living).toBe(3)
  for (const { compartment, release } of [first, second]) {
    compartment.kill()
    void release()
  }
  for (const each of started.slice(0, 2)) each.go()
  await settle()
  for (const spare of [2, 3, 4, 5]) {
    expect(places.usage.living).toBe(Math.min(spare, 4))
    started[spare]?.becomeReady()
    await settle()
  }
  vi.advanceTimersByTime(10_000)
  expect(started.filter(({ isSound }) => isSound)).toHaveLength(1)
  for (const each of started.filter(({ isSound }) => !isSound)) each.go()
  await isSettled(Promise.resolve())
  expect(places.usage.living).toBe(1)
})

it('keeps no more spares for bundles with needs, which get none of them', async () => {
  const { places, acquire, started } = openPlaces(1)
  const { compartment, release } = await acquire('bundle', ['net'])
  compartment.kill()
  void release()
  for (const each of started) each.go()
  await settle()
  expect(places.usage.living).toBe(0)
})

it('starts no other in the place of a spare that could not start, until it is asked again', async () => {
  const { acquire, started } = openPlaces(1)
  const { compartment, release } = await acquire()
  compartment.kill()
  void release()
  await settle()
  expect(started).toHaveLength(3)
  for (const spare of started.slice(1)) {
    spare.kill()
    spare.becomeReady() // as one that ends before it is: nobody waits for it any longer
    spare.go()
  }
  await settle()
  expect(started).toHaveLength(3)
})

it('takes the spare that is ready', async () => {
  const { acquire, started } = openPlaces(2)
  const { compartment, release } = await acquire()
  compartment.kill()
  void release()
  await settle()
  expect(started).toHaveLength(3)
  started[2]?.becomeReady()
  await isSettled(Promise.resolve())
  expect((await acquire()).compartment).toBe(started[2])
})

it('starts no spare after its end', async () => {
  const { places, acquire, started } = openPlaces(1)
  const { release, compartment } = await acquire()
  compartment.kill()
  void release()
  const closed = places.close()
  for (const each of started) each.go()
  await closed
  await settle()
  expect(places.usage.living).toBe(0)
})
