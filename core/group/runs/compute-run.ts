import type { Job } from 'bullmq'
import { isRoomAhead } from '../../domain/invocation.ts'
import type { ProgressMessage } from '../../domain/job.ts'
import { type Log, withFields } from '../../domain/log.ts'
import { logFailure } from '../../run/run-failure.ts'
import { RunMessages } from '../../run/run-messages.ts'
import { nameRun } from '../../run/run-watch.ts'
import type { RunContext, Runner } from '../../run/runner.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupCall } from '../redis/group-call.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import { storeResult } from '../results/room-records.ts'
import { type RunQueues, toLastSeq } from './run-queues.ts'

/** The dependencies of a run that this host computes for all who wait. */
export interface ComputeOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly queues: RunQueues
  readonly results: GroupResults
  readonly log: Log
  readonly ttlSeconds: number
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** A run that this host has taken. */
export interface BegunRun {
  readonly job: Job
  readonly call: GroupCall
  readonly runner: Runner
  readonly signal: AbortSignal
}

/**
 * Computes a run and gives its room the result; returns the pointer to it. A failure of the function is
 * logged here, with its stack. @throws as the runner
 */
export async function computeRun(options: ComputeOptions, begun: BegunRun): Promise<string> {
  const { connection, keys, queues, results, now, ttlSeconds } = options
  const { job, runner, signal, call } = begun
  const { invocation, caller, request } = call
  const log = withFields(options.log, { ...nameRun({ id: job.id, invocation }), request })
  const messages = new RunMessages(now, toLastSeq(job) + 1)
  const reports = gatherMessages(messages, (some) => queues.report(job, some), log)
  if (job.stalledCounter > 0) {
    log.warn({}, 'a run is begun again, as its host was lost')
    reports.progress.report('The host that computed this was lost; it is begun again.')
  } else if (job.attemptsStarted > 1)
    reports.progress.report('The host that computed this has stopped; it is begun again.')
  try {
    const placed = isRoomAhead(invocation.roomId) ? {} : { caller } // in a queue of the group it came last
    const result = await runner.run(invocation, { log, ...placed, signal, progress: reports.progress })
    const kept = results.keepForRoom(result, invocation, caller)
    await reports.flush()
    const stored = { ...kept, ttlMs: ttlSeconds * 1000, run: String(job.id) }
    await connection.insist((redis) => storeResult(redis, keys, invocation, stored))
    return kept.pointer
  } catch (error) {
    logFailure(log, invocation, error)
    await reports.flush()
    throw error
  }
}

/** Milliseconds for which messages are gathered, which go to Redis together; and the most that do. */
const pause = 20
const batch = 100

/** Returns what takes the messages of a run and sends them in order; `flush` resolves when all are sent. */
function gatherMessages(
  messages: RunMessages,
  send: (messages: readonly ProgressMessage[]) => Promise<unknown>,
  log: Log,
): { readonly progress: RunContext['progress']; readonly flush: () => Promise<void> } {
  let waiting: ProgressMessage[] = []
  let timer: NodeJS.Timeout | undefined
  let sent: Promise<unknown> = Promise.resolve()
  const flush = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const gathered = waiting
    waiting = []
    for (let at = 0; at < gathered.length; at += batch) {
      const some = gathered.slice(at, at + batch)
      sent = sent
        .then(() => send(some))
        .catch((err: unknown) => log.debug({ err }, 'messages of a run were lost'))
    }
    await sent
  }
  const report = (text: string, fraction?: number): void => {
    waiting.push(messages.report(text, fraction))
    timer ??= setTimeout(() => void flush(), pause)
  }
  return { progress: { report, skip: (count) => messages.skip(count) }, flush }
}
