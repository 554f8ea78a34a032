import type { Job, Queue, QueueEvents } from 'bullmq'
import { isRoomAhead } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage, toFraction } from '../../domain/job.ts'
import { isJsonArray, isJsonObject, type Json } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import { isCount, isFiniteNumber } from '../../domain/number.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type GroupCall, parseCall, toCallJson } from '../redis/group-call.ts'
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

/** The observer of a run. */
export interface RunFollower {
  onAdded(): void
  onMessages(messages: readonly ProgressMessage[]): void
  onPlaced(): void
  onEnd(end: RunEnd): void
}

/** A run as BullMQ has it. */
export interface SeenRun {
  readonly call: GroupCall | undefined
  readonly isPlaced: boolean
  /** Undefined while it waits or runs. */
  readonly end: RunEnd | undefined
  readonly messages: readonly ProgressMessage[]
}

/** BullMQ's keys of a queue beside those of its jobs. */
const queueParts = [
  ...['meta', 'events', 'id', 'pc', 'marker', 'wait', 'active', 'prioritized', 'stalled'],
  ...['completed', 'failed'],
]
/** Ended runs of a queue that are kept at most; Redis forgets them by its own clock before. */
const endedLimit = 50_000
/** Milliseconds after which the keys of a new queue are there. */
const keepDelay = 1000
/** Milliseconds between two looks at the keys of a queue from which this host takes. */
const keepPause = 600_000
/** Milliseconds after which events are closed that no flight follows. */
const idleLimit = 60_000
/** Milliseconds of events that are read again when a queue is opened: clocks differ by less. */
const replayed = 5000

/** Returns the queue of the hosts that have a bundle, by its revision. */
export function toBundleQueue(revision: string): string {
  return `b-${revision}`
}

/** Returns true for a queue of {@link toBundleQueue}. */
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

/** Returns the queue of what one host alone can compute: functions in code, and files. */
export function toHostQueue(host: string): string {
  return `h-${host}`
}

/** Returns true for a queue of {@link toHostQueue}. */
export function isHostQueue(queue: string): boolean {
  return queue.startsWith('h-')
}

interface OpenQueue {
  readonly queue: Queue
  events: QueueEvents | undefined
  readonly followers: Map<string, Set<RunFollower>>
  /** The time of its last use, and of the last renewal of its expiry. */
  usedAt: number
  keptAt: number
}

