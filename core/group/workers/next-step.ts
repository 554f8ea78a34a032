import type { SpecimenError } from '../../domain/errors.ts'
import { awayError } from '../../federation/relay/worker-errors.ts'
import type { WorkerRecord } from './worker-record.ts'

/** What is to be done for a run at a worker that another host computes, or should. */
export type NextStep =
  | { readonly kind: 'wait' }
  | { readonly kind: 'ask'; readonly host: WorkerRecord }
  | { readonly kind: 'fail'; readonly error: SpecimenError }

/** Where a run was begun last. */
export interface BegunAt {
  readonly hold: number
  /** Which process of its worker has it; undefined where nobody knows that any more. */
  readonly instance: string | undefined
}

/** How far a run is. */
export interface RunProgress {
  /** Undefined before it was begun. */
  readonly at: BegunAt | undefined
  /** Whether its host was not asked for long, which may have lost it. */
  readonly isOverdue: boolean
}

/**
 * Returns what is to be done for a run, by where the directory has its worker. A worker that has moved, as
 * the same process, is asked again; another process has lost what the former one was asked.
 */
export function findNextStep(
  workerId: string,
  found: WorkerRecord | undefined,
  { at, isOverdue }: RunProgress,
): NextStep {
  if (!found) return fail(workerId, at ? 'has been away for too long and is given up' : 'is not connected')
  if (at && found.hold === at.hold && !(isOverdue && found.isAvailable)) return { kind: 'wait' }
  if (at?.instance !== undefined && found.instance !== at.instance)
    return fail(workerId, 'was restarted and has lost what it was asked before; ask again')
  if (found.isAvailable) return { kind: 'ask', host: found }
  return at ? { kind: 'wait' } : fail(workerId, 'is away at this moment; try again when it is back')
}

function fail(workerId: string, why: string): NextStep {
  return { kind: 'fail', error: awayError(workerId, why) }
}
