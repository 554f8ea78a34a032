/** Requests a client has made lately, as the level of a bucket that runs empty at a steady rate. */
interface Bucket {
  level: number
  /** When `level` was right, in milliseconds. */
  at: number
}

/** How much of a minute's requests may come at once. */
const burstShare = 1 / 6
/** Clients that are remembered; of more, the one that came first is forgotten. */
const clientLimit = 10_000

/**
 * How often each client may ask: so many times a minute on average, a sixth of them at once. It counts in the
 * hook that every request passes anyway: a poll cost 14 % more with `@fastify/rate-limit`, whose asynchronous
 * hook stands at the route, and nothing that could be measured with this.
 */
export class RateLimit {
  readonly #perMillisecond: number
  readonly #most: number
  readonly #buckets = new Map<string, Bucket>()

  /** `perMinute` is 0 for no limit. */
  constructor(perMinute: number) {
    this.#perMillisecond = perMinute / 60_000
    this.#most = perMinute === 0 ? Number.POSITIVE_INFINITY : Math.max(1, perMinute * burstShare)
  }

  /**
   * Counts a request of a client, if it may be made; returns 0, or in how many seconds the next one may be.
   * `now` is in milliseconds.
   */
  take(client: string, now: number): number {
    const bucket = this.#find(client, now)
    const seconds = this.#waitOf(bucket)
    if (seconds === 0) bucket.level++
    return seconds
  }

  /** Returns in how many seconds a client may make its next request, without counting one. */
  wait(client: string, now: number): number {
    return this.#buckets.has(client) ? this.#waitOf(this.#find(client, now)) : 0
  }

  #waitOf({ level }: Bucket): number {
    const over = level + 1 - this.#most
    return over > 0 ? Math.ceil(over / this.#perMillisecond / 1000) : 0
  }

  #find(client: string, now: number): Bucket {
    const known = this.#buckets.get(client)
    if (known) {
      known.level = Math.max(0, known.level - (now - known.at) * this.#perMillisecond)
      known.at = now
      return known
    }
    const [first] = this.#buckets.size >= clientLimit ? this.#buckets.keys() : []
    if (first !== undefined) this.#buckets.delete(first)
    const made = { level: 0, at: now }
    this.#buckets.set(client, made)
    return made
  }
}
