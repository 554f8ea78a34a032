import { createDeadline, type Deadline } from '../../domain/deadline.ts'
import { createDeferred } from '../../domain/deferred.ts'
import type { SpecimenError } from '../../domain/errors.ts'
import { LinkError } from '../link/link-error.ts'
import type { Exchange, ExchangeAnswer, ExchangeHome } from './exchange.ts'
import { silentError, toRemoteFailure } from './worker-errors.ts'

/** A reload at a worker, seen from the relay. */
export class RemoteReload implements Exchange {
  readonly id: number
  readonly isWanted = true
  readonly #done = createDeferred<void>()
  readonly #home: ExchangeHome
  readonly #seconds: number
  readonly #silence: Deadline

  constructor(id: number, home: ExchangeHome, seconds: number) {
    this.id = id
    this.#home = home
    this.#seconds = seconds
    this.#silence = createDeadline(() =>
      this.fail(silentError(home.workerId, seconds, 'read its folders again')),
    )
  }

  /** Resolves when the worker has read its folders and announced its changes. */
  get done(): Promise<void> {
    return this.#done.promise
  }

  begin(): void {
    this.#silence.start(this.#seconds)
    this.#home.ask({ type: 'reload', id: this.id })
  }

  pause(): void {
    this.#silence.stop()
  }

  receive(answer: ExchangeAnswer): void {
    if (answer.type === 'failed') this.fail(toRemoteFailure(this.#home.workerId, answer))
    else if (answer.type === 'reloaded') {
      this.#leave()
      this.#done.resolve()
    } else throw new LinkError('protocol', `${answer.type} answers no reload`)
  }

  receiveChunk(): void {
    throw new LinkError('protocol', 'a reload has no bytes')
  }

  fail(error: SpecimenError): void {
    this.#leave()
    this.#done.reject(error)
  }

  #leave(): void {
    this.#silence.stop()
    this.#home.forget(this.id)
  }
}
