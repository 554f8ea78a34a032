import { createDeferred } from '../domain/deferred.ts'
import type { SpecimenError } from '../domain/errors.ts'

/** Ends a stretch of a run early, by a signal or {@link stop}. Race it with the stretch, then close it. */
export class RunStop {
  /** Rejects with the first error that stops the stretch; never resolves. */
  readonly stopped: Promise<never>
  readonly #stopped = createDeferred<never>()
  readonly #signal: AbortSignal
  readonly #cancel: () => void
  readonly #onStop: () => void
  #isOpen = true

  /** Stops by itself when the signal aborts, or has aborted. `onStop` is called first, in the same turn. */
  constructor(signal: AbortSignal, cancelledError: () => SpecimenError, onStop: () => void = () => {}) {
    this.stopped = this.#stopped.promise
    this.stopped.catch(() => {}) // it may stop before it is raced
    this.#signal = signal
    this.#cancel = () => this.stop(cancelledError())
    this.#onStop = onStop
    signal.addEventListener('abort', this.#cancel, { once: true })
    if (signal.aborted) this.#cancel()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Stops the stretch; has no effect when stopped or closed. */
  stop(error: SpecimenError): void {
    if (!this.#isOpen) return
    this.close()
    this.#onStop()
    this.#stopped.reject(error)
  }

  close(): void {
    this.#isOpen = false
    this.#signal.removeEventListener('abort', this.#cancel)
  }
}
