import { type JobStatus, type ProgressMessage, toFraction } from '../contract/domain/job.ts'
import type { Result } from '../contract/domain/result/result.ts'
import { isJsonObject, type Json } from '../contract/values/json.ts'
import { isCount } from '../contract/values/number.ts'
import type { ProgressBody, StartBody } from '../contract/wire/bodies.ts'
import { decodeResultJson } from '../contract/wire/parse-result-json.ts'
import { type CallOptions, toCallBody } from './specimens.ts'
import { refuseAnswer, type Transport, toSegment } from './transport.ts'

/** Time left to a request that ends a job, or that must complete before the job can be ended. */
const cancelGraceMilliseconds = 2000

/**
 * Starts a job. After an abort the request has {@link cancelGraceMilliseconds} left, to learn the job to
 * cancel.
 */
export async function startJob(
  transport: Transport,
  id: string,
  call: CallOptions & { readonly signal: AbortSignal },
): Promise<StartBody> {
  const path = `/api/specimens/${toSegment(id)}/start`
  const { signal } = call
  const tooLate = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUpLater = () => {
    timer = setTimeout(() => tooLate.abort(signal.reason), cancelGraceMilliseconds)
  }
  signal.addEventListener('abort', giveUpLater, { once: true })
  try {
    const request = { body: await toCallBody(transport, call), signal: tooLate.signal }
    const answer = await transport.readBody(path, request)
    const { job_id, status } = answer
    if (typeof job_id === 'string' && isStatus(status)) return { job_id, status }
    throw refuseAnswer(answer, path, 'a job_id and a status')
  } finally {
    signal.removeEventListener('abort', giveUpLater)
    clearTimeout(timer)
  }
}

/** The options of a poll. */
interface PollOptions {
  readonly since: number
  /** Time for which the host may hold the answer until there is news. An earlier host answers at once. */
  readonly waitSeconds: number
  readonly signal: AbortSignal
}

/** Returns status and messages above `since`. @throws {ProblemError} `job.unknown`, `host.busy` */
export async function readProgress(
  transport: Transport,
  jobId: string,
  { since, waitSeconds, signal }: PollOptions,
): Promise<ProgressBody> {
  const wait = waitSeconds === 0 ? '' : `&wait=${waitSeconds}`
  const path = `/api/jobs/${toSegment(jobId)}/progress?since=${since}${wait}`
  const answer = await transport.readBody(path, { signal })
  const { status, messages, error, before } = answer
  const isText = typeof error === 'string'
  if (
    isStatus(status) &&
    Array.isArray(messages) &&
    messages.every(isMessage) &&
    (isText || error === null)
  ) {
    return { status, messages, error, ...(isCount(before) && { before }) }
  }
  throw refuseAnswer(answer, path, "a job's status, messages and error")
}

/** Returns the result of a job that is done. */
export async function readResult(transport: Transport, jobId: string, signal: AbortSignal): Promise<Result> {
  return decodeResultJson(await transport.readJson(`/api/jobs/${toSegment(jobId)}/result`, { signal }))
}

/** Cancels a job. Continues after the page has closed; gives up after {@link cancelGraceMilliseconds}. */
export async function cancelJob(transport: Transport, jobId: string): Promise<void> {
  const signal = AbortSignal.timeout(cancelGraceMilliseconds)
  await transport.send(`/api/jobs/${toSegment(jobId)}`, { method: 'DELETE', signal, keepalive: true })
}

function isStatus(value: Json | undefined): value is JobStatus {
  return value === 'running' || value === 'done' || value === 'error'
}

function isMessage(value: Json): value is ProgressMessage & { readonly [name: string]: Json } {
  return (
    isJsonObject(value) &&
    Number.isSafeInteger(value.seq) &&
    typeof value.text === 'string' &&
    typeof value.ts === 'number' &&
    (value.fraction === undefined || toFraction(value.fraction) !== undefined)
  )
}
