import type { Log } from '../domain/log.ts'
import type { SourceError } from '../domain/source-error.ts'

const firstMilliseconds = 1000
const longestMilliseconds = 5 * 60_000

/**
 * Has folders read again, unasked, when something in them could not be read: after a second, and each further
 * time after twice as long, five minutes at most.
 */
export class RepeatedReload {
  readonly #reload: () => Promise<unknown>
  readonly #log: Log
  #pause = firstMilliseconds
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(reload: () => Promise<unknown>, log: Log) {
    this.#reload = reload
    this.#log = log
  }

  /** Takes what a reload could not load, and plans the next one if that may be another then. */
  plan(errors: readonly SourceError[]): void {
    clearTimeout(this.#timer)
    if (!errors.some(({ code }) => code === 'system.failed')) {
      this.#pause = firstMilliseconds
      return
    }
    if (this.#isClosed) return
    this.#timer = setTimeout(() => this.#repeat(), this.#pause).unref()
    this.#pause = Math.min(2 * this.#pause, longestMilliseconds)
  }

  /** Plans no more. */
  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #repeat(): void {
    this.#reload().catch((err: unknown) => this.#log.error({ err }, 'the folders could not be read again'))
  }
}
