import { Shares } from '../../contract/bounds/shares.ts'
import type { SpecimenError } from '../../contract/domain/errors.ts'
import { isRoomAhead } from '../../contract/domain/invocation.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'

/** The parameters of a queued run. */
export interface Waiting {
  readonly roomId: string
  /** Absent for a relay, which has been fair to its callers already. */
  readonly caller?: string | undefined
  /** Aborts when the run is to leave the queue; its wait then rejects with `cancelledError()`. */
  readonly signal: AbortSignal
  readonly cancelledError: () => SpecimenError
  /** Called once it is in the queue, with what counts those before it; not when the queue is full. */
  readonly onQueued: (countBefore: CountBefore) => void
}

/** Returns how many runs are before one that waits, as is known now: later ones of others may pass it. */
export type CountBefore = () => number

/** The size of the queue, and its refusal. */
export interface RunQueueOptions {
  /** Per caller, and in total as long as each has its share. */
  readonly limit: number
  readonly busyError: () => SpecimenError
  /**
   * Returns what a caller, or a room of it, has used lately: who has used least is next. Without it all come
   * in turn, and so do equals.
   */
  readonly toSpent?: (caller: string, roomId?: string) => number
}

interface QueueEntry<W, T> {
  readonly run: W
  readonly turn: Deferred<T>
  readonly leave: () => void
}

/**
 * A fair queue of runs: callers take turns, the rooms of a caller take turns within its own, and a room is
 * first come, first served. So a hundred requests of one delay one of another by a single run. Runs ahead of
 * their use (`isRoomAhead`) come after all others. `T` is the value that a run gets at its turn. Used for the
 * limits of a host, by the pools, and by relays for the places of a worker.
 *
 * A full queue still accepts a caller with less than its share of the places, so that one caller cannot fill
 * it: with n callers it grows to 1 + 1/2 + … + 1/n times its limit, at worst.
 */
export class RunQueue<W extends Waiting, T> {
  readonly #options: RunQueueOptions
  /** Rooms of callers, both in the order of their next turn; none is empty. */
  readonly #callers = new Map<string, Map<string, Set<QueueEntry<W, T>>>>()
  readonly #shares = new Shares()
  /** The places of those that wait, as they were reckoned last, and the changes since. */
  #places: ReadonlyMap<QueueEntry<W, T>, number> = new Map()
  #changes = 0

  constructor(options: RunQueueOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#shares.total
  }

  find(fits: (run: W) => boolean = () => true): W | undefined {
    return this.#find(fits)?.run
  }

  /**
   * Appends a run to its caller and room; resolves with the value from {@link grant}.
   * @throws `busyError()` at once when the queue is full; the errors of `cancelledError()` and {@link refuse}
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
    run.onQueued(() => this.#countBefore(entry))
    return turn.promise
  }

  /**
   * Removes the next run that fits and resolves it, and moves its room and its caller to the end of their
   * rounds. Returns false when none fits; examines each before it.
   */
  grant(give: (run: W) => T, fits: (run: W) => boolean = () => true): boolean {
    const entry = this.#take(fits)
    entry?.turn.resolve(give(entry.run))
    return entry !== undefined
  }

  refuse(error: SpecimenError, fits: (run: W) => boolean = () => true): void {
    this.#take(fits)?.turn.reject(error)
  }

  refuseAll(error: SpecimenError): void {
    while (this.size > 0) this.refuse(error)
  }

  /**
   * Returns the place of an entry. All are reckoned together, again when a sixteenth of them has changed: so
   * that many that are looked at cost each change some steps, however many wait.
   */
  #countBefore(entry: QueueEntry<W, T>): number {
    if (this.#changes > this.size / 16) {
      this.#changes = 0
      const callers = [...inOrder(this.#callers, this.#options.toSpent)]
      const listTurns = (isAhead: boolean): Iterable<QueueEntry<W, T>> => {
        const lines = callers.map(([, rooms]) => [...rooms].filter(([id]) => isRoomAhead(id) === isAhead))
        return takeTurns(lines.map((rooms) => takeTurns<QueueEntry<W, T>>(rooms.map(([, line]) => line))))
      }
      const order = [...listTurns(false), ...listTurns(true)]
      this.#places = new Map(order.map((each, place) => [each, place]))
    }
    return Math.min(this.#places.get(entry) ?? this.size, this.size - 1)
  }

  #find(fits: (run: W) => boolean): QueueEntry<W, T> | undefined {
    let ahead: QueueEntry<W, T> | undefined
    const { toSpent } = this.#options
    for (const [caller, rooms] of inOrder(this.#callers, toSpent))
      for (const [roomId, line] of inOrder(rooms, toSpent && ((room) => toSpent(caller, room))))
        for (const entry of line) {
          if (!fits(entry.run)) continue
          if (!isRoomAhead(roomId)) return entry
          ahead ??= entry
        }
    return ahead
  }

  #take(fits: (run: W) => boolean): QueueEntry<W, T> | undefined {
    const entry = this.#find(fits)
    if (!entry) return undefined
    const { roomId, signal } = entry.run
    signal.removeEventListener('abort', entry.leave)
    this.#remove(entry)
    const caller = toCaller(entry.run)
    moveToEnd(this.#callers.get(caller), roomId)
    moveToEnd(this.#callers, caller)
    return entry
  }

  #add(entry: QueueEntry<W, T>): void {
    const caller = toCaller(entry.run)
    const { roomId } = entry.run
    const rooms = this.#callers.get(caller) ?? new Map<string, Set<QueueEntry<W, T>>>()
    rooms.set(roomId, (rooms.get(roomId) ?? new Set()).add(entry))
    this.#callers.set(caller, rooms)
    this.#shares.add(caller, 1)
    this.#changes++
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
    this.#changes++
  }
}

/** Yields the first of each line, then the second of each that has one, and so on. */
function* takeTurns<Item>(lines: Iterable<Iterable<Item>>): Generator<Item> {
  let open = [...lines].map((line) => line[Symbol.iterator]())
  while (open.length > 0) {
    const left: Iterator<Item>[] = []
    for (const line of open) {
      const next = line.next()
      if (next.done) continue
      yield next.value
      left.push(line)
    }
    open = left
  }
}

function inOrder<V>(map: ReadonlyMap<string, V>, toCost: ((name: string) => number) | undefined) {
  if (!toCost) return map
  return [...map].sort(([a], [b]) => toCost(a) - toCost(b))
}

function moveToEnd<V>(map: Map<string, V> | undefined, key: string): void {
  const value = map?.get(key)
  if (value === undefined) return
  map?.delete(key)
  map?.set(key, value)
}

function toCaller({ caller = '' }: Waiting): string {
  return caller
}
