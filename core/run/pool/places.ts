/**
 * The places in which runs may happen, and who gets the next one. There is a bounded number of them, each
 * with one bundle in a compartment of its own; one empty compartment is kept warm beside them; runs that find
 * no place wait in a fair queue. A place whose compartment is no longer sound is free again only when that is
 * gone.
 */
import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import { RunQueue, type Waiting } from '../run-queue.ts'
import type { BundlePoolOptions } from './bundle-pool.ts'
import type { Compartment } from './compartment.ts'

export interface Place {
  readonly bundleHash: string
  readonly compartment: Compartment
  /** Resolves when the compartment whose place this was is gone. */
  readonly vacated: Promise<void>
}

interface OwnPlace extends Place {
  compartment: Compartment
  isBusy: boolean
  /** Given back, with a compartment that is still to go. */
  isLeft: boolean
  /** Of the pool's turns, the one in which it was last used. */
  usedAt: number
}

/** Who asks for a place, and how to tell that the wish is withdrawn. */
export interface Wish extends Waiting {
  readonly bundleHash: string
  readonly signal: AbortSignal
  readonly toCancelled: () => SpecimenError
  /** Called when it has a place or a place in the queue. */
  readonly onAdmitted: () => void
}

interface WaitingWish extends Waiting {
  readonly bundleHash: string
  readonly grant: (place: OwnPlace) => void
  readonly refuse: (error: SpecimenError) => void
}

export class Places {
  readonly #options: BundlePoolOptions
  readonly #open: () => Compartment
  readonly #queue: RunQueue<WaitingWish>
  readonly #places = new Set<OwnPlace>()
  readonly #living = new Set<Compartment>()
  #spare: Compartment | undefined
  #turns = 0
  #isClosed = false

  /** `open` starts an empty compartment. */
  constructor(options: BundlePoolOptions, open: () => Compartment) {
    this.#options = options
    this.#open = open
    this.#queue = new RunQueue(options.queueLimit)
  }

  async warm(): Promise<void> {
    await this.#provideSpare()?.ready
  }

  /** Refuses whoever waits and ends every compartment; resolves when all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.refuse(toStopping())
    const living = [...this.#living]
    for (const compartment of living) compartment.kill()
    await Promise.all(living.map(({ gone }) => gone))
  }

  /** Resolves with a place, at once if one is free. @throws `host.busy`, `run.cancelled`, `host.stopping` */
  acquire({ bundleHash, roomId, signal, toCancelled, onAdmitted }: Wish): Promise<Place> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(toStopping())
      const place = this.#queue.size === 0 ? this.#take(bundleHash) : undefined
      if (place) {
        onAdmitted()
        return resolve(place)
      }
      const leave = () => {
        this.#queue.remove(waiting)
        reject(toCancelled())
      }
      const stay = () => signal.removeEventListener('abort', leave)
      const grant = (free: OwnPlace) => {
        stay()
        resolve(free)
      }
      const refuse = (error: SpecimenError) => {
        stay()
        reject(error)
      }
      const waiting: WaitingWish = { roomId, bundleHash, grant, refuse }
      if (!this.#queue.add(waiting)) return reject(this.#toBusy())
      onAdmitted()
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  /**
   * Gives a place back: it is free at once when its compartment is sound, else when that is gone. Resolves
   * when nothing of the run is left there.
   */
  async release(place: Place): Promise<void> {
    const own = place as OwnPlace // `acquire` gives no others
    if (own.compartment.isSound) {
      own.isBusy = false
      own.usedAt = ++this.#turns
      this.#grantNext()
      return
    }
    own.isLeft = true
    own.compartment.kill()
    await own.compartment.gone
    this.#places.delete(own)
    this.#provideSpare()
    this.#grantNext()
  }

  /**
   * Puts a fresh compartment into a busy place when the former one is gone. @throws `host.stopping`, also if
   * it was given back
   */
  async renew(place: Place): Promise<void> {
    const own = place as OwnPlace // `acquire` gives no others
    own.compartment.kill()
    await own.compartment.gone
    if (this.#isClosed || own.isLeft) throw toStopping()
    own.compartment = this.#takeSpare()
  }

  /**
   * Returns a place for a bundle, marked busy: its own idle one, a new one, or the least recently used idle
   * one.
   */
  #take(bundleHash: string): OwnPlace | undefined {
    const idle = [...this.#places].filter(({ isBusy }) => !isBusy).sort((a, b) => b.usedAt - a.usedAt)
    const fit = idle.find((place) => place.bundleHash === bundleHash && place.compartment.isSound)
    if (fit) {
      fit.isBusy = true
      return fit
    }
    if (this.#places.size < this.#options.size) return this.#add(bundleHash, Promise.resolve())
    const oldest = idle.at(-1)
    if (!oldest) return undefined
    this.#places.delete(oldest)
    oldest.compartment.kill()
    return this.#add(bundleHash, oldest.compartment.gone)
  }

  #add(bundleHash: string, vacated: Promise<void>): OwnPlace {
    const place: OwnPlace = {
      bundleHash,
      compartment: this.#takeSpare(),
      vacated,
      isBusy: true,
      isLeft: false,
      usedAt: 0,
    }
    this.#places.add(place)
    return place
  }

  #takeSpare(): Compartment {
    const taken = this.#spare ?? this.#start()
    this.#spare = undefined
    this.#provideSpare()
    return taken
  }

  #provideSpare(): Compartment | undefined {
    if (this.#isClosed) return undefined
    try {
      this.#spare ??= this.#start()
    } catch (cause) {
      this.#options.log.error(
        { cause },
        'a spare place for functions could not be started; the next run tries again',
      )
    }
    return this.#spare
  }

  #start(): Compartment {
    const compartment = this.#open()
    this.#living.add(compartment)
    void compartment.gone.then(() => this.#forget(compartment)) // `gone` never rejects
    return compartment
  }

  #forget(compartment: Compartment): void {
    this.#living.delete(compartment)
    if (this.#spare === compartment) this.#spare = undefined
    for (const place of this.#places)
      if (place.compartment === compartment && !place.isBusy) this.#places.delete(place)
  }

  #grantNext(): void {
    for (let next = this.#queue.peek(); next; next = this.#queue.peek()) {
      try {
        const place = this.#take(next.bundleHash)
        if (!place) return
        next.grant(place)
      } catch (error) {
        next.refuse(toSpecimenError(error)) // the machine has no process to give
      }
      this.#queue.take() // the same run
    }
  }

  #toBusy(): SpecimenError {
    const { size, queueLimit } = this.#options
    const detail = `All ${size} places for functions are taken and ${queueLimit} runs wait already; try again in a few seconds.`
    return new SpecimenError('host.busy', detail)
  }
}

/** Returns the refusal of a run by a pool that is closed. */
export function toStopping(): SpecimenError {
  return new SpecimenError(
    'host.stopping',
    'The host is stopping and runs nothing any more; try again when it is back.',
  )
}
