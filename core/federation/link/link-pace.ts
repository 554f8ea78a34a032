/** The pacing of a link: the number of bytes in flight. */
export type Pace = Pick<LinkPace, 'sent' | 'room' | 'pieceBytes' | 'send' | 'take'>

/** Queueing delay above which the limit is lowered: the line's own delay within these bounds. */
const shortestMilliseconds = 15
const longestMilliseconds = 50
/** The minimum limit, also at the beginning of a link. */
const leastBytes = 64 * 1024
const firstBytes = 512 * 1024
/** The interval at which the line may run empty: a standing queue looks like delay. */
const periodMilliseconds = 10_000

/**
 * The limit of bytes in flight on a link: enough to keep the line busy, and at most a twentieth of a second
 * in its queue, because every other frame of the worker waits behind them. The relay's credits show the
 * arrival of bytes; the time above the recent minimum is queueing delay (the idea of LEDBAT, RFC 6817).
 */
export class LinkPace {
  readonly #window: number
  readonly #now: () => number
  readonly #marks: { readonly end: number; readonly at: number }[] = []
  #limit: number
  #sent = 0
  #taken = 0
  #least = Number.POSITIVE_INFINITY
  #periodEnd: number
  /** Bytes sent before the limit was last lowered: their times do not count for the new one. */
  #loweredAt = 0

  /** `window` is the relay's maximum; `now` is in milliseconds. */
  constructor(window: number, now: () => number) {
    this.#window = window
    this.#now = now
    this.#limit = Math.min(firstBytes, window)
    this.#periodEnd = now() + periodMilliseconds
  }

  get sent(): number {
    return this.#sent
  }

  /** Bytes that may be sent now. */
  get room(): number {
    return this.#limit - (this.#sent - this.#taken)
  }

  /** Recommended maximum of a chunk. */
  get pieceBytes(): number {
    return Math.ceil(Math.max(leastBytes, this.#limit) / 4)
  }

  send(bytes: number): void {
    this.#sent += bytes
    this.#marks.push({ end: this.#sent, at: this.#now() })
  }

  /** Records the bytes that the relay has consumed, counted from the beginning. */
  take(taken: number): void {
    const wasFull = this.room < this.pieceBytes
    const fresh = taken - this.#taken
    if (fresh <= 0) return
    this.#taken = taken
    let latest: { readonly end: number; readonly at: number } | undefined
    while (this.#marks[0] && this.#marks[0].end <= taken) latest = this.#marks.shift()
    if (!latest) return
    const waited = this.#measure(this.#now() - latest.at)
    if (waited > Math.min(longestMilliseconds, Math.max(shortestMilliseconds, this.#least)))
      this.#lower(latest.end)
    // A quarter more in each round.
    else if (wasFull) this.#limit = Math.min(this.#window, this.#limit + Math.ceil(fresh / 4))
  }

  #measure(milliseconds: number): number {
    const time = this.#now()
    if (time >= this.#periodEnd) {
      this.#periodEnd = time + periodMilliseconds
      this.#least = milliseconds
      this.#restrict(0)
    }
    this.#least = Math.min(this.#least, milliseconds)
    return milliseconds - this.#least
  }

  #lower(end: number): void {
    if (end > this.#loweredAt) this.#restrict(Math.floor(this.#limit / 2))
  }

  #restrict(bytes: number): void {
    this.#limit = Math.max(Math.min(leastBytes, this.#window), bytes)
    this.#loweredAt = this.#sent
  }
}
