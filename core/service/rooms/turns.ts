/** The dependencies of {@link Turns}. */
export interface TurnsOptions {
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** Calls back once everything else that is ready has had its turn. */
  readonly defer: (run: () => void) => void
  readonly sliceMilliseconds: number
}

/**
 * The order in which a host handles the messages of all peers: first come, first served, and after each slice
 * of time everything else of the host has its turn. A connection hands in one message at a time, so that one
 * with a thousand of them waits like the others between each two.
 */
export class Turns {
  readonly #options: TurnsOptions
  readonly #waiting: (() => void)[] = []

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** Runs a job in its turn; settles as the job does. */
  async run(job: () => Promise<void>): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#waiting.push(() => void job().then(resolve, reject))
      if (this.#waiting.length === 1) this.#options.defer(() => this.#runSlice())
    })
  }

  #runSlice(): void {
    const { now, defer, sliceMilliseconds } = this.#options
    const end = now() + sliceMilliseconds
    const count = this.#waiting.length
    let started = 0
    do this.#waiting[started++]?.()
    while (started < count && now() < end)
    this.#waiting.splice(0, started)
    if (this.#waiting.length > 0) defer(() => this.#runSlice())
  }
}
