import type { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import { LinkError } from '../link/link-error.ts'
import type { Exchange, ExchangeHome } from './exchange.ts'
import { silentError, toRemoteFailure } from './worker-errors.ts'

/**
 * Returns a reload at a worker, seen from the relay; `done` resolves when the worker has read its folders and
 * announced its changes.
 */
export function createReload(
  seconds: number,
  home: ExchangeHome,
): Exchange & { readonly done: Promise<void> } {
  const done = createDeferred<void>()
  const leave = (): void => {
    silence.stop()
    home.forget()
  }
  const fail = (error: SpecimenError): void => {
    leave()
    done.reject(error)
  }
  const silence = createDeadline(() => fail(silentError(home.workerId, seconds, 'read its folders again')))
  return {
    id: home.id,
    isWanted: true,
    done: done.promise,
    begin: () => {
      silence.start(seconds)
      home.ask({ type: 'reload', id: home.id })
    },
    pause: () => silence.stop(),
    receive: (answer) => {
      if (answer.type === 'failed') return fail(toRemoteFailure(home.workerId, answer))
      if (answer.type !== 'reloaded') throw new LinkError('protocol', `${answer.type} answers no reload`)
      leave()
      done.resolve()
    },
    receiveChunk: () => {
      throw new LinkError('protocol', 'a reload has no bytes')
    },
    fail,
  }
}
