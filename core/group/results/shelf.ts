import type { HeldResult } from '../../contract/domain/result/stored-result.ts'
import { AgingEntries, type AgingEntry } from '../../engine/cache/aging-entries.ts'
import { measureEntry } from '../../engine/cache/measure-entry.ts'
import type { CacheUsage } from '../../engine/cache/room-cache.ts'

/** Bounds and clock of a {@link Shelf}. */
export interface ShelfOptions {
  /** Bytes of all results together, as `measureEntry` counts them. A result larger than this is not kept. */
  readonly byteLimit: number
  /** The longest time for which anything points to a result: a room's time, and after that a job's. */
  readonly ttlSeconds: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/** The terms on which a result is kept. */
export interface Keeping {
  /** The caller whose share of the memory it takes; copies of results of other hosts have a share, too. */
  readonly owner: string
  /** Texts that are kept elsewhere with it, and count as it does. */
  readonly texts?: readonly string[]
  /** Called when a result had to go before its time, so that a pointer to it may go. */
  readonly onDropped?: () => void
}

/** A result with its bytes and its age. */
interface ShelfEntry extends AgingEntry {
  readonly stored: HeldResult
  readonly onDropped?: Keeping['onDropped']
}

/**
 * The results that this host has for its group, by id, in memory: those that it has computed, and copies of
 * those that it has fetched. Bounded in bytes: of the caller whose results hold most, the one used longest
 * ago goes. Bounded in time.
 */
export class Shelf {
  readonly #options: ShelfOptions
  readonly #entries: AgingEntries<ShelfEntry>

  constructor(options: ShelfOptions) {
    this.#options = options
    this.#entries = new AgingEntries(options)
  }

  get usage(): CacheUsage {
    return { entries: this.#entries.size, bytes: this.#entries.bytes }
  }

  /** Returns a result that is here, as the one used last. */
  get(id: string): HeldResult | undefined {
    this.#entries.touch(id)
    return this.#entries.get(id)?.stored
  }

  /** Keeps a result from now on. */
  put(stored: HeldResult, { owner, texts = [], onDropped }: Keeping): void {
    const { byteLimit, now } = this.#options
    const bytes = measureEntry(stored, [stored.id, ...texts])
    if (bytes > byteLimit) onDropped?.()
    else this.#entries.set(stored.id, { stored, owner, bytes, since: now(), ...(onDropped && { onDropped }) })
    while (this.#entries.bytes > byteLimit) {
      const id = this.#entries.findFirstToGo() ?? ''
      const dropped = this.#entries.get(id)
      this.#entries.delete(id)
      dropped?.onDropped?.()
    }
  }

  /** Drops everything, and ends its timer. */
  close(): void {
    this.#entries.clear()
  }
}
