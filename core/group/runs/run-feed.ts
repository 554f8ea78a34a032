import type { ProgressMessage } from '../../contract/domain/job.ts'
import { createDeferred } from '../../contract/time/deferred.ts'

/** Hears a message of a run. */
export type MessageListener = (message: ProgressMessage) => void

/** A run at the host that computes it, for those there who wait while Redis is away. */
export class RunFeed {
  readonly #listeners = new Set<MessageListener>()
  readonly #made = createDeferred<string>()
  #last: ProgressMessage | undefined

  /** Resolves with the pointer to its result as soon as that is here, perhaps before Redis has it. */
  get made(): Promise<string> {
    return this.#made.promise
  }

  /** Passes a message on, and returns it. */
  tell(message: ProgressMessage): ProgressMessage {
    this.#last = message
    for (const listener of this.#listeners) listener(message)
    return message
  }

  /** Tells a listener the last message, and each further one. */
  follow(listener: MessageListener): void {
    this.#listeners.add(listener)
    if (this.#last) listener(this.#last)
  }

  /** The result is here. */
  land(pointer: string): void {
    this.#made.resolve(pointer)
  }
}
