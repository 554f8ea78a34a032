/**
 * An exchange, seen from the worker: one thing that the relay has asked for. It outlives the link it was
 * asked on, says nothing while there is none, and goes on where the relay says when there is another.
 */
import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { RelayFrameOf, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import type { OutgoingStreams } from './outgoing-streams.ts'

export interface ServedExchange {
  /** Type of the frame that asks for it. */
  readonly kind: 'run' | 'fetch'
  /** The link is gone: nothing is said until the relay asks again. */
  pause(): void
  /** The relay asks again after a new link. */
  resume(frame: RelayFrameOf<'run'> | RelayFrameOf<'fetch'>): void
  /** The relay does not want it any more, and wants to know when it is gone. */
  cancel(): void
  /** Nobody will ask again: ends it without a word. */
  drop(): void
}

/** What an exchange may do with the worker it belongs to. */
export interface ServedHome {
  readonly streams: OutgoingStreams
  readonly log: Log
  /** Whether the link has more to send than it should. */
  readonly isCongested: () => boolean
  send(frame: WorkerFrame): void
  /** Takes the exchange out. */
  forget(id: number): void
}

const textLength = 10_000
const issueLimit = 100
const issueLength = 1000

/** Returns the frame that tells a failure; what is the host's own mistake goes to the log as well. */
export function toFailed(id: number, thrown: unknown, log: Log): WorkerFrameOf<'failed'> {
  const { code, message, cause, issues } = toSpecimenError(thrown)
  if (code === 'internal') log.error({ err: cause, exchange: id }, message)
  const stack =
    cause instanceof Error ? (cause.stack ?? cause.message) : typeof cause === 'string' ? cause : null
  const cut = (text: string) => text.slice(0, issueLength)
  return {
    type: 'failed',
    id,
    code,
    detail: message.slice(0, textLength),
    stack: stack === null ? null : stack.slice(0, textLength),
    issues: issues.slice(0, issueLimit).map(({ pointer, found, allowed }) => ({
      ...{ pointer: cut(pointer), found: cut(found), allowed: cut(allowed) },
    })),
  }
}

/** Returns the refusal to go on with something that is not there any more. */
export function toGivenUp(what: string): SpecimenError {
  const detail = `The worker has given ${what} up, because the connection was lost for too long or the worker was started anew; ask again.`
  return new SpecimenError('worker.unreachable', detail)
}
