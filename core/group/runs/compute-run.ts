import type { Job } from 'bullmq'
import { isRoomAhead } from '../../contract/domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../contract/domain/job.ts'
import { withFields } from '../../contract/domain/log.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { logFailure } from '../../engine/run/run-failure.ts'
import { RunMessages } from '../../engine/run/run-messages.ts'
import { nameRun } from '../../engine/run/run-watch.ts'
import type { Runner } from '../../engine/run/runner.ts'
import type { GroupCall } from '../redis/group-call.ts'
import { storeResult } from '../results/group-room-cache.ts'
import type { ComputedRun } from './flight-records.ts'
import type { HostParts } from './host-parts.ts'
import type { RunFeed } from './run-feed.ts'
import { formatDone, formatMessage } from './run-news.ts'

/** The dependencies of a run that this host computes for all who wait. */
export interface ComputeOptions extends HostParts {
  readonly ttlSeconds: number
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** A run that this host has taken. */
export interface BegunRun extends ComputedRun {
  readonly job: Job
  readonly call: GroupCall
  readonly runner: Runner
  readonly signal: AbortSignal
  /** Has its messages and its result for those who wait at this host. */
  readonly feed: Pick<RunFeed, 'tell' | 'land'>
}

/** The end of a run with a result. */
export interface MadeResult {
  /** The pointer to it. */
  readonly pointer: string
  /** Set when a job is a view of the run, which is kept for it. */
  readonly isViewed: boolean
}

/** Milliseconds for which messages are gathered, which go to Redis together. */
const pause = 20
/** Seconds from a message that is shown to all who wait to the next. */
const shownSeconds = 0.2

/**
 * Computes a run, gives its room the result, and tells those who wait. A failure of the function is logged
 * here, with its stack. @throws as the runner
 */
export async function computeRun(options: ComputeOptions, begun: BegunRun): Promise<MadeResult> {
  const { connection, keys, queues, results, now, ttlSeconds } = options
  const { job, runner, signal, call, run, by, feed } = begun
  const { invocation, caller, request } = call
  const log = withFields(options.log, { ...nameRun({ id: run, invocation }), request })
  const isAgain = job.stalledCounter > 0 || job.attemptsStarted > 1
  const former = isAgain ? await queues.readMessages(job.queueName, run, -1) : []
  const messages = new RunMessages(now, (former.at(-1)?.seq ?? -1) + 1)
  let waiting: ProgressMessage[] = []
  let timer: NodeJS.Timeout | undefined
  let sent = Promise.resolve()
  let isOver = false
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const gathered = waiting
    waiting = []
    sent = sent
      .then(() => queues.report(job, gathered))
      .catch((err: unknown) => log.debug({ err }, 'messages of a run were lost'))
    return sent
  }
  const show = createDeadline(() => {
    const last = messages.all.at(-1)
    if (!last || isOver) return
    queues.show(begun, formatMessage(run, last)).catch((err: unknown) => {
      log.debug({ err }, 'progress was not shown')
      show.startOnce(shownSeconds) // it may be the only message of a long run
    })
  })
  const report = (text: string, fraction?: number): void => {
    waiting.push(feed.tell(messages.report(text, fraction)))
    show.startOnce(shownSeconds)
    if (waiting.length > 2 * messageLimit) waiting.splice(0, messageLimit) // no more are kept
    timer ??= setTimeout(flush, pause)
  }
  if (job.stalledCounter > 0) log.warn({}, 'a run is begun again, as its host was lost')
  const fate = job.stalledCounter > 0 ? 'was lost' : 'has stopped'
  if (isAgain) report(`The host that computed this ${fate}; it is begun again.`)
  const progress = { report, skip: (count: number) => messages.skip(count) }
  try {
    const placed = isRoomAhead(invocation.roomId) ? {} : { caller } // in a queue of the group it came last
    const result = await runner.run(invocation, { log, ...placed, signal, progress })
    const kept = results.keepForRoom({ kind: 'computed', result }, invocation, caller)
    feed.land(kept.pointer)
    await flush()
    const { pointer } = kept
    const stored = { ...kept, ttlMs: ttlSeconds * 1000, run, by, news: formatDone(run, pointer) }
    const isViewed = await connection.insist((redis) => storeResult(redis, keys, invocation, stored))
    return { pointer, isViewed }
  } catch (error) {
    logFailure(log, invocation, error)
    await flush()
    throw error
  } finally {
    isOver = true
    show.stop()
  }
}
