import type { Job, Queue, QueueEvents } from 'bullmq'
import { isRoomAhead } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage, toFraction } from '../../domain/job.ts'
import { isJsonArray } from '../../domain/json.ts'
import type { Log } from '../../domain/log.ts'
import { isCount, isFiniteNumber } from '../../domain/number.ts'
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
  ...['meta', 'events', 'id', 'pc', 'marker', 'wait', 'active', 'prioritized', 'stalled'],
  ...['completed', 'failed'],
]
/** The events after which a run is read again. */
const newsEvents = ['added', 'active', 'completed', 'failed', 'removed'] as const
/** Ended runs of a queue that are kept at most; Redis forgets them by its own clock before. */
const endedLimit = 50_000
/** Calls of `tend` after which events are closed that no flight has followed. */
const idleLimit = 12
/** Milliseconds of events that are read again when a queue is opened: clocks differ by less. */
const replayed = 5000
/** Messages that are read at first: most readers have those before. */
const fewMessages = 30

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

  /** Adds a run, unless it is there already. */
  async add(queue: string, run: string, call: GroupCall, priority: number): Promise<void> {
    const opened = this.#open(queue)
    const isLast = isRoomAhead(call.invocation.roomId)
    const kept = { count: endedLimit } // by number, as BullMQ takes ages by the clocks of hosts
    await opened.queue.add('run', toCallJson(call), {
      ...{ jobId: run, priority: isLast ? 2 ** 21 : Math.min(priority, 2 ** 21 - 1), attempts: 1 },
      ...{ removeOnComplete: kept, removeOnFail: kept, keepLogs: messageLimit, stackTraceLimit: 0 },
    })
    this.#expire(opened, [run], flightLife)
  }

  /** Takes a run out of its queue, unless a host has taken it. */
  async remove(queue: string, run: string): Promise<void> {
    await this.#open(queue).queue.remove(run)
  }

  /** Returns whether a run was begun, and its end, if it has one; undefined when there is no such run. */
  async read(
    queue: string,
    run: string,
  ): Promise<{ readonly isPlaced: boolean; readonly end: RunEnd | undefined } | undefined> {
    const { queue: opened } = this.#open(queue)
    const { redis } = this.#options.connection
    const names = ['timestamp', 'processedOn', 'finishedOn', 'failedReason', 'returnvalue'] as const
    const [isThere, isPlaced, isEnded, failure, result] = await redis.hmget(opened.toKey(run), ...names)
    if (!isThere) return undefined
    const end = failure ? toFailed(failure) : toDone(parseOwnJson(result ?? ''))
    return { isPlaced: Boolean(isPlaced), end: isEnded ? end : undefined }
  }

  /** Returns the kept messages of a run above `since`. */
  async readMessages(queue: string, run: string, since: number): Promise<readonly ProgressMessage[]> {
    const { redis } = this.#options.connection
    const key = this.#open(queue).queue.toKey(`${run}:logs`)
    const rows = await redis.lrange(key, -fewMessages, -1)
    const isAll = rows.length < fewMessages || (parseMessage(rows[0])?.seq ?? 0) <= since + 1
    const found = isAll ? rows : await redis.lrange(key, -messageLimit, -1)
    return found.flatMap((row) => parseMessage(row) ?? []).filter(({ seq }) => seq > since)
  }

  /** Returns true while a host that is there computes a run. */
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
    await Promise.all(messages.map((message) => job.log(formatMessage(message))))
    this.#expire(opened, [`${job.id}:logs`], flightLife)
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

function formatMessage({ seq, ts, text, fraction }: ProgressMessage): string {
  return JSON.stringify(fraction === undefined ? [seq, ts, text] : [seq, ts, text, fraction])
}

function parseMessage(row = ''): ProgressMessage | undefined {
  const found = parseOwnJson(row)
  if (!isJsonArray(found)) return undefined
  const [seq, ts, text, given] = found
  if (!isCount(seq) || !isFiniteNumber(ts) || typeof text !== 'string') return undefined
  const fraction = toFraction(given)
  return fraction === undefined ? { seq, text, ts } : { seq, text, ts, fraction }
}
