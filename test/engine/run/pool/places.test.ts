/** Who has which place when compartments are lost, with compartments that the tests end by hand. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpecimenError } from '../../../../core/contract/domain/errors.ts'
import { toRoomAhead } from '../../../../core/contract/domain/invocation.ts'
import type { Need } from '../../../../core/contract/domain/needs.ts'
import { createDeferred } from '../../../../core/contract/time/deferred.ts'
import type { Compartment } from '../../../../core/engine/run/pool/compartment.ts'
import { Places } from '../../../../core/engine/run/pool/places.ts'
import { createTestLog, toPoolOptions } from '../../../interface/runner-harness.ts'

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

  async load(): Promise<void> {}

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
  const acquire = (bundleKey = 'bundle', needs: readonly Need[] = [], caller?: string, roomId = 'room') =>
    places.acquire({
      bundleKey,
      needs,
      roomId,
      caller,
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
  const next = acquire('bundle', [], 'other')
  expect(await isSettled(next)).toBe(false)
  place.compartment.kill()
  const released = place.release()
  expect((await next).compartment).not.toBe(place.compartment)
  expect(await isSettled(released)).toBe(false)
})

it('waits for one that is still in the middle of something', async () => {
  const { acquire, started } = openPlaces(1, false)
  const place = await acquire()
  const next = acquire('bundle', [], 'other')
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
    const { compartment, release } = await acquire('bundle', [], `caller ${lost.length}`)
    if (!(compartment instanceof Played)) throw new Error('not one of ours')
    compartment.kill()
    lost.push(compartment)
    void release()
  }
  for (let i = 0; i < 3; i++) await lose()
  const next = acquire('bundle', [], 'other')
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

it('keeps two spares, which are started after whoever waits for a place', async () => {
  const { places, acquire, started } = openPlaces(2)
  const [first, second] = [await acquire(), await acquire()]
  await isSettled(Promise.resolve())
  expect(places.usage.living).toBe(2) // the next wait for the start of these
  for (const each of started) each.becomeReady()
  await settle()
  expect(places.usage.living).toBe(4)
  for (const { compartment, release } of [first, second]) {
    compartment.kill()
    void release()
  }
  for (const each of started.slice(0, 2)) each.go()
  await settle()
  expect(places.usage.living).toBe(2)
})

it('gives no spare to bundles with needs', async () => {
  const { places, acquire, started } = openPlaces(2)
  const warm = places.warm()
  started[0]?.becomeReady()
  await warm
  await settle()
  const { compartment } = await acquire('bundle', ['net'])
  expect(started.indexOf(compartment as Played)).toBe(2)
})

/** Starts a run of a caller and ends its compartment. */
async function abandon(acquire: ReturnType<typeof openPlaces>['acquire'], caller: string): Promise<void> {
  const { compartment, release } = await acquire('bundle', [], caller)
  compartment.kill()
  void release()
}

describe('a caller whose runs end their compartments', () => {
  it('waits while these are replaced, and others take the next place and the first spare', async () => {
    const { acquire, started, places } = openPlaces(2)
    const abandoned = Array.from({ length: 12 }, () => abandon(acquire, 'a'))
    await settle()
    const before = started.length
    expect(places.usage.queued).toBe(10)
    const other = acquire('bundle', [], 'b')
    expect(await isSettled(other)).toBe(true)
    expect(started).toHaveLength(before) // it has what was started for the other
    expect(places.usage.queued).toBe(10)
    for (let spare = 0; places.usage.queued > 0; spare++) {
      for (const each of started) if (each.isSound) each.becomeReady()
      for (const each of started) if (!each.isSound) each.go()
      await settle()
      expect(spare).toBeLessThan(20)
    }
    await Promise.all(abandoned)
  })

  it('comes after others that wait, whatever their turns', async () => {
    const { acquire } = openPlaces(1)
    await abandon(acquire, 'a')
    await settle()
    const place = await acquire('bundle', [], 'd')
    const order: string[] = []
    const runs = ['a', 'a', 'b', 'a', 'c'].map(async (caller) => {
      const { release } = await acquire('bundle', [], caller)
      order.push(caller)
      await release()
    })
    await place.release()
    await Promise.all(runs)
    expect(order).toEqual(['b', 'c', 'a', 'a', 'a'])
  })

  it('gets a spare that is ready at once, as the only one who asks', async () => {
    const { acquire, started, places } = openPlaces(2)
    const warm = places.warm()
    started[0]?.becomeReady()
    await warm
    await settle()
    started[1]?.becomeReady()
    await abandon(acquire, 'a')
    expect((await acquire('bundle', [], 'a')).compartment).toBe(started[1])
  })

  it('gets another when the spares have become unsound as they waited', async () => {
    const { acquire, started } = openPlaces(2)
    const { compartment, release } = await acquire('bundle', [], 'a')
    const becomeReady = async (): Promise<void> => {
      for (const each of started) each.becomeReady()
      await settle()
    }
    await becomeReady()
    await becomeReady()
    expect(started).toHaveLength(3)
    for (const each of started) each.isSound = false // a cleaner has removed their folder
    compartment.kill()
    void release()
    const next = acquire('bundle', [], 'a')
    await becomeReady()
    expect(await isSettled(next)).toBe(true)
  })

  it('owes nothing any more when the spares are there again, or cannot be started', async () => {
    for (const end of ['becomeReady', 'kill'] as const) {
      const { acquire, started, places } = openPlaces(1)
      await abandon(acquire, 'a')
      const next = acquire('bundle', ['net'], 'a')
      expect(await isSettled(next)).toBe(false)
      for (const each of started.slice(1)) {
        each[end]()
        each.becomeReady()
      }
      expect(await isSettled(next)).toBe(true)
      expect(places.usage.queued).toBe(0)
    }
  })
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

it('lets a run ahead of its use begin only where another place stays free', async () => {
  const { acquire } = openPlaces(2)
  const acquireAhead = () => acquire('bundle', [], 'reader', toRoomAhead('room', '1'))
  const first = await acquireAhead()
  const ahead = acquireAhead()
  expect(await isSettled(ahead)).toBe(false)
  const [stranger, other] = [await acquire(), acquire()]
  void first.release()
  void (await other).release()
  expect(await isSettled(ahead)).toBe(false)
  void stranger.release()
  expect(await isSettled(ahead)).toBe(true)
  expect(await isSettled(acquire('bundle', [], undefined, toRoomAhead('room', '2')))).toBe(true) // a relay's
  const { acquire: acquireOne } = openPlaces(1)
  expect(await isSettled(acquireOne('bundle', [], 'reader', toRoomAhead('room', '1')))).toBe(true)
})
