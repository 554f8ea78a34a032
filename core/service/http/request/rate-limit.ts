interface Bucket {
  level: number
  at: number
}

const burstShare = 1 / 6
/** The number of remembered clients; the oldest is forgotten. */
const clientLimit = 10_000

/**
 * The rate limit of each client: an average per minute, of which a sixth may come at once. It counts in a
 * hook that every request passes anyway: a poll cost 14 % more with the asynchronous hook of
 * `@fastify/rate-limit`.
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

  /** Counts a request within the limit and returns 0, else the seconds to wait. `now` in milliseconds. */
  take(client: string, now: number): number {
    const bucket = this.#find(client, now)
    const seconds = this.#waitOf(bucket)
    if (seconds === 0) bucket.level++
    return seconds
  }

  /** Counts what has begun already, whatever the limit is: what comes next waits the longer. */
  charge(client: string, now: number): void {
    this.#find(client, now).level++
  }

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
