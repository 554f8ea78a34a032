import type { ProgressMessage } from '../../domain/job.ts'

/** Sends messages in order, a batch at a time: what comes while one is under way goes in the next. */
export class ReportLine {
  readonly #send: (messages: readonly ProgressMessage[]) => Promise<void>
  #waiting: ProgressMessage[] = []
  #sending: Promise<void> | undefined

  constructor(send: (messages: readonly ProgressMessage[]) => Promise<void>) {
    this.#send = send
  }

  /** Adds a message. */
  add(message: ProgressMessage): void {
    this.#waiting.push(message)
    this.#sending ??= this.#sendAll()
  }

  /** Resolves when everything has been sent. */
  async flush(): Promise<void> {
    await this.#sending
  }

  async #sendAll(): Promise<void> {
    await Promise.resolve() // what a function reports in one turn goes in one batch
    while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0, batchSize))
    this.#sending = undefined
  }
}

/** Messages in a batch: more would hold Redis up for others. */
const batchSize = 256
