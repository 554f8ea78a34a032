/** One thing that the relay has asked a worker for: the port, and the refusals that all kinds of it share. */
import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { RelayFrameOf, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'
import type { OutgoingStreams } from './outgoing-streams.ts'

/** A frame that opens an exchange, or goes on with it after a new link. */
export type RequestFrame = RelayFrameOf<'run'> | RelayFrameOf<'fetch'>

/**
 * An exchange, seen from the worker: one run or file that the relay has asked for. It outlives the link it
 * was asked on, sends nothing while there is none, and goes on where the relay asks when there is another.
 */
export interface ServedExchange {
  /** Type of the frame that asks for it. */
  readonly kind: RequestFrame['type']
  /** The link is gone: sends nothing until the relay asks again. */
  pause(): void
  /** Goes on from where the relay, after a new link, asks for it. */
  resume(frame: RequestFrame): void
  /** Ends it, and sends the relay a confirmation when nothing of it is left. */
  cancel(): void
  /** Ends it and sends nothing: the relay will not ask for it again. */
  drop(): void
}

/** What an exchange may do with the worker it belongs to. */
export interface ServedHome {
  readonly streams: OutgoingStreams
  readonly log: Log
  /** Whether the link has more to send than it should. */
  readonly isCongested: () => boolean
  /** Sends a frame; without a link it does nothing. */
  send(frame: WorkerFrame): void
  /** Takes the exchange out. */
  forget(id: number): void
}

/** Returns the frame of a failure; what is the host's own mistake goes to the log as well. */
export function toFailedFrame(id: number, thrown: unknown, log: Log): WorkerFrameOf<'failed'> {
  const { code, message, cause, issues } = toSpecimenError(thrown)
  if (code === 'internal') log.error({ err: cause, exchange: id }, message)
  const cut = (text: string) => text.slice(0, limits.issueLength)
  return {
    type: 'failed',
    id,
    code,
    detail: message.slice(0, limits.detailLength),
    stack: toStack(cause)?.slice(0, limits.detailLength) ?? null,
    issues: issues.slice(0, limits.issues).map(({ pointer, found, allowed }) => ({
      pointer: cut(pointer),
      found: cut(found),
      allowed: cut(allowed),
    })),
  }
}

function toStack(cause: unknown): string | null {
  if (cause instanceof Error) return cause.stack ?? cause.message
  return typeof cause === 'string' ? cause : null
}

/** The refusal to go on with a run, a result or a file that is not there any more. */
export function givenUpError(what: string): SpecimenError {
  return new SpecimenError(
    'worker.unreachable',
    `The worker has given ${what} up, because the connection was lost for too long ` +
      'or the worker was restarted; ask again.',
  )
}
