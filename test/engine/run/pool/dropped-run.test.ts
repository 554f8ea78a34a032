/** A released slider: the end of a run that is not wanted any more, and of the process with its bundle. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Result } from '../../../../core/contract/domain/result/result.ts'
import { createDeferred } from '../../../../core/contract/time/deferred.ts'
import type { BundleCall, CallEvents, Compartment } from '../../../../core/engine/run/pool/compartment.ts'
import { CompartmentPool } from '../../../../core/engine/run/pool/compartment-pool.ts'
import { droppedError, withdrawnError } from '../../../../core/engine/run/run-failure.ts'
import type { Runner } from '../../../../core/engine/run/runner.ts'
import {
  call,
  createTestLog,
  fail,
  toFunctionManifest,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'
import { openPool, type Tier } from './pool-harness.ts'

const cloud: Result = { type: 'point_cloud', points: new Float32Array(3) }

/** A compartment whose calls the tests play. */
class Played implements Compartment {
  readonly ready = Promise.resolve()
  readonly #halted = createDeferred<void>()
  readonly halted = this.#halted.promise
  readonly gone = this.halted
  readonly hasCrashed = false
  readonly #loaded: Promise<void>
  isSound = true
  loads = 0
  /** The number of its run. */
  current: number | undefined
  events: CallEvents | undefined
  #settled = createDeferred<Result>()

  constructor(loaded: Promise<void>) {
    this.#loaded = loaded
  }

  async run({ params }: BundleCall, events: CallEvents): Promise<Result> {
    this.current = JSON.parse(params).number
    this.events = events
    this.#settled = createDeferred<Result>()
    return await this.#settled.promise
  }

  async load({ loadsOnly }: BundleCall): Promise<void> {
    if (loadsOnly) this.loads++
    await this.#loaded
  }

  finish(): void {
    this.current = undefined
    this.#settled.resolve(cloud)
  }

  kill(): void {
    this.isSound = false
    this.current = undefined
    this.#halted.resolve()
  }
}

let now = 0
/** Has done what is due at once. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve))
}

/** `loaded` resolves when bundles are loaded ahead of their use. */
function open(size: number, loaded = Promise.resolve()) {
  let runs = 0
  const started: Played[] = []
  const options = toPoolOptions('process', createTestLog(), { size, now: () => now })
  const pool = new CompartmentPool(options, {
    createCompartment: () => {
      const compartment = new Played(loaded)
      started.push(compartment)
      return compartment
    },
    explain: () => undefined,
    prepare: async () => {},
    finish: async () => {},
  })
  const addBundle = (name: string): Runner =>
    pool.createRunner({
      name,
      source: name,
      hash: name,
      folder: '/none',
      functions: [toFunctionManifest('cut', 'point_cloud', [])],
    })
  /** Begins a run; `place` is its compartment, once it has one. */
  const begin = async (runner: Runner) => {
    const number = ++runs
    const controller = new AbortController()
    const { signal } = controller
    const end = call(runner, 'cut', { signal, params: { number } }).then(
      () => 'done',
      ({ code }: { code?: string }) => code,
    )
    await settle()
    const find = () => started.find(({ current }) => current === number)
    return {
      end,
      find,
      drop: () => controller.abort(droppedError()),
      cancel: () => controller.abort(withdrawnError()),
    }
  }
  /** A run in which the bundle takes so long to load, and the function so long to run. */
  const warm = async (runner: Runner, load: number, run: number): Promise<Played> => {
    const first = await begin(runner)
    const place = first.find()
    if (!place) throw new Error('the first run has no place')
    place.events?.onBegun()
    now += load
    place.events?.onLoaded()
    now += run
    place.finish()
    expect(await first.end).toBe('done')
    await settle()
    return place
  }
  return { pool, started, addBundle, begin, warm }
}

