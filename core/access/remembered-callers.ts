import type { Caller } from './caller.ts'

const countLimit = 10_000
/** So long may a key that has been withdrawn be of use to a token that was seen before. */
const longestMilliseconds = 5 * 60_000

interface Remembered {
  readonly caller: Caller
  readonly until: number
}

/**
 * Callers whose signature has been checked, by the SHA-256 of what they have shown: the next request of the
 * same client need not pay for it again. The ones that came first go first when there are too many, as
 * somebody with many right tokens could have it.
 */
export class RememberedCallers {
  readonly #known = new Map<string, Remembered>()
  readonly #now: () => number

  /** @param now - Unix time in milliseconds */
  constructor(now: () => number) {
    this.#now = now
  }

  /** How many are remembered. */
  get size(): number {
    return this.#known.size
  }

  /** Returns who showed what has this digest; undefined when nobody did in the last minutes. */
  find(digest: Buffer): Caller | undefined {
    const key = digest.toString('latin1')
    const known = this.#known.get(key)
    if (known === undefined || this.#now() < known.until) return known?.caller
    this.#known.delete(key)
    return undefined
  }

  /** Remembers a caller, and returns it. */
  add(digest: Buffer, caller: Caller): Caller {
    if (this.#known.size >= countLimit)
      for (const [oldest] of this.#known) {
        this.#known.delete(oldest)
        break
      }
    const until = Math.min(caller.endsAt, this.#now() + longestMilliseconds)
    this.#known.set(digest.toString('latin1'), { caller, until })
    return caller
  }

  /** Forgets all, because a key or a token is another now. */
  clear(): void {
    this.#known.clear()
  }
}
