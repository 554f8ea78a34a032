import type { Job, Queue, QueueEvents } from 'bullmq'
import { isRoomAhead } from '../../contract/domain/invocation.ts'
import { messageLimit, type ProgressMessage, toFraction } from '../../contract/domain/job.ts'
import type { Log } from '../../contract/domain/log.ts'
import { isJsonArray, type Json } from '../../contract/values/json.ts'
import { isCount, isFiniteNumber } from '../../contract/values/number.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type GroupCall, toCallJson } from '../redis/group-call.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { flightLife } from './flight-records.ts'
import { type RunEnd, toDone, toFailed } from './run-end.ts'

/** The dependencies of {@link RunQueues}. */
export interface RunQueuesOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  /** Seconds for which an ended run is kept: its jobs are views of it. */
  readonly keepSeconds: number
  readonly log: Log
}

/** BullMQ's keys of a queue beside those of its jobs. */
const queueParts = [
  'meta',
  'events',
  'id',
  'pc',
  'marker',
  'wait',
  'active',
  'prioritized',
  'stalled',
  'completed',
  'failed',
]
/** The events after which a run is read again. */
const newsEvents = ['added', 'active', 'progress', 'completed', 'failed', 'removed'] as const
/** Ended runs of a queue that are kept at most; Redis forgets them by its own clock before. */
const endedLimit = 50_000
/** Calls of `tend` after which events are closed that no flight has followed. */
const idleLimit = 12
/** Milliseconds of events that are read again when a queue is opened: clocks differ by less. */
const replayed = 5000
/**
 * BullMQ's priorities as turns. When callers have waited so long without a pause that the last turn is
 * reached, all have that one and go in the order in which they came. What is computed ahead comes after all
 * others.
 */
const firstTurn = 1
const aheadTurn = 2 ** 21
const lastTurn = aheadTurn - 1
/** Messages that are read at first: most readers have those before. */
const fewMessages = 30

/** Returns true for a queue of hosts with a set of bundles. */
export function isBundleQueue(queue: string): boolean {
  return queue.startsWith('b-')
}

/** Returns true for a revision of a bundle; others are of functions in code, of workers and of files. */
export function isBundleRevision(revision: string): boolean {
  return /^[0-9a-f]{64}$/.test(revision)
}

/** Returns the queue of a worker, which the host takes from that has its link. */
export function toWorkerQueue(workerId: string): string {
  return `w-${workerId}`
}

/** Returns the queue of what one host alone can compute: functions in code, and files that are here. */
export function toHostQueue(host: string): string {
  return `h-${host}`
}

/** The state of a run. */
export interface SeenRun {
  /** Set once a host has begun it. */
  readonly isPlaced: boolean
  readonly end: RunEnd | undefined
  /** A late message of it, for those who wait. */
  readonly message: ProgressMessage | undefined
}

interface OpenQueue {
  readonly queue: Queue
  events: QueueEvents | undefined
  /** By run. */
  readonly followers: Map<string, () => void>
  /** Calls of `tend` since its last use. */
  idle: number
}

/** The queues of BullMQ: adds runs to them, reads them, and says when there is news of one. */
export class RunQueues {
  readonly #options: RunQueuesOptions
  readonly #queues = new Map<string, OpenQueue>()

  constructor(options: RunQueuesOptions) {
    this.#options = options
  }

