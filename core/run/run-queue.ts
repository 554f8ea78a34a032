/**
 * Runs that wait for a place, served fairly: the rooms that wait take turns, and within a room the first come
 * is the first served, so that a room with a hundred requests delays another room's one by a single run. Used
 * by the pools.
 */

/** What the queue must know of a waiting run. */
export interface Waiting {
  readonly roomId: string
}

export class RunQueue<W extends Waiting> {
  readonly #limit: number
  /** Rooms in the order of their next turn; none is empty. */
  readonly #rooms = new Map<string, W[]>()
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
  }

  get size(): number {
    return this.#size
  }

  /** Adds a run behind the others of its room; returns false, and adds nothing, when the queue is full. */
  add(waiting: W): boolean {
    if (this.#size >= this.#limit) return false
    const line = this.#rooms.get(waiting.roomId)
    if (line) line.push(waiting)
    else this.#rooms.set(waiting.roomId, [waiting])
    this.#size++
    return true
  }

  /** Returns the run that {@link take} would take. */
  peek(): W | undefined {
    for (const line of this.#rooms.values()) return line[0]
    return undefined
  }

  /** Takes the next run out, and sends its room to the end of the round. */
  take(): W | undefined {
    for (const [roomId, line] of this.#rooms) {
      const next = line.shift()
      this.#rooms.delete(roomId)
      if (line.length > 0) this.#rooms.set(roomId, line)
      this.#size--
      return next
    }
    return undefined
  }

  /** Takes a run out wherever it waits; returns whether it did. */
  remove(waiting: W): boolean {
    const line = this.#rooms.get(waiting.roomId)
    const at = line?.indexOf(waiting) ?? -1
    if (!line || at < 0) return false
    line.splice(at, 1)
    if (line.length === 0) this.#rooms.delete(waiting.roomId)
    this.#size--
    return true
  }
}
