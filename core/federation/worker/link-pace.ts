/** What decides how many bytes may be under way. */
export interface Pace {
  /** Bytes that were ever sent. */
  readonly sent: number
  /** Bytes that may be sent now. */
  readonly room: number
  /** Longest chunk that should be sent. */
  readonly pieceBytes: number
  /** Takes note of a chunk that is handed over. */
  send(bytes: number): void
  /** Takes note of what the relay has taken from the link, counted from its beginning. */
  take(taken: number): void
}

/** Waiting time above which less is sent: as long as the line itself takes, within these bounds. */
const shortestMilliseconds = 15
const longestMilliseconds = 50
/** What is always allowed, and where a link begins. */
const leastBytes = 64 * 1024
const firstBytes = 512 * 1024
/**
 * How often the line is let run empty, to see what it takes by itself: a queue that always stands looks like
 * delay.
 */
const periodMilliseconds = 10_000

/**
 * How many bytes of chunks may be under way on a link: enough to keep the line busy, and no more than wait in
 * it for a twentieth of a second, because every other frame of the worker waits behind them. The relay's
 * credits show when bytes have arrived; the time they took beyond the shortest seen lately they spent waiting
 * (the idea of LEDBAT, RFC 6817).
 */
export class LinkPace implements Pace {
  readonly #window: number
  readonly #now: () => number
  /** Where each chunk ended, and when it was sent. */
  readonly #marks: { readonly end: number; readonly at: number }[] = []
  #limit: number
  #sent = 0
  #taken = 0
  #least = Number.POSITIVE_INFINITY
  #periodEnd: number
  /** Bytes sent before the limit was last lowered: their times do not count for the new one. */
  #loweredAt = 0

  /** `window` is what the relay allows at the most; `now` is in milliseconds. */
  constructor(window: number, now: () => number) {
    this.#window = window
    this.#now = now
    this.#limit = Math.min(firstBytes, window)
    this.#periodEnd = now() + periodMilliseconds
  }

  get sent(): number {
    return this.#sent
  }

  get room(): number {
    return this.#limit - (this.#sent - this.#taken)
  }

  /** A part of what may be under way. */
  get pieceBytes(): number {
    return Math.ceil(Math.max(leastBytes, this.#limit) / 4)
  }

  send(bytes: number): void {
    this.#sent += bytes
    this.#marks.push({ end: this.#sent, at: this.#now() })
  }

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

  /** Returns how much longer than need be a chunk was under way. */
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
