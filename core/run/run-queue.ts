import { createDeferred, type Deferred } from '../domain/deferred.ts'
import type { SpecimenError } from '../domain/errors.ts'

/** What the queue must know of a run that waits. */
export interface Waiting {
  readonly roomId: string
  /** Aborts when the run is to leave the queue; its wait then rejects with `cancelledError()`. */
  readonly signal: AbortSignal
  readonly cancelledError: () => SpecimenError
  /** Called once it is in the queue; not when the queue is full. */
  readonly onQueued: () => void
}

/** How many runs may wait, and the refusal of one more. */
export interface RunQueueOptions {
  readonly limit: number
  readonly busyError: () => SpecimenError
}

interface Entry<W, T> {
  readonly run: W
  readonly turn: Deferred<T>
  readonly leave: () => void
}

/**
 * Runs that wait for their turn, served fairly: the rooms that wait take turns, and within a room it is first
 * come, first served, so that a room with a hundred requests delays another room's one by a single run. `T`
 * is what a run gets at its turn. Used by the pools, and by relays for the places of a worker.
 */
export class RunQueue<W extends Waiting, T> {
  readonly #options: RunQueueOptions
  /** Rooms in the order of their next turn; none is empty. */
  readonly #rooms = new Map<string, Entry<W, T>[]>()
  #size = 0

  constructor(options: RunQueueOptions) {
    this.#options = options
  }

  /** How many runs wait. */
  get size(): number {
    return this.#size
  }

  /** The run whose turn is next. */
  get next(): W | undefined {
    return this.#peek()?.run
  }

  /**
   * Puts a run behind the others of its room; resolves with what {@link grant} gives it.
   * @throws `busyError()` at once when the queue is full; what `cancelledError()` or {@link refuse} gives
   */
  wait(run: W): Promise<T> {
    if (this.#size >= this.#options.limit) return Promise.reject(this.#options.busyError())
    const turn = createDeferred<T>()
    const leave = (): void => {
      this.#remove(entry)
      turn.reject(run.cancelledError())
    }
    const entry: Entry<W, T> = { run, turn, leave }
    const line = this.#rooms.get(run.roomId)
    if (line) line.push(entry)
    else this.#rooms.set(run.roomId, [entry])
    this.#size++
    run.signal.addEventListener('abort', leave, { once: true })
    run.onQueued()
    return turn.promise
  }

  /** Gives the next run its turn, once it is out of the queue, and sends its room to the end of the round. */
  grant(give: (run: W) => T): void {
    const entry = this.#take()
    entry?.turn.resolve(give(entry.run))
  }

  /** Refuses the next run. */
  refuse(error: SpecimenError): void {
    this.#take()?.turn.reject(error)
  }

  /** Refuses every run that waits. */
  refuseAll(error: SpecimenError): void {
    while (this.#size > 0) this.refuse(error)
  }

  #peek(): Entry<W, T> | undefined {
    for (const [first] of this.#rooms.values()) return first
    return undefined
  }

  #take(): Entry<W, T> | undefined {
    const entry = this.#peek()
    if (!entry) return undefined
    const { roomId, signal } = entry.run
    signal.removeEventListener('abort', entry.leave)
    this.#remove(entry)
    const line = this.#rooms.get(roomId)
    if (line) {
      this.#rooms.delete(roomId)
      this.#rooms.set(roomId, line)
    }
    return entry
  }

  #remove(entry: Entry<W, T>): void {
    const { roomId } = entry.run
    const line = this.#rooms.get(roomId) ?? []
    line.splice(line.indexOf(entry), 1)
    if (line.length === 0) this.#rooms.delete(roomId)
    this.#size--
  }
}
