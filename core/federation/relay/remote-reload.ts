/**
 * A reload at a worker, seen from the relay: resolves when the worker has read its folders and told what has
 * changed.
 */

import { createDeadline, type Deadline } from '../../domain/deadline.ts'
import type { SpecimenError } from '../../domain/errors.ts'
import { LinkError } from '../link/link-error.ts'
import type { Answer, Exchange, ExchangeHome } from './exchange.ts'
import { toRemoteFailure, toSilent } from './remote-failure.ts'

export class RemoteReload implements Exchange {
  readonly id: number
  readonly isWanted = true
  readonly done: Promise<void>
  readonly #home: ExchangeHome
  readonly #seconds: number
  readonly #silence: Deadline
  #settle: { resolve(): void; reject(error: SpecimenError): void } = { resolve() {}, reject() {} }

  constructor(id: number, home: ExchangeHome, seconds: number) {
    this.id = id
    this.#home = home
    this.#seconds = seconds
    this.done = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#silence = createDeadline(() =>
      this.fail(toSilent(home.workerId, seconds, 'read its folders again')),
    )
  }

  begin(): void {
    this.#silence.start(this.#seconds)
    this.#home.send({ type: 'reload', id: this.id })
  }

  pause(): void {
    this.#silence.stop()
  }

  receive(answer: Answer): void {
    if (answer.type === 'failed') this.fail(toRemoteFailure(this.#home.workerId, answer))
    else if (answer.type === 'reloaded') {
      this.#leave()
      this.#settle.resolve()
    } else throw new LinkError('protocol', `${answer.type} answers no reload`)
  }

  receiveChunk(): void {
    throw new LinkError('protocol', 'a reload has no bytes')
  }

  fail(error: SpecimenError): void {
    this.#leave()
    this.#settle.reject(error)
  }

  #leave(): void {
    this.#silence.stop()
    this.#home.forget(this.id)
  }
}
