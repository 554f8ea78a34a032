import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { withFields } from '../../domain/log.ts'
import type { Need } from '../../domain/needs.ts'
import type { Result } from '../../domain/result/result.ts'
import { cancelledError, describeOverrun, stoppingError } from '../run-failure.ts'
import { RunStop } from '../run-stop.ts'
import type { RunContext, Runner } from '../runner.ts'
import type { BundlePool, BundlePoolOptions, FileSource, LoadedBundle, PrivateCopy } from './bundle-pool.ts'
import {
  type BundleCall,
  CallNotTaken,
  type Compartment,
  nameCall,
  toCallCrash,
  toCallFailure,
} from './compartment.ts'
import { Places, type PoolPlace } from './places.ts'

/** The function of a bundle that takes a file. */
const decodeFunction = 'decode'

interface PlacedCall {
  readonly call: BundleCall
  /** The folder of its bundle's original. */
  readonly source: string
  readonly place: PoolPlace
  readonly copy: PrivateCopy | undefined
  readonly progress: RunContext['progress']
  readonly file: FileSource | undefined
  /** Aborts when the run has ended. */
  readonly ended: AbortSignal
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
  #runs = 0

  constructor(options: BundlePoolOptions, tier: PoolTier) {
    this.#options = options
    this.#tier = tier
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
    const { signal, progress, onAdmitted = () => {}, onPlaced, onReleased } = context
    const { copy } = bundle
    let released: Promise<void> = Promise.resolve()
    const letGo = copy?.hold()
    const ended = new AbortController()
    try {
      const plain = file
        ? this.#toFileCall(bundle, file, context.log)
        : this.#toCall(bundle, invocation, context.log)
      const call = { ...plain, onPeak: context.onPeak }
      await this.#tier.prepare()
      if (signal.aborted) throw cancelledError(nameCall(call))
      const place = await this.#places.acquire({
        bundleHash: bundle.hash,
        needs: this.#options.allowed.get(bundle.source) ?? [],
        roomId: invocation.roomId,
        caller: context.caller,
        signal,
        cancelledError: () => cancelledError(nameCall(call)),
        onQueued: onAdmitted,
      })
      onPlaced?.()
      let result: Result
      try {
        const placed = { call, source: bundle.source, place, copy, progress, file, ended: ended.signal }
        const stop = this.#addStop(call, signal, () => {
          place.compartment.kill()
          ended.abort()
        })
        result = await this.#race(stop, this.#attempt(placed, stop))
      } finally {
        ended.abort()
        released = place.release()
      }
      await this.#check(call, result, signal)
      return result
    } finally {
      if (letGo) void released.then(letGo)
      if (onReleased) void released.then(onReleased)
    }
  }

  #toCall(
    { name, folder, functions }: LoadedBundle,
    { functionName, params }: Invocation,
    log = this.#options.log,
  ): BundleCall {
    const manifest = functions.find((known) => known.name === functionName)
    if (!manifest)
      throw new SpecimenError('function.unknown', `The bundle "${name}" has no function "${functionName}".`)
    return {
      run: ++this.#runs,
      bundleName: name,
      log: withFields(log, { function: functionName, bundle: name }),
      folder,
      functionName,
      params: JSON.stringify(params),
      parameters: manifest.parameters,
      progress: manifest.progress,
      returnType: manifest.return_type,
      resultBytes: this.#options.resultBytes,
    }
  }

  #toFileCall(
    { name, folder }: LoadedBundle,
    { name: fileName }: FileSource,
    log = this.#options.log,
  ): BundleCall {
    return {
      run: ++this.#runs,
      bundleName: name,
      fileName,
      log: withFields(log, { file: fileName }),
      folder,
      functionName: decodeFunction,
      params: '{}',
      parameters: [],
      progress: null,
      returnType: null,
      resultBytes: this.#options.resultBytes,
    }
  }

  /** Runs a call, a second time in a fresh compartment when the first did not accept it. */
  async #attempt(placed: PlacedCall, stop: RunStop): Promise<Result> {
    await placed.place.vacated
    try {
      return await this.#runOnce(placed, stop)
    } catch (error) {
      if (!(error instanceof CallNotTaken) || !stop.isOpen) throw error
      const { message: reason, cause } = error
      placed.call.log.warn({ reason, cause }, 'run moved to a fresh process')
    }
    await placed.place.renew()
    try {
      return await this.#runOnce(placed, stop)
    } catch (error) {
      if (!(error instanceof CallNotTaken)) throw error
      const detail = 'The host could not start a process for the function; its log says why.'
      throw new SpecimenError('internal', detail, { cause: error })
    }
  }

  async #runOnce(placed: PlacedCall, stop: RunStop): Promise<Result> {
    const { source, place, copy, progress, file, ended } = placed
    const { runTimeoutSeconds } = this.#options
    const overrunError = () => toCallCrash(placed.call, describeOverrun(runTimeoutSeconds))
    if (file) stop.stopAfter(runTimeoutSeconds, overrunError) // it may come from far away
    const call = file ? { ...placed.call, file: await this.#openFile(file, ended) } : placed.call
    // The start of the process has a bound of its own and does not count.
    const onBegun = () => stop.stopAfter(runTimeoutSeconds, overrunError)
    const { compartment } = place
    if (!this.#loaded.has(compartment)) await copy?.prepare()
    this.#loaded.add(compartment)
    const heard: RunContext['progress'] = {
      report: (text, fraction) => stop.isOpen && progress.report(text, fraction),
      skip: (count) => stop.isOpen && progress.skip?.(count),
    }
    return await compartment.run(call, heard, onBegun).catch((error: unknown) => {
      this.#explain(call, source, error)
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
