import type { Log } from '../../../contract/domain/log.ts'
import type { Compartment } from './compartment.ts'

/** Delay of the next spare, in milliseconds: a short run has ended by then. */
const fillMilliseconds = 20

/** The dependencies of {@link Spares}. */
export interface SparesOptions {
  /** The wanted number. */
  readonly count: number
  /** Starts one. @throws Error when the machine is out of processes */
  readonly start: () => Compartment
  /** Called after each start, with its success. */
  readonly onStart: (isReady: boolean) => void
  readonly log: Log
}

/** Empty compartments that are kept warm: people cancel one run after another. */
export class Spares {
  readonly #options: SparesOptions
  #spares: Compartment[] = []
  readonly #ready = new WeakSet<Compartment>()
  #isClosed = false

  constructor(options: SparesOptions) {
    this.#options = options
  }

  /** The number of those that wait for a call. */
  get ready(): number {
    return this.#listReady().length
  }

  /** The number of those that are still to start, or to get ready. */
  get missing(): number {
    return this.#options.count - this.ready
  }

  /** Starts them, up to this number; resolves when the first waits for a call. */
  async fill(count = this.#options.count): Promise<void> {
    const { start, onStart, log } = this.#options
    this.#dropLost()
    try {
      while (!this.#isClosed && this.#spares.length < count) {
        const spare = start()
        this.#spares.push(spare)
        void spare.ready.then(() => {
          this.#ready.add(spare)
          onStart(spare.isSound)
        })
      }
    } catch (cause) {
      log.error({ cause }, 'no spare process could be started; the next run tries again')
      onStart(false)
    }
    await this.#spares[0]?.ready
  }

  /** Delayed, as a start takes 5 ms of this loop, and processor time from the current run. */
  fillSoon(): void {
    setTimeout(() => void this.fill(), fillMilliseconds).unref()
  }

  /** Returns one, ready if there is such; it is no spare any more. */
  take(): Compartment | undefined {
    this.#dropLost()
    const taken = this.#listReady()[0] ?? this.#spares[0]
    if (taken) this.forget(taken)
    return taken
  }

  /** Forgets one that has ended, or is in use. */
  forget(compartment: Compartment): void {
    this.#spares = this.#spares.filter((spare) => spare !== compartment)
  }

  close(): void {
    this.#isClosed = true
  }

  /** Ends those that have become unsound as they waited, as when a cleaner has removed their folder. */
  #dropLost(): void {
    for (const lost of this.#spares.filter(({ isSound }) => !isSound)) lost.kill()
    this.#spares = this.#spares.filter(({ isSound }) => isSound)
  }

  #listReady(): Compartment[] {
    return this.#spares.filter((spare) => spare.isSound && this.#ready.has(spare))
  }
}
