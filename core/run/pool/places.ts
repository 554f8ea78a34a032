import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import type { Need } from '../../domain/needs.ts'
import { stoppingError } from '../run-failure.ts'
import { RunQueue, type Waiting } from '../run-queue.ts'
import type { BundlePoolOptions, PoolUsage } from './bundle-pool.ts'
import type { Compartment } from './compartment.ts'

/** A place that a run has until it gives it back. */
export interface Place {
  readonly compartment: Compartment
  /** Resolves when the compartment whose place this was is gone. */
  readonly vacated: Promise<void>
  /**
   * Gives the place back: it is free at once when its compartment is sound, else when that is gone. Resolves
   * when nothing of the run is left there.
   */
  release(): Promise<void>
  /**
   * Puts a fresh compartment into the place when the former one is gone.
   * @throws `host.stopping`, also if the place was given back meanwhile
   */
  renew(): Promise<void>
}

/** A run that asks for a place. */
export interface PlaceRequest extends Waiting {
  readonly bundleHash: string
  /** What its bundle may have beyond computing. */
  readonly needs: readonly Need[]
}

interface OwnPlace extends Place {
  readonly bundleHash: string
  readonly needs: readonly Need[]
  compartment: Compartment
  /** `left`: given back, with a compartment that is still to go. */
  stage: 'busy' | 'idle' | 'left'
  /** Of the pool's turns, the one in which it was last used. */
  usedAt: number
}

/**
 * The places in which runs may happen, and who gets the next one. There is a bounded number of them, each
 * with one bundle in a compartment of its own; one empty compartment is kept warm beside them; runs that find
 * no place wait in a fair queue. A place whose compartment is no longer sound is free again only when that is
 * gone.
 */
export class Places {
  readonly #options: BundlePoolOptions
  readonly #createCompartment: (needs: readonly Need[]) => Compartment
  readonly #queue: RunQueue<PlaceRequest, Place>
  readonly #places = new Set<OwnPlace>()
  readonly #living = new Set<Compartment>()
  #spare: Compartment | undefined
  #turns = 0
  #crashes = 0
  #isClosed = false

  /** `createCompartment` starts an empty one. */
  constructor(options: BundlePoolOptions, createCompartment: (needs: readonly Need[]) => Compartment) {
    this.#options = options
    this.#createCompartment = createCompartment
    this.#queue = new RunQueue({ limit: options.queueLimit, busyError: () => this.#busyError() })
  }

  /** What is in use at this moment. */
  get usage(): PoolUsage {
    const { size } = this.#options
    const busy = [...this.#places].filter(({ stage }) => stage !== 'idle').length
    return { size, busy, queued: this.#queue.size, living: this.#living.size, crashes: this.#crashes }
  }

  /** Starts the spare compartment; resolves when it waits for a call. */
  async warm(): Promise<void> {
    await this.#provideSpare()?.ready
  }

  /** Refuses the runs that wait and ends every compartment; resolves when all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stoppingError())
    const living = [...this.#living]
    for (const compartment of living) compartment.kill()
    await Promise.all(living.map(({ gone }) => gone))
  }

  /** Resolves with a place, at once if one is free. @throws `host.busy`, `run.cancelled`, `host.stopping` */
  async acquire(request: PlaceRequest): Promise<Place> {
    if (this.#isClosed) throw stoppingError()
    const place = this.#queue.size === 0 ? this.#take(request) : undefined
    if (!place) return await this.#queue.wait(request)
    request.onQueued()
    return place
  }

  async #release(place: OwnPlace): Promise<void> {
    if (place.compartment.isSound) {
      place.stage = 'idle'
      place.usedAt = ++this.#turns
      this.#grantNext()
      return
    }
    place.stage = 'left'
    place.compartment.kill()
    await place.compartment.gone
    this.#places.delete(place)
    this.#provideSpare()
    this.#grantNext()
  }

  async #renew(place: OwnPlace): Promise<void> {
    place.compartment.kill()
    await place.compartment.gone
    if (this.#isClosed || place.stage === 'left') throw stoppingError()
    place.compartment = this.#provide(place.needs)
  }

  /**
   * Returns a place for a bundle, marked busy: its own idle one, a new one, or the least recently used idle
   * one. Sorts all idle places each time, which is little beside a run, with 1,024 of them as well.
   */
  #take(request: PlaceRequest): OwnPlace | undefined {
    const idle = [...this.#places].filter(({ stage }) => stage === 'idle').sort((a, b) => b.usedAt - a.usedAt)
    const fit = idle.find((place) => place.bundleHash === request.bundleHash && place.compartment.isSound)
    if (fit) {
      fit.stage = 'busy'
      return fit
    }
    if (this.#places.size < this.#options.size) return this.#add(request, Promise.resolve())
    const oldest = idle.at(-1)
    if (!oldest) return undefined
    this.#places.delete(oldest)
    oldest.compartment.kill()
    return this.#add(request, oldest.compartment.gone)
  }

  #add({ bundleHash, needs }: PlaceRequest, vacated: Promise<void>): OwnPlace {
    const place: OwnPlace = {
      bundleHash,
      needs,
      compartment: this.#provide(needs),
      vacated,
      release: () => this.#release(place),
      renew: () => this.#renew(place),
      stage: 'busy',
      usedAt: 0,
    }
    this.#places.add(place)
    return place
  }

  /** Returns the spare compartment to a bundle without needs, whose walls it has; to another a fresh one. */
  #provide(needs: readonly Need[]): Compartment {
    if (needs.length > 0) return this.#start(needs)
    if (this.#spare?.isSound === false) this.#spare.kill()
    const taken = this.#spare?.isSound ? this.#spare : this.#start([])
    this.#spare = undefined
    this.#provideSpare()
    return taken
  }

  #provideSpare(): Compartment | undefined {
    if (this.#isClosed) return undefined
    try {
      this.#spare ??= this.#start([])
    } catch (cause) {
      this.#options.log.error(
        { cause },
        'a spare place for functions could not be started; the next run tries again',
      )
    }
    return this.#spare
  }

  #start(needs: readonly Need[]): Compartment {
    const compartment = this.#createCompartment(needs)
    this.#living.add(compartment)
    void compartment.gone.then(() => this.#forget(compartment)) // `gone` never rejects
    return compartment
  }

  #forget(compartment: Compartment): void {
    this.#living.delete(compartment)
    if (compartment.hasCrashed) this.#crashes++
    if (this.#spare === compartment) this.#spare = undefined
    for (const place of this.#places)
      if (place.compartment === compartment && place.stage === 'idle') this.#places.delete(place)
  }

  /** Gives places to the runs that wait, as long as there are any. */
  #grantNext(): void {
    for (let next = this.#queue.next; next; next = this.#queue.next) {
      try {
        const place = this.#take(next)
        if (!place) return
        this.#queue.grant(() => place)
      } catch (error) {
        this.#queue.refuse(toSpecimenError(error)) // the machine has no process to give
      }
    }
  }

  #busyError(): SpecimenError {
    const { size, queueLimit } = this.#options
    return new SpecimenError(
      'host.busy',
      `All ${size} places for functions are taken and ${queueLimit} runs wait already; ` +
        'try again in a few seconds.',
    )
  }
}