describe('a dropped run', () => {
  beforeEach(() => {
    now = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => void vi.useRealTimers())

  it('ends by itself where its bundle takes longer to load, and leaves its process to the next', async () => {
    const { pool, addBundle, begin, warm } = open(1)
    const runner = addBundle('slow')
    const place = await warm(runner, 2000, 1500)
    const run = await begin(runner)
    expect(run.find()).toBe(place)
    place.events?.onBegun()
    now += 100
    run.drop()
    expect(await run.end).toBe('run.cancelled')
    const next = await begin(runner)
    expect([place.isSound, next.find()]).toEqual([true, undefined])
    place.finish()
    await settle()
    expect(next.find()).toBe(place)
    place.finish()
    expect(await next.end).toBe('done')
    await pool.close()
  })

  it('is ended when it lasts longer than it may', async () => {
    for (const [usual, rest] of [
      [1500, 2000],
      [300, 600],
    ] as const) {
      const { pool, addBundle, begin, warm } = open(1)
      const runner = addBundle('slow')
      const place = await warm(runner, 2000, usual)
      const run = await begin(runner)
      place.events?.onBegun()
      run.drop()
      vi.advanceTimersByTime(rest - 1)
      expect(place.isSound).toBe(true)
      vi.advanceTimersByTime(1)
      expect(place.isSound).toBe(false)
      await pool.close()
    }
  })

  it.each([
    ['its bundle loads faster than that', 100, 1500, 0],
    ['it takes long from now on', 2000, 8000, 100],
    ['it is far beyond its usual time', 2000, 200, 500],
  ])('is ended at once where %s', async (_, load, usual, elapsed) => {
    const { pool, addBundle, begin, warm } = open(1)
    const runner = addBundle('bundle')
    const place = await warm(runner, load, usual)
    const run = await begin(runner)
    place.events?.onBegun()
    now += elapsed
    run.drop()
    expect(place.isSound).toBe(false)
    await pool.close()
  })

  it('is ended at once where its usual time is not known', async () => {
    const { pool, addBundle, begin } = open(1)
    const run = await begin(addBundle('bundle'))
    const place = run.find()
    place?.events?.onBegun()
    place?.events?.onLoaded()
    run.drop()
    expect(place?.isSound).toBe(false)
    await pool.close()
  })

  it('goes on near the end of a long time', async () => {
    const { pool, addBundle, begin, warm } = open(1)
    const runner = addBundle('slow')
    const place = await warm(runner, 2000, 8000)
    const run = await begin(runner)
    place.events?.onBegun()
    now += 7000
    run.drop()
    expect(place.isSound).toBe(true)
    await pool.close()
  })

  it('gives its place to a run of another bundle that finds none', async () => {
    const { pool, addBundle, begin, warm } = open(1)
    const runner = addBundle('slow')
    const place = await warm(runner, 2000, 1500)
    const run = await begin(runner)
    place.events?.onBegun()
    run.drop()
    const other = await begin(addBundle('other'))
    expect(place.isSound).toBe(false)
    vi.advanceTimersByTime(20) // until there is a spare
    await settle()
    expect(other.find()).not.toBe(place)
    other.find()?.finish()
    expect(await other.end).toBe('done')
    await pool.close()
  })

  it('leaves the way to a run of another bundle while the next of its own waits for it', async () => {
    const { pool, addBundle, begin, warm } = open(2, new Promise(() => {}))
    const runner = addBundle('slow')
    const place = await warm(runner, 2000, 1500)
    const run = await begin(runner)
    place.events?.onBegun()
    run.drop()
    const next = await begin(runner)
    const other = await begin(addBundle('other'))
    other.find()?.finish()
    expect(await other.end).toBe('done')
    expect([place.isSound, next.find()]).toEqual([true, undefined])
    await pool.close()
  })
})

describe('a cancelled run', () => {
  beforeEach(() => {
    now = 0
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => void vi.useRealTimers())

  it('is ended at once, and the next has a process that has loaded the bundle', async () => {
    const { pool, addBundle, begin, warm } = open(1)
    const runner = addBundle('slow')
    const place = await warm(runner, 2000, 1500)
    const run = await begin(runner)
    place.events?.onBegun()
    run.cancel()
    expect(await run.end).toBe('run.cancelled')
    expect(place.isSound).toBe(false)
    const next = await begin(runner)
    expect(next.find()?.loads).toBe(1)
    await pool.close()
  })

  it('has no such successor where the bundle is quick to load', async () => {
    const { pool, started, addBundle, warm } = open(1)
    await warm(addBundle('quick'), 100, 1500)
    vi.advanceTimersByTime(20)
    await settle()
    expect(started.map(({ loads }) => loads)).toEqual([0, 0, 0]) // the one that was used, and two spares
    await pool.close()
  })
})

it('loads two bundles in turn at most once in a few runs ahead of their use', async () => {
  now = 0
  const { pool, started, addBundle, warm } = open(2)
  for (let round = 0; round < 4; round++)
    for (const name of ['one', 'two']) await warm(addBundle(name), 2000, 1500)
  expect(started.reduce((sum, { loads }) => sum + loads, 0)).toBe(1)
  await pool.close()
})

const slowModule = `
for (const until = performance.now() + 600; performance.now() < until; );
const own = crypto.randomUUID()
const triangle = () => ({ vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) })
export function ok(reporter) { reporter.report(own); return triangle() }
export function endlessLoop(reporter) { reporter.report(own); for (;;); }
export async function manyReports(to, reporter) {
  for (let i = 0; i < to; i++) {
    reporter.report(own)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return triangle()
}`

describe.each<Tier>(['process', 'thread'])('a bundle that is slow to load, in a %s', (tier) => {
  /** The clock stands while a function runs, so that it has its usual time left: more than it ever needs. */
  const openSlow = async () => {
    const usual = 100_000
    let clock = 0
    const { addBundle } = await openPool(tier, { size: 1, now: () => (clock += usual), longestRest: usual })
    return await addBundle('slow', slowModule)
  }
  const drop = async (runner: Runner, functionName: string, reason: Error): Promise<string> => {
    const controller = new AbortController()
    let name = ''
    const report = (text: string): void => {
      name = text
      controller.abort(reason)
    }
    const options = { params: { to: 3 }, signal: controller.signal, report }
    expect(await fail(runner, functionName, options)).toMatchObject({ code: 'run.cancelled' })
    return name
  }
  const nameProcess = async (runner: Runner): Promise<string> => {
    const names: string[] = []
    await call(runner, 'ok', { report: (text) => names.push(text) })
    return names.join()
  }

  it('stays loaded when a run is dropped, in the same process', async () => {
    const runner = await openSlow()
    const first = await nameProcess(runner)
    await call(runner, 'manyReports', { params: { to: 3 } })
    expect(await drop(runner, 'manyReports', droppedError())).toBe(first)
    expect(await nameProcess(runner)).toBe(first)
  })

  it('is loaded in another process when a run is cancelled, or never ends', async () => {
    const runner = await openSlow()
    const first = await nameProcess(runner)
    await call(runner, 'manyReports', { params: { to: 3 } })
    const second = await drop(runner, 'manyReports', withdrawnError()).then(() => nameProcess(runner))
    expect(second).not.toBe(first)
    await drop(runner, 'endlessLoop', droppedError())
    expect([first, second]).not.toContain(await nameProcess(runner))
  })
})
