import type { Job } from 'bullmq'
import { SpecimenError } from '../../domain/errors.ts'
import { type Log, withFields } from '../../domain/log.ts'
import { WorkerLeftError } from '../../federation/relay/worker-errors.ts'
import { logFailure } from '../../run/run-failure.ts'
import { nameRun } from '../../run/run-watch.ts'
import type { Runner } from '../../run/runner.ts'
import type { GroupConnection } from '../redis/connect.ts'
import type { GroupCall } from '../redis/group-call.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import { storeResult } from '../results/room-records.ts'
import { type RunQueues, toLastSeq } from './run-queues.ts'
import { RunReports } from './run-reports.ts'

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
  const reports = new RunReports(queues, job, { firstSeq: toLastSeq(job) + 1, now, log })
  if (job.stalledCounter > 0) {
    log.warn({}, 'a run is begun again, as its host was lost')
    reports.progress.report('The host that computed this was lost; it is begun again.')
  } else if (job.attemptsStarted > 1)
    reports.progress.report('The host that computed this has stopped; it is begun again.')
  try {
    const result = await runner.run(invocation, { log, caller, signal, progress: reports.progress })
    const kept = results.keepForRoom(result, invocation, caller)
    await reports.flush()
    const stored = { ...kept, ttlMs: ttlSeconds * 1000, by: { run: String(job.id) } }
    await connection.insist((redis) => storeResult(redis, keys, invocation, stored))
    return kept.pointer
  } catch (error) {
    logFailure(log, invocation, error)
    await reports.flush()
    throw error
  }
}

/** Returns whether a run ended with its host, or with the link of its worker, and is another host's now. */
export function isLeft(error: unknown): boolean {
  if (error instanceof WorkerLeftError) return true
  return error instanceof SpecimenError && error.code === 'host.stopping'
}
