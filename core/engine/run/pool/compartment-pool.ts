import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Invocation } from '../../../contract/domain/invocation.ts'
import type { Need } from '../../../contract/domain/needs.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import { cancelledError, DroppedRun, describeOverrun, stoppingError } from '../run-failure.ts'
import { RunStop } from '../run-stop.ts'
import type { FileSource, RunContext, Runner } from '../runner.ts'
import { BundleCalls } from './bundle-calls.ts'
import type { BundlePool, BundlePoolOptions, LoadedBundle } from './bundle-pool.ts'
import { CallTimer } from './call-timer.ts'
import {
  type BundleCall,
  type CallEvents,
  CallNotTaken,
  type Compartment,
  nameCall,
  toCallCrash,
  toCallFailure,
} from './compartment.ts'
import { Places } from './places.ts'
import type { PlaceRequest, PoolPlace } from './pool-place.ts'
import { UsualTimes } from './usual-times.ts'

interface PlacedCall {
  readonly call: BundleCall
  readonly bundle: LoadedBundle
  readonly place: PoolPlace
  readonly progress: RunContext['progress']
  readonly file: FileSource | undefined
  readonly timer: CallTimer
}

interface PoolTier {
  readonly createCompartment: (needs: readonly Need[]) => Compartment
  /** Returns an explanation for the operator when walls have caused a failure. */
  readonly explain: (failure: string, source: string) => string | undefined
  /** Resolves when the first compartment may be started. May be called more than once. */
  readonly prepare: () => Promise<void>
  readonly finish: () => Promise<void>
}

/** Runs the functions of bundles in compartments at `Places`, within their time, and checks the results. */
export class CompartmentPool implements BundlePool {
  readonly #options: BundlePoolOptions
  /** The factory of its compartments. */
  readonly #tier: PoolTier
  readonly #places: Places
  /** One of each run that has a place, or whose result is being checked. */
  readonly #stops = new Set<RunStop>()
  readonly #loaded = new WeakSet<Compartment>()
  readonly #calls: BundleCalls
  readonly #times: UsualTimes

  constructor(options: BundlePoolOptions, tier: PoolTier) {
    this.#options = options
    this.#tier = tier
    this.#times = new UsualTimes(options.longestRest)
    this.#calls = new BundleCalls(options)
    this.#places = new Places(options, tier.createCompartment)
  }

  createRunner(bundle: LoadedBundle): Runner {
    return { run: (invocation, context) => this.#run(bundle, invocation, context) }
  }

  createFileRunner(bundle: LoadedBundle, source: FileSource): Runner {
    return { run: (invocation, context) => this.#run(bundle, invocation, context, source) }
  }

  get usage(): BundlePool['usage'] {
    return this.#places.usage
  }

  async warm(): Promise<void> {
    await this.#tier.prepare()
    await this.#places.warm()
  }

  async close(): Promise<void> {
    const closed = this.#places.close()
    for (const stop of [...this.#stops]) stop.stop(stoppingError())
    await closed
    await this.#tier.finish()
  }

  async #run(
    bundle: LoadedBundle,
    invocation: Invocation,
    context: RunContext,
    file?: FileSource,
  ): Promise<Result> {
    const { signal, progress, onAdmitted = () => {}, onQueued, onPlaced, onReleased } = context
    let released: Promise<void> = Promise.resolve()
    const letGo = bundle.copy?.hold()
    try {
      const plain = file
        ? this.#calls.toFileCall(bundle, file, context.log)
        : this.#calls.toCall(bundle, invocation, context)
      const call = { ...plain, onPeak: context.onPeak }
      await this.#tier.prepare()
      if (signal.aborted) throw cancelledError(nameCall(call))
      const place = await this.#places.acquire({
        ...this.#identify(bundle),
        roomId: invocation.roomId,
        caller: context.caller,
        signal,
        cancelledError: () => cancelledError(nameCall(call)),
        onQueued: (countBefore) => {
          onQueued?.(countBefore)
          onAdmitted()
        },
      })
      onPlaced?.()
      const timed = { bundleHash: bundle.hash, functionName: call.functionName }
      const timer = new CallTimer(this.#times, timed, this.#options.now)
      const result = await this.#runAt({ call, bundle, place, progress, file, timer }, signal, (release) => {
        released = release
      })
      await this.#check(call, result, signal)
      return result
    } finally {
      if (letGo) void released.then(letGo)
      if (onReleased) void released.then(onReleased)
    }
  }

  /** Consents and variables are of a folder: equal code of another folder must not get them. */
  #identify({ source, hash }: LoadedBundle): Pick<PlaceRequest, 'bundleKey' | 'needs'> {
    return { bundleKey: JSON.stringify([source, hash]), needs: this.#options.allowed.get(source) ?? [] }
  }

