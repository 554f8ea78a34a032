import { measureEntry } from '../../cache/measure-entry.ts'
import { OwnedEntries, type OwnedEntry } from '../../cache/owned-entries.ts'
import { createDeadline } from '../../domain/deadline.ts'
import type { HeldResult } from '../../domain/result/stored-result.ts'

/** Bounds and clock of a {@link Shelf}. */
export interface ShelfOptions {
  /** Bytes of all results together, as `measureEntry` counts them. A result larger than this is not kept. */
  readonly byteLimit: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/** How a result is kept. */
export interface Keeping {
  /** The caller whose share of the memory it takes. */
  readonly owner: string
  /** How long. */
  readonly seconds: number
  /** What is kept elsewhere with it, and counts as it does. */
  readonly texts?: readonly string[] | undefined
  /** Called when a result of this host had to go before its time, so that a pointer to it may go. */
  readonly onDropped?: (() => void) | undefined
}

interface ShelfEntry extends OwnedEntry {
  readonly stored: HeldResult
  readonly endsAt: number
  readonly onDropped: (() => void) | undefined
}

/** How often what has expired is looked for, while there is anything. */
const lookSeconds = 5

/**
 * The results that this host has for its group, by id, in memory: those that it has computed, and copies of
 * those that it has fetched. Bounded in bytes: first the copies go, as they are elsewhere, too; then, of the
 * caller whose results hold most, the one used longest ago. Bounded in time: a timer frees what has expired.
 */
export class Shelf {
  readonly #options: ShelfOptions
  readonly #own = new OwnedEntries<ShelfEntry>()
  readonly #copies = new OwnedEntries<ShelfEntry>()
  readonly #deadline = createDeadline(() => this.#removeExpired())

  constructor(options: ShelfOptions) {
    this.#options = options
  }

  /** Of all results, copies included. */
  get bytes(): number {
    return this.#own.bytes + this.#copies.bytes
  }

  /** Of the results of this host. */
  get ownBytes(): number {
    return this.#own.bytes
  }

  /** How many results of this host there are, and how many copies. */
  get counts(): { readonly own: number; readonly copies: number } {
    return { own: this.#own.size, copies: this.#copies.size }
  }

  /** Returns a result that is here, as the one used last. */
  get(id: string): HeldResult | undefined {
    for (const entries of [this.#own, this.#copies]) {
      const entry = entries.get(id)
      if (!entry) continue
      if (entry.endsAt > this.#options.now()) {
        entries.touch(id)
        return entry.stored
      }
      entries.delete(id)
    }
    return undefined
  }

  /** Keeps a result of this host; of one that is kept already, whichever time ends later. */
  put(stored: HeldResult, keeping: Keeping): void {
    this.#copies.delete(stored.id)
    if (!this.#add(this.#own, stored, keeping)) keeping.onDropped?.()
  }

  /** Keeps a result that another host has, too. */
  putCopy(stored: HeldResult, keeping: Keeping): void {
    if (!this.#own.get(stored.id)) this.#add(this.#copies, stored, keeping)
  }

  /** Drops everything, and ends its timer. */
  close(): void {
    this.#own.clear()
    this.#copies.clear()
    this.#deadline.stop()
  }

  /** Returns whether there is any room for it. */
  #add(entries: OwnedEntries<ShelfEntry>, stored: HeldResult, { owner, seconds, ...more }: Keeping): boolean {
    const { byteLimit, now } = this.#options
    const bytes = measureEntry(stored, [stored.id, ...(more.texts ?? [])])
    if (bytes > byteLimit) return false
    const known = entries.get(stored.id)
    const endsAt = Math.max(known?.endsAt ?? 0, now() + seconds * 1000)
    const onDropped = more.onDropped ?? known?.onDropped
    entries.set(stored.id, { stored, owner: known?.owner ?? owner, bytes, endsAt, onDropped })
    this.#makeRoom()
    this.#deadline.startOnce(lookSeconds)
    return true
  }

  #makeRoom(): void {
    while (this.bytes > this.#options.byteLimit) {
      const copy = this.#copies.findFirstToGo()
      const own = copy === undefined ? this.#own.findFirstToGo() : undefined
      if (copy !== undefined) this.#copies.delete(copy)
      if (own === undefined) continue
      const dropped = this.#own.get(own)
      this.#own.delete(own)
      dropped?.onDropped?.()
    }
  }

  #removeExpired(): void {
    const now = this.#options.now()
    for (const entries of [this.#own, this.#copies])
      for (const [id, { endsAt }] of entries) if (endsAt <= now) entries.delete(id)
    if (this.#own.size + this.#copies.size > 0) this.#deadline.start(lookSeconds)
  }
}
