/** The port of an exchange at the worker, and its common refusals. */
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { RelayFrame, RelayFrameOf, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'
import type { Link } from '../link/link.ts'
import type { OutgoingStreams } from '../link/outgoing-streams.ts'

/** A link at the worker. */
export type WorkerLink = Link<WorkerFrame, RelayFrame>

/** A run, a file or data of runs that the relay has begun: outlives its link, and continues on the next. */
export interface ServedExchange {
  readonly kind: 'run' | 'fetch' | 'give'
  pause(): void
  resume(frame: RelayFrameOf<'run' | 'fetch' | 'give'>): void
  /** Ends it, and sends a confirmation when nothing of it is left. */
  cancel(): void
  /** Ends it silently: the relay will not request it again. */
  drop(): void
}

/** The operations of a worker for its exchanges. */
export interface ServedHome {
  readonly streams: OutgoingStreams
  readonly log: Log
  /** Returns true when the link's queue is too long. */
  readonly isCongested: () => boolean
  send(frame: WorkerFrame): void
  forget(id: number): void
}

/** Returns the frame of a failure; an internal error goes to the log as well. */
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

/** Returns the refusal to continue a run, a result or a file that is gone. */
export function givenUpError(what: string): SpecimenError {
  return new SpecimenError(
    'worker.unreachable',
    `The worker has given ${what} up, because the connection was lost for too long ` +
      'or the worker was restarted; ask again.',
  )
}
