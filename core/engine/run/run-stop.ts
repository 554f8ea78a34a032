import type { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'

/** Ends a stretch of a run early: by a signal, a deadline, or {@link stop}. */
export class RunStop {
  readonly #stopped = createDeferred<never>()
  readonly #signal: AbortSignal
  readonly #cancel: () => void
  readonly #onStop: () => void
  #deadline: Deadline | undefined
  #isOpen = true

  /** Stops by itself when the signal aborts, or has aborted. `onStop` is called first, in the same turn. */
  constructor(signal: AbortSignal, cancelledError: () => SpecimenError, onStop: () => void = () => {}) {
    this.#stopped.promise.catch(() => {}) // it may stop before it is raced
    this.#signal = signal
    this.#cancel = () => this.stop(cancelledError())
    this.#onStop = onStop
    signal.addEventListener('abort', this.#cancel, { once: true })
    if (signal.aborted) this.#cancel()
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  /** Stops the stretch when it lasts longer than this from now on. */
  stopAfter(seconds: number, overrunError: () => SpecimenError): void {
    if (!this.#isOpen) return
    this.#deadline?.stop()
    this.#deadline = createDeadline(() => this.stop(overrunError()))
    this.#deadline.start(seconds)
  }

  /** Stops the stretch; has no effect when stopped or closed. */
  stop(error: SpecimenError): void {
    if (!this.#isOpen) return
    this.#close()
    this.#onStop()
    this.#stopped.reject(error)
  }

  /** Resolves with the stretch, which can be stopped no more; rejects with the first error that stops it. */
  async race<T>(stretch: Promise<T>): Promise<T> {
    return await Promise.race([this.#stopped.promise, stretch]).finally(() => this.#close())
  }

  #close(): void {
    this.#isOpen = false
    this.#deadline?.stop()
    this.#signal.removeEventListener('abort', this.#cancel)
  }
}
