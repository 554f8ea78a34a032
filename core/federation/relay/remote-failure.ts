/** How the relay tells that a worker could not do what was asked: every text names the worker. */
import { type ErrorCode, type Issue, SpecimenError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import { toOrigin } from '../../run/run-failure.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'

/** Codes that a worker may fail with as if the function were local; any other is the worker's fault. */
const trustedCodes: readonly ErrorCode[] = [
  'function.failed',
  'function.unknown',
  'specimen.unknown',
  'thumbnail.none',
  'file.missing',
  'params.invalid',
  'host.busy',
  'run.cancelled',
  'internal',
]
const issueLimit = 100

/** Names a worker at the beginning of a sentence. */
export function nameWorker(workerId: string): string {
  return `Worker "${workerId}"`
}

/** Returns the failure that a worker tells. */
export function toRemoteFailure(
  workerId: string,
  { code, detail, stack, issues }: WorkerFrameOf<'failed'>,
): SpecimenError {
  const text = `${nameWorker(workerId)}: ${detail}`
  if (code === 'host.stopping' || code === 'worker.unreachable')
    return new SpecimenError('worker.unreachable', text)
  const known = trustedCodes.find((trusted) => trusted === code) ?? 'worker.invalid'
  const cause = stack === null ? undefined : toOrigin(detail, stack)
  return new SpecimenError(known, text, { issues: issues.slice(0, issueLimit).map(toIssue), cause })
}

/** The worker has sent something that does not fit what it was asked for. */
export function toInvalid(workerId: string, found: string): SpecimenError {
  return new SpecimenError('worker.invalid', `${nameWorker(workerId)} sent something wrong: ${found}.`)
}

/** The worker is connected and does not answer. */
export function toSilent(workerId: string, seconds: number, what: string): SpecimenError {
  const detail = `${nameWorker(workerId)} has not ${what} within ${seconds} s; try again later, or ask who runs it.`
  return new SpecimenError('worker.silent', detail)
}

/** The worker is not there. */
export function toAway(workerId: string, why: string): SpecimenError {
  return new SpecimenError('worker.unreachable', `${nameWorker(workerId)} ${why}.`)
}

function toIssue({ pointer, found, allowed }: JsonObject): Issue {
  const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, 1000) : '')
  return { pointer: toText(pointer), found: toText(found), allowed: toText(allowed) }
}