  /** Runs a call at its place. `onEnd` gets the release of the place, which a dropped run puts off. */
  async #runAt(
    placed: PlacedCall,
    signal: AbortSignal,
    onEnd: (released: Promise<void>) => void,
  ): Promise<Result> {
    const { call, bundle, place, file, timer } = placed
    const ended = new AbortController()
    let attempt: Promise<Result> | undefined
    let dropped: Promise<void> | undefined
    const stop = this.#addStop(call, signal, () => {
      const rest = !file && signal.reason instanceof DroppedRun ? timer.rest : 0
      if (attempt && rest > 0) dropped = this.#finish(place, attempt, rest)
      else place.compartment.kill()
      ended.abort()
    })
    try {
      attempt = this.#attempt(placed, stop, ended.signal)
      const result = await this.#race(stop, attempt)
      timer.end()
      return result
    } finally {
      ended.abort()
      const released = dropped ? dropped.then(() => place.release()) : place.release()
      onEnd(released)
      this.#loadAhead(bundle)
    }
  }

  /** Has a bundle that is slow to load ready beside the places where it runs, for the next run. */
  #loadAhead(bundle: LoadedBundle): void {
    if (!this.#times.isSlowToLoad(bundle.hash)) return
    this.#places
      .loadAhead(this.#identify(bundle), (compartment) => this.#load(bundle, compartment))
      .catch((cause: unknown) =>
        this.#options.log.error({ cause }, 'no process could be started ahead of its use'),
      )
  }

  async #load(bundle: LoadedBundle, compartment: Compartment): Promise<void> {
    const { copy } = bundle
    const letGo = copy?.hold()
    const overrun = createDeadline(() => compartment.kill())
    overrun.start(this.#options.runTimeoutSeconds)
    try {
      await copy?.prepare()
      this.#loaded.add(compartment)
      await Promise.race([compartment.load(this.#calls.toLoad(bundle)), compartment.halted])
    } finally {
      overrun.stop()
      letGo?.()
    }
  }

  /** Lets a dropped run end by itself, in this time, and drops its result; resolves when it has ended. */
  async #finish(place: PoolPlace, attempt: Promise<Result>, milliseconds: number): Promise<void> {
    const overrun = createDeadline(() => place.compartment.kill())
    overrun.start(milliseconds / 1000)
    place.drop()
    await Promise.race([attempt.catch(() => {}), place.compartment.halted]).finally(overrun.stop)
  }

  /** Runs a call, a second time in a fresh compartment when the first did not accept it. */
  async #attempt(placed: PlacedCall, stop: RunStop, ended: AbortSignal): Promise<Result> {
    await placed.place.vacated
    try {
      return await this.#runOnce(placed, stop, ended)
    } catch (error) {
      if (!(error instanceof CallNotTaken) || !stop.isOpen) throw error
      const { message: reason, cause } = error
      placed.call.log.warn({ reason, cause }, 'run moved to a fresh process')
    }
    await placed.place.renew()
    try {
      return await this.#runOnce(placed, stop, ended)
    } catch (error) {
      if (!(error instanceof CallNotTaken)) throw error
      const detail = 'The host could not start a process for the function; its log says why.'
      throw new SpecimenError('internal', detail, { cause: error })
    }
  }

  /** `ended` aborts when the run has ended. */
  async #runOnce(placed: PlacedCall, stop: RunStop, ended: AbortSignal): Promise<Result> {
    const { bundle, place, progress, file, timer } = placed
    const { runTimeoutSeconds } = this.#options
    const overrunError = () => toCallCrash(placed.call, describeOverrun(runTimeoutSeconds))
    if (file) stop.stopAfter(runTimeoutSeconds, overrunError) // it may come from far away
    const call = file ? { ...placed.call, file: await this.#openFile(file, ended) } : placed.call
    // The start of the process has a bound of its own and does not count.
    const onBegun = () => {
      timer.begin()
      stop.stopAfter(runTimeoutSeconds, overrunError)
    }
    const { compartment } = place
    if (!this.#loaded.has(compartment)) await bundle.copy?.prepare()
    else if (!file) this.#loadAhead(bundle)
    this.#loaded.add(compartment)
    const heard: CallEvents['progress'] = {
      report: (text, fraction) => stop.isOpen && progress.report(text, fraction),
      skip: (count) => stop.isOpen && progress.skip?.(count),
    }
    const events = { progress: heard, onBegun, onLoaded: () => timer.load() }
    return await compartment.run(call, events).catch((error: unknown) => {
      this.#explain(call, bundle.source, error)
      throw error
    })
  }

  /** An unread body stays open until `ended` aborts. @throws `file.undecodable` for one that is too large */
  async #openFile(source: FileSource, ended: AbortSignal): Promise<NonNullable<BundleCall['file']>> {
    const file = await source.open(ended)
    const { resultBytes } = this.#options
    if (file.byteLength <= resultBytes) return file
    const limit = `at most ${resultBytes} are decoded (--result-bytes)`
    const detail = `${JSON.stringify(source.name)}: it has ${file.byteLength} bytes, and ${limit}.`
    throw new SpecimenError('file.undecodable', detail)
  }

  /** Clients get the function's own message; the log explains the wall to the operator. */
  #explain({ log }: BundleCall, source: string, error: unknown): void {
    if (!(error instanceof SpecimenError) || error.code !== 'function.failed') return
    const stack = error.cause instanceof Error ? error.cause.stack : ''
    const sentence = this.#tier.explain(`${error.message}\n${stack}`, source)
    if (sentence !== undefined) log.warn({}, sentence)
  }

  async #check(call: BundleCall, result: Result, signal: AbortSignal): Promise<void> {
    try {
      await this.#race(this.#addStop(call, signal), this.#options.check(result))
    } catch (error) {
      if (!(error instanceof SpecimenError) || error.code !== 'function.failed') throw error
      throw toCallFailure(call, error.message, error)
    }
  }

  #addStop(call: BundleCall, signal: AbortSignal, onStop?: () => void): RunStop {
    const stop = new RunStop(signal, () => cancelledError(nameCall(call)), onStop)
    this.#stops.add(stop)
    return stop
  }

  async #race<T>(stop: RunStop, stretch: Promise<T>): Promise<T> {
    return await stop.race(stretch).finally(() => this.#stops.delete(stop))
  }
}
