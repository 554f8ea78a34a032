import { createDeferred, type Deferred } from '../domain/deferred.ts'
import type { SpecimenError } from '../domain/errors.ts'
import { LinkedMap } from '../domain/linked-map.ts'
import { Shares } from '../domain/shares.ts'

/** What the queue must know of a run that waits. */
export interface Waiting {
  readonly roomId: string
  /** Who asks for it; absent for a relay, which has been fair to its callers already. */
  readonly caller?: string | undefined
  /** Aborts when the run is to leave the queue; its wait then rejects with `cancelledError()`. */
  readonly signal: AbortSignal
  readonly cancelledError: () => SpecimenError
  /** Called once it is in the queue; not when the queue is full. */
  readonly onQueued: () => void
}

/** How many runs may wait, and the refusal of one more. */
export interface RunQueueOptions {
  /** Of one caller, and of all together as long as each has its share. */
  readonly limit: number
  readonly busyError: () => SpecimenError
}

/** First come, first served. */
type Line<W, T> = LinkedMap<QueueEntry<W, T>, QueueEntry<W, T>>

/** Rooms of one caller in the order of their next turn; none is empty. */
type CallerRooms<W, T> = LinkedMap<string, Line<W, T>>

interface QueueEntry<W, T> {
  readonly run: W
  readonly turn: Deferred<T>
  readonly leave: () => void
}

/**
 * Runs that wait for their turn, served fairly: the callers that wait take turns, the rooms of a caller take
 * turns within its own, and within a room it is first come, first served. So a hundred requests of one delay
 * one of another by a single run. `T` is what a run gets at its turn. Used for the limits of a host, by the
 * pools, and by relays for the places of a worker.
 *
 * A full queue still takes the run of a caller that has less than its share of the places, so that nobody can
 * fill it for the others: with n callers it grows to 1 + 1/2 + … + 1/n times its limit, at worst.
 */
export class RunQueue<W extends Waiting, T> {
  readonly #options: RunQueueOptions
  /** In the order of their next turn; none is empty. */
  readonly #callers = new LinkedMap<string, CallerRooms<W, T>>()
  /** How many runs of each caller wait. */
  readonly #shares = new Shares()

  constructor(options: RunQueueOptions) {
    this.#options = options
  }

  /** How many runs wait. */
  get size(): number {
    return this.#shares.total
  }

  /** Returns the run whose turn is next of those that fit. */
  find(fits: (run: W) => boolean = () => true): W | undefined {
    return this.#find(fits)?.run
  }

  /**
   * Puts a run behind the others of its caller and room; resolves with what {@link grant} gives it.
   * @throws `busyError()` at once when there is no place for it; what `cancelledError()` or {@link refuse}
   * gives
   */
  wait(run: W): Promise<T> {
    if (!this.#shares.admits(toCaller(run), this.#options.limit))
      return Promise.reject(this.#options.busyError())
    const turn = createDeferred<T>()
    const leave = (): void => {
      this.#remove(entry)
      turn.reject(run.cancelledError())
    }
    const entry: QueueEntry<W, T> = { run, turn, leave }
    this.#add(entry)
    run.signal.addEventListener('abort', leave, { once: true })
    run.onQueued()
    return turn.promise
  }

  /**
   * Gives the next run that fits its turn, once it is out of the queue, and sends its room and its caller to
   * the end of their rounds. Returns whether there was one; costs a look at each before it that does not fit.
   */
  grant(give: (run: W) => T, fits: (run: W) => boolean = () => true): boolean {
    const entry = this.#take(fits)
    entry?.turn.resolve(give(entry.run))
    return entry !== undefined
  }

  /** Refuses the next run that fits. */
  refuse(error: SpecimenError, fits: (run: W) => boolean = () => true): void {
    this.#take(fits)?.turn.reject(error)
  }

  /** Refuses every run that waits. */
  refuseAll(error: SpecimenError): void {
    while (this.size > 0) this.refuse(error)
  }

  #find(fits: (run: W) => boolean): QueueEntry<W, T> | undefined {
    for (const [, rooms] of this.#callers)
      for (const [, line] of rooms) for (const [entry] of line) if (fits(entry.run)) return entry
    return undefined
  }

  #take(fits: (run: W) => boolean): QueueEntry<W, T> | undefined {
    const entry = this.#find(fits)
    if (!entry) return undefined
    const { roomId, signal } = entry.run
    signal.removeEventListener('abort', entry.leave)
    this.#remove(entry)
    const caller = toCaller(entry.run)
    this.#callers.get(caller)?.moveToEnd(roomId)
    this.#callers.moveToEnd(caller)
    return entry
  }

  #add(entry: QueueEntry<W, T>): void {
    const caller = toCaller(entry.run)
    const { roomId } = entry.run
    const rooms: CallerRooms<W, T> = this.#callers.get(caller) ?? new LinkedMap()
    const line: Line<W, T> = rooms.get(roomId) ?? new LinkedMap()
    line.set(entry, entry)
    rooms.set(roomId, line)
    this.#callers.set(caller, rooms)
    this.#shares.add(caller, 1)
  }

  #remove(entry: QueueEntry<W, T>): void {
    const caller = toCaller(entry.run)
    const { roomId } = entry.run
    const rooms = this.#callers.get(caller)
    const line = rooms?.get(roomId)
    line?.delete(entry)
    if (line?.size === 0) rooms?.delete(roomId)
    if (rooms?.size === 0) this.#callers.delete(caller)
    this.#shares.add(caller, -1)
  }
}

function toCaller({ caller = '' }: Waiting): string {
  return caller
}
