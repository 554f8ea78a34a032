import { messageLength, messageLimit, type ProgressMessage } from '../../contract/domain/job.ts'

/** The messages of one run, numbered and bounded. */
export class RunMessages {
  readonly #messages: ProgressMessage[] = []
  readonly #now: () => number
  #seq: number

  /** `now` returns Unix time in milliseconds; `seq` is the number of the first. */
  constructor(now: () => number, seq = 0) {
    this.#now = now
    this.#seq = seq
  }

  /** The kept messages: the latest 1,000 at least. */
  get all(): readonly ProgressMessage[] {
    return this.#messages
  }

  report(given: string, fraction?: number): ProgressMessage {
    const text = given.length > messageLength ? `${given.slice(0, messageLength - 1)}…` : given
    const plain = { seq: this.#seq++, text, ts: this.#now() / 1000 }
    const message: ProgressMessage = fraction === undefined ? plain : { ...plain, fraction }
    this.#messages.push(message)
    if (this.#messages.length > 2 * messageLimit) this.#messages.splice(0, messageLimit)
    return message
  }

  skip(count: number): void {
    this.#seq += count
  }
}