  /** The options that all parts of BullMQ have in common. */
  get common(): { readonly prefix: string; readonly skipVersionCheck: true } {
    return { prefix: this.#options.keys.queues, skipVersionCheck: true }
  }

  /** Adds a run, unless it is there already. `toTurn` returns its turn by that of the run which is next. */
  async add(queue: string, run: string, call: GroupCall, toTurn: (next: number) => number): Promise<void> {
    const opened = this.#open(queue)
    const isAhead = isRoomAhead(call.invocation.roomId)
    const turn = isAhead ? aheadTurn : Math.min(toTurn(await this.#findTurn(opened)), lastTurn)
    const kept = { count: endedLimit } // by number, as BullMQ takes ages by the clocks of hosts
    await opened.queue.add('run', toCallJson(call), {
      jobId: run,
      priority: turn,
      attempts: 1,
      removeOnComplete: kept,
      removeOnFail: kept,
      keepLogs: messageLimit,
      stackTraceLimit: 0,
    })
    this.#expire(opened, [run], flightLife)
  }

  /** Takes a run out of its queue, unless a host has taken it. */
  async remove(queue: string, run: string): Promise<void> {
    await this.#open(queue).queue.remove(run)
  }

  /** Returns the state of a run; undefined when there is no such run. */
  async read(queue: string, run: string): Promise<SeenRun | undefined> {
    const job: Job | undefined = await this.#open(queue).queue.getJob(run)
    if (!job) return undefined
    const { processedOn, finishedOn, failedReason, returnvalue, progress } = job
    const end = failedReason ? toFailed(failedReason) : toDone(returnvalue)
    const message = parseMessage(progress as Json) // BullMQ has parsed it
    return { isPlaced: Boolean(processedOn), end: finishedOn ? end : undefined, message }
  }

  /** Returns the kept messages of a run above `since`. */
  async readMessages(queue: string, run: string, since: number): Promise<readonly ProgressMessage[]> {
    const { queue: opened } = this.#open(queue)
    const { logs: rows } = await opened.getJobLogs(run, -fewMessages, -1)
    const isAll = rows.length < fewMessages || (parseRow(rows[0])?.seq ?? 0) <= since + 1
    const kept = isAll ? rows : (await opened.getJobLogs(run, -messageLimit, -1)).logs
    return kept.flatMap((row) => parseRow(row) ?? []).filter(({ seq }) => seq > since)
  }

  /**
   * Returns true while a host that is there computes a run. This and the next read and write keys of BullMQ,
   * whose version is pinned for that. For a run of a lost host it has the check for stalled runs alone, which
   * comes each 30 s, after a lock of 30 s: `Job.moveToWait` needs the lost host's token, and wakes no worker.
   */
  async isHeld(queue: string, run: string): Promise<boolean> {
    const key = this.#open(queue).queue.toKey(`${run}:lock`)
    return (await this.#options.connection.redis.exists(key)) === 1
  }

  /** Has the next check of a queue take a run for lost if it has no lock; that check need not wait. */
  async suspect(queue: string, run: string): Promise<void> {
    const stalled = this.#open(queue).queue.toKey('stalled')
    await this.#options.connection.redis.multi().sadd(stalled, run).del(`${stalled}-check`).exec()
  }

  /** Calls the one follower of a run whenever there is news of it from now on; returns the end of that. */
  follow(queue: string, run: string, onNews: () => void): () => void {
    const opened = this.#open(queue)
    opened.followers.set(run, onNews)
    opened.events ??= this.#listen(queue, opened)
    return () => {
      if (opened.followers.get(run) === onNews) opened.followers.delete(run)
    }
  }

  /** Adds messages to a run. */
  async report(job: Job, messages: readonly ProgressMessage[]): Promise<void> {
    const opened = this.#open(job.queueName)
    await Promise.all(messages.map((message) => job.log(JSON.stringify(toRow(message)))))
    this.#expire(opened, [`${job.id}:logs`], flightLife)
  }

  /** Shows a message of a run to all who wait for it, at whichever host. */
  async show(job: Job, message: ProgressMessage): Promise<void> {
    await job.updateProgress(toRow(message))
  }

  /** Renews the expiry of what BullMQ's workers write in queues although no run was ever there. */
  keep(names: Iterable<string>): void {
    const { connection, keys } = this.#options
    for (const name of names)
      connection.redis.pexpire(`${keys.queues}:${name}:meta`, flightLife).catch(this.#note)
  }

  /** Lets Redis forget an ended run in time. */
  forget({ queueName, id }: Job): void {
    this.#expire(this.#open(queueName), [`${id}`, `${id}:logs`], this.#options.keepSeconds * 1000)
  }

  /** Renews the expiry of queues in use, as BullMQ sets none, and closes events that no flight follows. */
  tend(): void {
    for (const opened of this.#queues.values()) {
      // Twice: BullMQ writes some keys of a new queue a moment later.
      if (opened.idle++ < 2) this.#expire(opened, queueParts, flightLife)
      if (opened.idle < idleLimit || opened.followers.size > 0) continue
      opened.events?.close().catch(this.#note)
      opened.events = undefined
    }
  }

  /** Closes them for this host; what waits in them stays. */
  async close(): Promise<void> {
    this.tend()
    const closed = [...this.#queues.values()].flatMap(({ queue, events }) => [queue.close(), events?.close()])
    await Promise.allSettled(closed)
  }

  #open(name: string): OpenQueue {
    const known = this.#queues.get(name)
    if (known) {
      known.idle = 0
      return known
    }
    const { bullmq, queueing: connection } = this.#options.connection
    const streams = { events: { maxLen: 1000 } }
    const queue = new bullmq.Queue(name, { ...this.common, connection, skipWaitingForReady: true, streams })
    queue.on('error', this.#note)
    const opened = { queue, events: undefined, followers: new Map(), idle: 0 }
    this.#queues.set(name, opened)
    return opened
  }

  /** Returns the turn of the run that is next; the first of all when none waits. */
  async #findTurn({ queue }: OpenQueue): Promise<number> {
    const [next] = await queue.getPrioritized(0, 0)
    const turn = next?.opts?.priority ?? firstTurn
    return turn > lastTurn ? firstTurn : turn
  }

  #expire({ queue }: OpenQueue, names: readonly string[], milliseconds: number): void {
    const { redis } = this.#options.connection
    for (const name of names) redis.pexpire(queue.toKey(name), milliseconds).catch(this.#note)
  }

  #listen(name: string, { followers }: OpenQueue): QueueEvents {
    const { connection } = this.#options
    const lastEventId = `${Math.floor(connection.now() - replayed)}-0`
    const options = { ...this.common, connection: connection.working, lastEventId }
    const events = new connection.bullmq.QueueEvents(name, options)
    for (const event of newsEvents)
      events.on(event, ({ jobId }: { readonly jobId: string }) => followers.get(jobId)?.())
    events.on('error', this.#note)
    return events
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}

/** Returns a message without names: Redis has as many as runs report. */
function toRow({ seq, ts, text, fraction }: ProgressMessage): (number | string)[] {
  return fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction]
}

function parseRow(row = ''): ProgressMessage | undefined {
  return parseMessage(parseOwnJson(row))
}

function parseMessage(found: Json | undefined): ProgressMessage | undefined {
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, text, ts } : { seq, text, ts, fraction }
}
