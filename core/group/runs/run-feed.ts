import type { ProgressMessage } from '../../contract/domain/job.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'

/** Hears a message of a run. */
export type MessageListener = (message: ProgressMessage) => void

/** One who waits for a run. */
interface Follower {
  readonly onMessage: MessageListener
  readonly made: Deferred<string>
}

/**
 * A run at the host that computes it, for those there who wait while Redis is away. Who leaves is forgotten
 * at once, however long the run goes on.
 */
export class RunFeed {
  readonly #followers = new Set<Follower>()
  #last: ProgressMessage | undefined
  /** Settles a wait as the run has ended; undefined until then. */
  #end: ((made: Deferred<string>) => void) | undefined

  /** The number of those who wait. */
  get size(): number {
    return this.#followers.size
  }

  /** Passes a message on, and returns it. */
  tell(message: ProgressMessage): ProgressMessage {
    this.#last = message
    for (const { onMessage } of this.#followers) onMessage(message)
    return message
  }

  /**
   * Tells a listener the last message, and each further one. Resolves with the pointer to the result as soon
   * as that is here, perhaps before Redis has it. @throws the error of the run, the signal's reason
   */
  async follow(onMessage: MessageListener, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted()
    const follower = { onMessage, made: createDeferred<string>() }
    const leave = (): void => follower.made.reject(signal.reason)
    signal.addEventListener('abort', leave, { once: true })
    this.#followers.add(follower)
    this.#end?.(follower.made)
    if (this.#last) onMessage(this.#last)
    try {
      return await follower.made.promise
    } finally {
      signal.removeEventListener('abort', leave)
      this.#followers.delete(follower)
    }
  }

  /** The result is here. */
  land(pointer: string): void {
    this.#settle(({ resolve }) => resolve(pointer))
  }

  /** The run has no result. */
  fail(error: unknown): void {
    this.#settle(({ reject }) => reject(error))
  }

  #settle(end: (made: Deferred<string>) => void): void {
    this.#end ??= end
    for (const { made } of this.#followers) this.#end(made)
  }
}
