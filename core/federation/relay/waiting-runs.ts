/**
 * Runs that wait for a place at one worker: rooms take turns, as in the pools, and whoever leaves costs the
 * link nothing. They stay over a lost link.
 */
import type { SpecimenError } from '../../domain/errors.ts'
import type { Result } from '../../domain/result.ts'
import { RunQueue } from '../../run/run-queue.ts'
import type { RunContext } from '../../run/runner.ts'

interface WaitingRun {
  readonly roomId: string
  readonly begin: () => void
  readonly fail: (error: SpecimenError) => void
}

/** A run that finds no free place. */
export interface Wish {
  readonly roomId: string
  readonly context: RunContext
  readonly begin: () => Promise<Result>
  readonly toBusy: () => SpecimenError
  readonly toCancelled: () => SpecimenError
}

export class WaitingRuns {
  readonly #queue: RunQueue<WaitingRun>

  constructor(limit: number) {
    this.#queue = new RunQueue(limit)
  }

  get size(): number {
    return this.#queue.size
  }

  /**
   * Settles as `begin()` does once it is the run's turn, or before as {@link failAll} or an abort says.
   * @throws what `toBusy` returns, at once, when the queue is full
   */
  add({ roomId, context, begin, toBusy, toCancelled }: Wish): Promise<Result> {
    const { signal, onAdmitted, onReleased } = context
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#queue.remove(waiting)
        waiting.fail(toCancelled())
      }
      const stay = () => signal.removeEventListener('abort', leave)
      const waiting: WaitingRun = {
        roomId,
        begin: () => {
          stay()
          begin().then(resolve, reject)
        },
        fail: (error) => {
          stay()
          reject(error)
          onReleased?.()
        },
      }
      if (!this.#queue.add(waiting)) return waiting.fail(toBusy())
      signal.addEventListener('abort', leave, { once: true })
      onAdmitted?.()
    })
  }

  /** Begins the run whose turn it is; returns false when none waits. */
  beginNext(): boolean {
    const next = this.#queue.take()
    next?.begin()
    return next !== undefined
  }

  failAll(error: SpecimenError): void {
    for (let next = this.#queue.take(); next; next = this.#queue.take()) next.fail(error)
  }
}
