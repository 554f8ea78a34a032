import type { Redis } from 'ioredis'

/** Milliseconds between two looks, in which the clocks of two machines drift apart by no more than one. */
const pause = 10_000

/**
 * The time of a group, which is Redis', whatever the clocks of its hosts show: a clock of this host that
 * never goes back, and how far Redis' is ahead of it.
 */
export class RedisClock {
  readonly #redis: Redis
  readonly #clock: () => number
  #ahead = 0
  #timer: NodeJS.Timeout | undefined

  /** `clock` returns milliseconds, never going back. */
  constructor(redis: Redis, clock: () => number) {
    this.#redis = redis
    this.#clock = clock
  }

  /** Returns Unix time in milliseconds. */
  now(): number {
    return Math.round(this.#clock() + this.#ahead)
  }

  /** Asks Redis what time it is. A difference that the way there and back may have made changes nothing. */
  async measure(): Promise<void> {
    const asked = this.#clock()
    const [seconds, microseconds] = await this.#redis.time()
    const answered = this.#clock()
    const ahead = Number(seconds) * 1000 + Number(microseconds) / 1000 - (asked + answered) / 2
    if (Math.abs(ahead - this.#ahead) > (answered - asked) / 2) this.#ahead = ahead
  }

  /** Looks again now and then. */
  watch(): void {
    this.#timer = setInterval(() => this.measureAgain(), pause)
    this.#timer.unref()
  }

  /** Looks again; while Redis is away the former difference stays. */
  measureAgain(): void {
    this.measure().catch(() => {}) // that Redis is away is said elsewhere
  }

  /** Ends its timer. */
  close(): void {
    clearInterval(this.#timer)
  }
}
