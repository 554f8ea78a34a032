/** Errors and names at the relay that name the worker: its id and a colon precede its own names. */
import { type ErrorCode, type Issue, SpecimenError } from '../../contract/domain/errors.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import { addOrigin, cancelledError, toOrigin } from '../../engine/run/run-failure.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'

/** Codes that a worker may fail with as if the function were local; any other is an error of the worker. */
const trustedCodes: readonly ErrorCode[] = [
  'function.failed',
  'function.suspended',
  'function.unknown',
  'specimen.unknown',
  'thumbnail.none',
  'file.missing',
  'file.undecodable',
  'format.unknown',
  'system.failed',
  'params.invalid',
  'host.busy',
  'run.cancelled',
  'internal',
]

/**
 * Returns the name at the relay of a worker's function, specimen, revision or source: `lab7:gyroid`. The same
 * where there is no worker, in the catalog of another host.
 */
export function toFederatedName(workerId: string, own: string): string {
  return workerId === '' ? own : `${workerId}:${own}`
}

/** Returns the worker's own name: the part after its id and the colon. */
export function toOwnName(federated: string): string {
  return federated.slice(federated.indexOf(':') + 1)
}

/** Said of a worker of an older version, behind its name. */
export const takesNoData = 'has a version of specimen-host whose functions take no data; update it'

/** Names a worker at the beginning of a sentence: `Worker "lab7"`. */
export function nameWorker(workerId: string): string {
  return `Worker "${workerId}"`
}

/** Names a function and its worker, by the function's name at the relay: `function gyroid of worker lab7`. */
export function nameRemoteFunction(federated: string, workerId: string): string {
  return `function ${toOwnName(federated)} of worker ${workerId}`
}

/** Returns the refusal of a run that nobody waits for. */
export function cancelledRunError(federated: string, workerId: string): SpecimenError {
  return cancelledError(nameRemoteFunction(federated, workerId))
}

/** Names the file of a specimen in the same way. */
export function nameRemoteFile(federated: string, workerId: string): string {
  return `the file of ${toOwnName(federated)} of worker ${workerId}`
}

/** Returns a `failed` frame as the error of the relay's client. Its stack is for the log only. */
export function toRemoteFailure(
  workerId: string,
  { code, detail, stack, issues }: WorkerFrameOf<'failed'>,
): SpecimenError {
  const isPlugin = code === 'function.failed'
  const text = isPlugin ? addOrigin(detail, `worker ${workerId}`) : `${nameWorker(workerId)}: ${detail}`
  if (code === 'host.stopping' || code === 'worker.unreachable')
    return new SpecimenError('worker.unreachable', text)
  const known = trustedCodes.find((trusted) => trusted === code) ?? 'worker.invalid'
  const cause = stack === null ? undefined : toOrigin(detail, stack)
  return new SpecimenError(known, text, { issues: issues.slice(0, limits.issues).map(toIssue), cause })
}

/** `worker.invalid`: the worker has sent `found`, which does not fit the request. */
export function invalidError(workerId: string, found: string): SpecimenError {
  return new SpecimenError('worker.invalid', `${nameWorker(workerId)} sent something wrong: ${found}.`)
}

/** `request.invalid`: the worker would refuse the request for the `fault`. */
export function faultError(workerId: string, fault: string): SpecimenError {
  return new SpecimenError('request.invalid', `${nameWorker(workerId)} cannot be sent this: ${fault}.`)
}

/** `worker.invalid`: the worker has ended its link before its answer, for the reason `detail`. */
export function refusedError(workerId: string, detail: string): SpecimenError {
  const text = `${nameWorker(workerId)} has refused what it was sent, and ended its link: ${detail}`
  return new SpecimenError('worker.invalid', `${text}; update specimen-host on the older side.`)
}

/** `worker.silent`: the connected worker has not done `what`, e.g. `opened the file`. */
export function silentError(workerId: string, seconds: number, what: string): SpecimenError {
  const detail = `${nameWorker(workerId)} has not ${what} within ${seconds} s`
  return new SpecimenError('worker.silent', `${detail}; try again later, or ask its operator.`)
}

/** `worker.unreachable`: the worker is away; `why` follows its name. */
export function awayError(workerId: string, why: string): SpecimenError {
  return new SpecimenError('worker.unreachable', `${nameWorker(workerId)} ${why}.`)
}

/** `worker.unreachable`: the worker has left this host, perhaps for another. */
export class WorkerLeftError extends SpecimenError {
  /** @param why - follows the worker's name */
  constructor(workerId: string, why: string) {
    super('worker.unreachable', `${nameWorker(workerId)} ${why}.`)
  }
}

function toIssue({ pointer, found, allowed }: JsonObject): Issue {
  const toText = (value: unknown) => (typeof value === 'string' ? value.slice(0, limits.issueLength) : '')
  return { pointer: toText(pointer), found: toText(found), allowed: toText(allowed) }
}
