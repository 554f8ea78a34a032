import { messageLimit, type ProgressMessage } from '../../contract/domain/job.ts'

/** Bytes of a message beside its text: 140 of heap were measured for short ones, 310 of the process. */
const overheadBytes = 256

/** The last messages of a job, and their memory. */
export class KeptMessages {
  readonly #messages: ProgressMessage[] = []
  #bytes = 0

  /** Includes messages that are about to be dropped. */
  get bytes(): number {
    return this.#bytes
  }

  /** Appends messages in order, and drops older ones from time to time: at most twice the limit are kept. */
  add(messages: readonly ProgressMessage[]): void {
    this.#messages.push(...messages)
    for (const message of messages) this.#bytes += measure(message)
    // Cut in halves rather than one by one: a shift per message would move a thousand each time.
    if (this.#messages.length > 2 * messageLimit) this.#keep(messageLimit)
  }

  above(since: number): ProgressMessage[] {
    return this.#messages.slice(-messageLimit).filter(({ seq }) => seq > since)
  }

  trim(): void {
    this.#keep(messageLimit)
  }

  /** Drops the older half, never the last; returns false when there is none to drop. */
  halve(): boolean {
    const kept = Math.ceil(this.#messages.length / 2)
    const isLess = kept < this.#messages.length
    this.#keep(kept)
    return isLess
  }

  #keep(count: number): void {
    for (const message of this.#messages.splice(0, this.#messages.length - count))
      this.#bytes -= measure(message)
  }
}

function measure({ text }: ProgressMessage): number {
  return overheadBytes + 2 * text.length
}
