import { errorCodes, SpecimenError } from '../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import { isJsonObject } from '../../contract/values/json.ts'
import { WorkerLeftError } from '../../federation/relay/worker-errors.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { parsePointer, type ResultPointer } from '../results/result-pointer.ts'

/** The end of a run: its result or its error; or it is gone, and may be asked for again. */
export type RunEnd =
  | { readonly kind: 'done'; readonly pointer: ResultPointer }
  | { readonly kind: 'failed'; readonly error: SpecimenError }
  | { readonly kind: 'gone' }

/** News of a run: it is begun, has reported something, or has ended. */
export type RunNews =
  | { readonly kind: 'begun' }
  | { readonly kind: 'message'; readonly message: ProgressMessage }
  | { readonly kind: 'end'; readonly end: RunEnd }

/** News, and the run that they are of. */
export interface ToldNews {
  readonly run: string
  readonly news: RunNews
}

const gone: RunEnd = { kind: 'gone' }

/** Returns an error as BullMQ keeps it for the other hosts; its cause stays with the host that logs it. */
export function formatFailure({ code, message, retryAfterSeconds }: SpecimenError): string {
  return JSON.stringify({ code, message, ...(retryAfterSeconds && { retryAfterSeconds }) })
}

/** Returns the end of a run by the result that BullMQ has of it. */
export function toDone(returned: unknown): RunEnd {
  const pointer = parsePointer(typeof returned === 'string' ? returned : '')
  return pointer ? { kind: 'done', pointer } : gone
}

/** Returns the end of a run by the failure that BullMQ has of it. */
export function toFailed(reason: string): RunEnd {
  const parsed = parseOwnJson(reason)
  if (parsed === undefined || !isJsonObject(parsed)) {
    const detail = 'The hosts that computed this were lost, again and again.'
    return { kind: 'failed', error: new SpecimenError('worker.lost', detail, { cause: reason }) }
  }
  const { message, retryAfterSeconds } = parsed
  const code = errorCodes.find((known) => known === parsed.code) ?? 'internal'
  // Left by all who waited: a client that waits again gets another run.
  if (code === 'run.cancelled' || code === 'host.stopping') return gone
  const more = typeof retryAfterSeconds === 'number' ? { retryAfterSeconds } : {}
  return { kind: 'failed', error: new SpecimenError(code, String(message), more) }
}

/** The error of a run that is lost once too often. */
export function lostError(): SpecimenError {
  const detail = 'The run or its result was lost with the host or the Redis that had it; try again.'
  return new SpecimenError('result.lost', detail, { retryAfterSeconds: 1 })
}

/** Returns true when a run ended with its host, or with the link of its worker, and is another host's now. */
export function isLeft(error: unknown): boolean {
  if (error instanceof WorkerLeftError) return true
  return error instanceof SpecimenError && error.code === 'host.stopping'
}
