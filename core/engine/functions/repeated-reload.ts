import type { Log } from '../../contract/domain/log.ts'
import type { SourceError } from '../../contract/domain/source-error.ts'

const firstMilliseconds = 1000
const longestMilliseconds = 5 * 60_000

/** Repeats a reload after read errors: after a second, then twice as long, at most five minutes. */
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

  /** Receives the errors of a reload, and plans the next one if it could fare better. */
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

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #repeat(): void {
    this.#reload().catch((err: unknown) => this.#log.error({ err }, 'the folders could not be read again'))
  }
}