/** The queues of BullMQ: adds runs to them, reads them, and follows their events. */
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

  /** Adds a run, unless it is there already. */
  async add(queue: string, run: string, call: GroupCall, priority: number): Promise<void> {
    const { connection } = this.#options
    const opened = this.#open(queue)
    const isLast = isRoomAhead(call.invocation.roomId)
    const kept = { count: endedLimit } // by number, as BullMQ takes ages by the clocks of hosts
    await opened.queue.add('run', toCallJson(call), {
      ...{ jobId: run, priority: isLast ? 2 ** 21 : Math.min(priority, 2 ** 21 - 1), attempts: 1 },
      ...{ removeOnComplete: kept, removeOnFail: kept, keepLogs: messageLimit, stackTraceLimit: 0 },
    })
    connection.redis.pexpire(opened.queue.toKey(run), flightLife).catch(this.#note)
  }

  /** Takes a run out of its queue, unless a host has taken it. */
  async remove(queue: string, run: string): Promise<void> {
    await this.#open(queue).queue.remove(run)
  }

  /** Returns a run, with its kept messages above `since`; undefined when there is none. */
  async read(queue: string, run: string, since: number): Promise<SeenRun | undefined> {
    const opened = this.#open(queue).queue
    const job = await opened.getJob(run)
    if (!job) return undefined
    const { finishedOn, processedOn, failedReason, returnvalue } = job
    const end = failedReason ? toFailed(failedReason) : toDone(returnvalue)
    return {
      call: parseCall(job.data),
      isPlaced: processedOn !== undefined,
      end: finishedOn === undefined ? undefined : end,
      messages: await this.#readMessages(opened, job, since),
    }
  }

  /** Returns true while a host that is there computes a run. */
  async isHeld(queue: string, run: string): Promise<boolean> {
    const key = this.#open(queue).queue.toKey(`${run}:lock`)
    return (await this.#options.connection.redis.exists(key)) === 1
  }

  /** Calls a follower for each event of a run from now on; returns the end of that. */
  follow(queue: string, run: string, follower: RunFollower): () => void {
    const opened = this.#open(queue)
    const followers = opened.followers.get(run) ?? new Set()
    opened.followers.set(run, followers.add(follower))
    opened.events ??= this.#listen(queue, opened)
    return () => {
      followers.delete(follower)
      if (followers.size === 0 && opened.followers.get(run) === followers) opened.followers.delete(run)
    }
  }

  /** Adds messages to a run, and tells its followers. */
  report(job: Job, messages: readonly ProgressMessage[]): Promise<unknown> {
    const rows = messages.map(formatMessage)
    const logs = rows.map((row) => job.log(row))
    const told = job.updateProgress({ last: messages.at(-1)?.seq ?? -1, messages: rows })
    const { connection } = this.#options
    connection.redis
      .pexpire(this.#open(job.queueName).queue.toKey(`${job.id}:logs`), flightLife)
      .catch(this.#note)
    return Promise.all([...logs, told])
  }

  /** Lets Redis forget an ended run in time. */
  expire({ queueName, id }: Job): void {
    const { connection, keepSeconds } = this.#options
    const { queue } = this.#open(queueName)
    for (const key of [`${id}`, `${id}:logs`])
      connection.redis.pexpire(queue.toKey(key), keepSeconds * 1000).catch(this.#note)
  }

  /** Renews the expiry of queues in use, as BullMQ sets none, and closes events that no flight follows. */
  tend(served: Iterable<string>): void {
    const now = performance.now()
    for (const name of served) {
      const opened = this.#queues.get(name) ?? this.#open(name)
      if (now - opened.keptAt > keepPause) opened.usedAt = now
    }
    for (const opened of this.#queues.values()) {
      if (opened.usedAt >= opened.keptAt) void this.#keep(opened)
      if (opened.followers.size > 0) opened.usedAt = now
      if (!opened.events || now - opened.usedAt < idleLimit) continue
      opened.events.close().catch(this.#note)
      opened.events = undefined
    }
  }

  /** Closes them for this host; what waits in them stays. */
  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((opened) => this.#keep(opened)))
    const closed = [...this.#queues.values()].flatMap(({ queue, events }) => [queue.close(), events?.close()])
    await Promise.allSettled(closed)
  }

  #open(name: string): OpenQueue {
    const known = this.#queues.get(name)
    if (known) {
      known.usedAt = performance.now()
      return known
    }
    const { bullmq, queueing: connection } = this.#options.connection
    const streams = { events: { maxLen: 1000 } }
    const queue = new bullmq.Queue(name, { ...this.common, connection, skipWaitingForReady: true, streams })
    queue.on('error', this.#note)
    const usedAt = performance.now()
    const opened: OpenQueue = {
      queue,
      events: undefined,
      followers: new Map(),
      usedAt,
      keptAt: Number.NEGATIVE_INFINITY,
    }
    this.#queues.set(name, opened)
    setTimeout(() => void this.#keep(opened), keepDelay).unref() // by then BullMQ has described the queue
    return opened
  }

  async #keep(opened: OpenQueue): Promise<void> {
    opened.keptAt = performance.now()
    const { redis } = this.#options.connection
    const keys = queueParts.map((part) => opened.queue.toKey(part))
    await Promise.all(keys.map((key) => redis.pexpire(key, flightLife))).catch(this.#note)
  }

  #listen(name: string, { followers }: OpenQueue): QueueEvents {
    const {
      bullmq,
      working: connection,
      now,
    } = { ...this.#options.connection, now: this.#options.connection.now() }
    const lastEventId = `${Math.floor(now - replayed)}-0`
    const events = new bullmq.QueueEvents(name, { ...this.common, connection, lastEventId })
    const tell = (run: string, change: (follower: RunFollower) => void): void => {
      for (const follower of [...(followers.get(run) ?? [])]) change(follower)
    }
    events.on('added', ({ jobId }) => tell(jobId, (follower) => follower.onAdded()))
    events.on('active', ({ jobId }) => tell(jobId, (follower) => follower.onPlaced()))
    events.on('progress', ({ jobId, data }) =>
      tell(jobId, (follower) => follower.onMessages(parseMessages(data))),
    )
    events.on('completed', ({ jobId, returnvalue }) =>
      tell(jobId, (follower) => follower.onEnd(toDone(returnvalue))),
    )
    events.on('failed', ({ jobId, failedReason }) =>
      tell(jobId, (follower) => follower.onEnd(toFailed(failedReason))),
    )
    events.on('removed', ({ jobId }) => tell(jobId, (follower) => follower.onEnd({ kind: 'gone' })))
    events.on('error', this.#note)
    return events
  }

  async #readMessages(queue: Queue, job: Job, since: number): Promise<ProgressMessage[]> {
    const count = Math.min(toLastSeq(job) - since, messageLimit)
    if (count <= 0) return []
    const rows = await this.#options.connection.redis.lrange(queue.toKey(`${job.id}:logs`), -count, -1)
    return rows.flatMap((row) => parseMessage(row) ?? []).filter(({ seq }) => seq > since)
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}

/** Returns the number of the last message of a run; -1 before the first. */
export function toLastSeq({ progress }: Job): number {
  return isJsonObject(progress) && isCount(progress.last) ? progress.last : -1
}

function formatMessage({ seq, ts, text, fraction }: ProgressMessage): string {
  return JSON.stringify(fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction])
}

function parseMessage(row: string): ProgressMessage | undefined {
  const found = parseOwnJson(row)
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, text, ts } : { seq, text, ts, fraction }
}

function parseMessages(data: unknown): ProgressMessage[] {
  const rows: readonly Json[] | undefined =
    isJsonObject(data) && isJsonArray(data.messages) ? data.messages : []
  return rows.flatMap((row) => (typeof row === 'string' ? (parseMessage(row) ?? []) : []))
}
