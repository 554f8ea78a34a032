import type { Caller } from './caller.ts'

const countLimit = 5000
/** Longer headers are judged each time. */
const longestHeader = 4096
/** The secret of a token and the signature of a ticket are as long, and come last. */
const secretLength = 43
/** So long may a key that has been withdrawn be of use to a token that was seen before. */
const longestMilliseconds = 5 * 60_000

interface Remembered {
  /** What was shown. */
  readonly header: string
  readonly caller: Caller
  readonly until: number
}

/**
 * Callers whose tokens have been found right lately, so that the next request of the same client costs a
 * comparison: hashing its token would take a quarter of a poll. An `Authorization` header is looked up by all
 * but its end, and the end, where the secret is, is compared in the same time however much of it is right.
 * The callers that came first go first when there are too many.
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

  /** Returns who showed the same header in the last minutes and may still; undefined for any other. */
  find(header: string): Caller | undefined {
    const key = toKey(header)
    const known = this.#known.get(key)
    if (!known) return undefined
    if (this.#now() >= known.until) {
      this.#known.delete(key)
      return undefined
    }
    return isSame(header, known.header) ? known.caller : undefined
  }

  /** Remembers who has shown a header, and returns it. */
  add(header: string, caller: Caller): Caller {
    if (header.length > longestHeader) return caller
    const [oldest] = this.#known.keys()
    if (oldest !== undefined && this.#known.size >= countLimit) this.#known.delete(oldest)
    const until = Math.min(caller.endsAt, this.#now() + longestMilliseconds)
    this.#known.set(toKey(header), { header, caller, until })
    return caller
  }

  /** Forgets all, because a key or a token is another now. */
  clear(): void {
    this.#known.clear()
  }
}

function toKey(header: string): string {
  return header.slice(0, -secretLength)
}

/** Without an early end. `timingSafeEqual` would need buffers, which take several times as long to make. */
function isSame(header: string, known: string): boolean {
  if (header.length !== known.length) return false
  let difference = 0
  for (let i = Math.max(header.length - secretLength, 0); i < header.length; i++)
    difference |= header.charCodeAt(i) ^ known.charCodeAt(i)
  return difference === 0
}
