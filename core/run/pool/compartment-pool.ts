/**
 * Runs the functions of bundles in compartments, processes and threads alike: sends the call to a place, ends
 * it when it is cancelled or takes too long, moves it when its compartment did not take it, and checks what
 * came back. Which place, and when, is `places.ts`'s business.
 */
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Result } from '../../domain/result.ts'
import { describeOverrun, nameFunction, toCancelled, toFunctionFailure } from '../run-failure.ts'
import type { RunContext, Runner } from '../runner.ts'
import type { BundlePool, BundlePoolOptions, LoadedBundle, PrivateCopy } from './bundle-pool.ts'
import { type BundleCall, CallNotTaken, type Compartment } from './compartment.ts'
import { type Place, Places, toStopping } from './places.ts'

/** Longest delay of a timer, in milliseconds. */
const longestDelay = 2 ** 31 - 1

export class CompartmentPool implements BundlePool {
  readonly #options: BundlePoolOptions
  readonly #places: Places
  /** Refuses each run that has a place. */
  readonly #running = new Set<(error: SpecimenError) => void>()
  /** Those that have loaded their bundle. */
  readonly #loaded = new WeakSet<Compartment>()
  #runs = 0

  /** `open` starts an empty compartment. */
  constructor(options: BundlePoolOptions, open: () => Compartment) {
    this.#options = options
    this.#places = new Places(options, open)
  }

  createRunner(bundle: LoadedBundle): Runner {
    return { run: (invocation, context) => this.#run(bundle, invocation, context) }
  }

  warm(): Promise<void> {
    return this.#places.warm()
  }

  async close(): Promise<void> {
    const closed = this.#places.close()
    for (const refuse of [...this.#running]) refuse(toStopping())
    await closed
  }

  async #run(bundle: LoadedBundle, invocation: Invocation, context: RunContext): Promise<Result> {
    const { signal, progress, onAdmitted = () => {}, onReleased } = context
    let released: Promise<void> = Promise.resolve()
    const letGo = bundle.copy?.hold()
    try {
      const call = this.#toCall(bundle, invocation)
      const cancelled = () => toCancelled(nameCall(call))
      if (signal.aborted) throw cancelled()
      const wish = {
        bundleHash: bundle.hash,
        roomId: invocation.roomId,
        signal,
        toCancelled: cancelled,
        onAdmitted,
      }
      const place = await this.#places.acquire(wish)
      const release = () => {
        released = this.#places.release(place)
      }
      const work = (isWanted: () => boolean) => this.#runAt(place, call, progress, isWanted, bundle.copy)
      const result = await this.#runUntil(signal, call, work, { place, release })
      await this.#runUntil(signal, call, () => this.#check(call, result))
      return result
    } finally {
      if (letGo) void released.then(letGo)
      if (onReleased) void released.then(onReleased)
    }
  }

  #toCall({ name, folder, functions }: LoadedBundle, { functionName, params }: Invocation): BundleCall {
    const manifest = functions.find((known) => known.name === functionName)
    if (!manifest)
      throw new SpecimenError('function.unknown', `The bundle "${name}" has no function "${functionName}".`)
    return {
      run: ++this.#runs,
      bundleName: name,
      folder,
      functionName,
      params: JSON.stringify(params),
      parameters: manifest.parameters,
      progress: manifest.progress,
      returnType: manifest.return_type,
      resultBytes: this.#options.resultBytes,
    }
  }

  /**
   * Settles as `work` does, or rejects before, when the signal aborts, the pool closes or, with a place, the
   * time is up; the place's compartment is then ended, and the place given back in any case. `work` is told
   * whether it is still wanted.
   */
  async #runUntil<T>(
    signal: AbortSignal,
    call: BundleCall,
    work: (isWanted: () => boolean) => Promise<T>,
    at?: { readonly place: Place; readonly release: () => void },
  ): Promise<T> {
    let isOpen = true
    const { refused, refuse } = createRefusal()
    const stop = (error: SpecimenError) => {
      at?.place.compartment.kill()
      refuse(error)
    }
    const onAbort = () => stop(toCancelled(nameCall(call)))
    const deadline = at && setTimeout(() => stop(this.#toOverdue(call)), this.#deadline)
    signal.addEventListener('abort', onAbort, { once: true })
    this.#running.add(stop)
    try {
      if (signal.aborted) onAbort()
      return await Promise.race([refused, work(() => isOpen)])
    } finally {
      isOpen = false
      clearTimeout(deadline)
      signal.removeEventListener('abort', onAbort)
      this.#running.delete(stop)
      at?.release()
    }
  }

  get #deadline(): number {
    return Math.min(this.#options.runTimeoutSeconds * 1000, longestDelay)
  }

  /** Runs a call, a second time in a fresh compartment when the first has not taken it. */
  async #runAt(
    place: Place,
    call: BundleCall,
    progress: RunContext['progress'],
    isWanted: () => boolean,
    copy: PrivateCopy | undefined,
  ): Promise<Result> {
    const whileWanted: Required<RunContext['progress']> = {
      report: (text) => isWanted() && progress.report(text),
      skip: (count) => isWanted() && progress.skip?.(count),
    }
    const run = async (): Promise<Result> => {
      if (!this.#loaded.has(place.compartment)) await copy?.prepare()
      this.#loaded.add(place.compartment)
      return await place.compartment.run(call, whileWanted)
    }
    await place.vacated
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof CallNotTaken) || !isWanted()) throw error
      const { functionName, bundleName } = call
      this.#options.log.warn(
        { function: functionName, bundle: bundleName, reason: error.message },
        'run moved to a fresh process',
      )
    }
    await this.#places.renew(place)
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof CallNotTaken)) throw error
      const detail = 'The host could not start a process for the function; its log says why.'
      throw new SpecimenError('internal', detail, { cause: error })
    }
  }

  async #check(call: BundleCall, result: Result): Promise<void> {
    try {
      await this.#options.check(result)
    } catch (error) {
      if (!(error instanceof SpecimenError) || error.code !== 'function.failed') throw error
      throw toFunctionFailure(nameCall(call), error.message, error)
    }
  }

  #toOverdue(call: BundleCall): SpecimenError {
    return toFunctionFailure(nameCall(call), describeOverrun(this.#options.runTimeoutSeconds))
  }
}

function nameCall({ functionName, bundleName }: BundleCall): string {
  return nameFunction(functionName, bundleName)
}

/** Returns a promise that rejects when it is told to; whoever races it gets the error. */
function createRefusal(): { refused: Promise<never>; refuse: (error: SpecimenError) => void } {
  let refuse: (error: SpecimenError) => void = () => {}
  const refused = new Promise<never>((_, reject) => {
    refuse = reject
  })
  return { refused, refuse }
}
