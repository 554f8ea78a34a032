import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { isRoomAhead } from '../../contract/domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../contract/domain/job.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type GroupCall, toCallJson } from '../redis/group-call.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { type ComputedRun, flightLife, tellFlight } from './flight-records.ts'
import { type RunEnd, toDone, toFailed } from './run-end.ts'
import { parseRow, toRow } from './run-news.ts'

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
/** Ended runs of a queue that are kept at most. */
const endedLimit = 50_000
/** Seconds for which ended runs are kept beyond their time: BullMQ takes it by the clocks of hosts. */
const clockDifference = 600
/** Calls of `tend` in an hour. */
const hour = 720
/** Events of a queue that are kept: nobody reads them, but BullMQ writes them. */
const eventLimit = 1
/**
 * BullMQ's priorities as turns. When callers have waited so long without a pause that the last turn is
 * reached, all have that one and go in the order in which they came. What is computed ahead comes after all
 * others.
 */
const firstTurn = 1
const aheadTurn = 2 ** 21
const lastTurn = aheadTurn - 1
/** Milliseconds for which Redis is told at the end which keys expire. */
const lastInsistence = 2000
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
  /** The host that has begun it last. */
  readonly host: string | undefined
  readonly end: RunEnd | undefined
  /** A late message of it, for those who wait. */
  readonly message: ProgressMessage | undefined
}

interface OpenQueue {
  readonly queue: Queue
  /** Calls of `tend` since its last use, and in all. */
  idle: number
  tends: number
  /** The names of keys of which Redis has not answered that they expire. */
  readonly owed: Set<string>
}

/** The queues of BullMQ: adds runs to them, and reads them. */
export class RunQueues {
  readonly #options: RunQueuesOptions
  readonly #queues = new Map<string, OpenQueue>()
  /** Runs here whose messages expire. */
  readonly #expiring = new WeakSet<Job>()

  constructor(options: RunQueuesOptions) {
    this.#options = options
  }

  /** How long BullMQ keeps ended runs, whose jobs are views of them. */
  get kept(): { readonly age: number; readonly count: number } {
    return { age: this.#options.keepSeconds + clockDifference, count: endedLimit }
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
    const options = { jobId: run, priority: turn, attempts: 1, keepLogs: messageLimit, stackTraceLimit: 0 }
    try {
      await opened.queue.add('run', toCallJson(call), options)
    } finally {
      // Hosts may never take from this queue again; and a run may be there of which the answer was lost.
      this.#expire(opened, [run])
    }
  }

  /** Takes a run out of its queue, unless a host has taken it. */
  async remove(queue: string, run: string): Promise<void> {
    await this.#open(queue).queue.remove(run)
  }

  /** Returns the state of a run; undefined when there is no such run. */
  async read(queue: string, run: string): Promise<SeenRun | undefined> {
    const job: Job | undefined = await this.#open(queue).queue.getJob(run)
    if (!job) return undefined
    const { processedOn, processedBy: host, finishedOn, failedReason, returnvalue } = job
    if (!processedOn) return { isPlaced: false, host: undefined, end: undefined, message: undefined }
    const end = failedReason ? toFailed(failedReason) : toDone(returnvalue)
    if (finishedOn) return { isPlaced: true, host, end, message: undefined }
    const message = (await this.#readRows(queue, run, 1)).map(parseRow)[0]
    return { isPlaced: true, host, end: undefined, message }
  }

  /** Returns true for a run that a host has begun, and has neither ended nor handed back. */
  async isTaken(queue: string, run: string): Promise<boolean> {
    return (await this.#open(queue).queue.getJobState(run)) === 'active'
  }

  /** Returns the kept messages of a run above `since`. */
  async readMessages(queue: string, run: string, since: number): Promise<readonly ProgressMessage[]> {
    const rows = await this.#readRows(queue, run, fewMessages)
    const isAll = rows.length < fewMessages || (parseRow(rows[0])?.seq ?? 0) <= since + 1
    const kept = isAll ? rows : await this.#readRows(queue, run, messageLimit)
    return kept.flatMap((row) => parseRow(row) ?? []).filter(({ seq }) => seq > since)
  }

  /** Adds messages to a run. */
  async report(job: Job, messages: readonly ProgressMessage[]): Promise<void> {
    try {
      await Promise.all(messages.map((message) => job.log(JSON.stringify(toRow(message)))))
    } finally {
      if (messages.length > 0 && !this.#expiring.has(job)) {
        this.#expiring.add(job)
        this.#expire(this.#open(job.queueName), [`${job.id}:logs`])
      }
    }
  }

  /** Shows a message of a run to all who wait for it, at whichever host. */
  async show(run: ComputedRun, news: string): Promise<void> {
    const { connection, keys } = this.#options
    await connection.ask((redis) => tellFlight(redis, keys, run, { what: 'show', news }))
  }

  /** Has the keys of a queue expire that BullMQ has just written. */
  touch(queue: string): void {
    this.#open(queue)
  }

  /** Renews the expiry of what BullMQ's workers write in queues although no run was ever there. */
  keep(names: Iterable<string>): void {
    const { connection, keys } = this.#options
    for (const name of names)
      connection.redis.pexpire(`${keys.queues}:${name}:meta`, flightLife).catch(this.#note)
  }

  /**
   * Renews the expiry of queues when they have been used, and each hour of use, as BullMQ sets none; and has
   * those keys expire of which Redis could not be told before.
   */
  tend(): void {
    for (const opened of this.#queues.values()) {
      // Twice: BullMQ writes some keys of a new queue a moment later.
      const isUsed = opened.idle === 1 || opened.idle === 2 || (opened.idle === 0 && opened.tends % hour < 2)
      this.#expire(opened, isUsed ? [...queueParts, ...opened.owed] : [...opened.owed])
      opened.idle++
      opened.tends++
    }
  }

  /** Closes them for this host; what waits in them stays. */
  async close(): Promise<void> {
    const { connection } = this.#options
    const closed = [...this.#queues.values()].map(async ({ queue, owed }) => {
      const names = [...queueParts, ...owed].map((name) => queue.toKey(name))
      const expire = (redis: Redis) => Promise.all(names.map((name) => redis.pexpire(name, flightLife)))
      await connection.insist(expire, lastInsistence).catch(this.#note)
      await queue.close()
    })
    await Promise.allSettled(closed)
  }

  #open(name: string): OpenQueue {
    const known = this.#queues.get(name)
    if (known) {
      known.idle = 0
      return known
    }
    const { bullmq, queueing: connection } = this.#options.connection
    const streams = { events: { maxLen: eventLimit } }
    const queue = new bullmq.Queue(name, { ...this.common, connection, skipWaitingForReady: true, streams })
    queue.on('error', this.#note)
    const opened = { queue, idle: 0, tends: 0, owed: new Set<string>() }
    this.#queues.set(name, opened)
    return opened
  }

  /** Returns the turn of the run that is next; the first of all when none waits. */
  async #findTurn({ queue }: OpenQueue): Promise<number> {
    const [next] = await queue.getPrioritized(0, 0)
    const turn = next?.opts?.priority ?? firstTurn
    return turn > lastTurn ? firstTurn : turn
  }

  /** Returns so many of the latest messages of a run. */
  async #readRows(queue: string, run: string, count: number): Promise<readonly string[]> {
    return (await this.#open(queue).queue.getJobLogs(run, -count, -1)).logs
  }

  #expire({ queue, owed }: OpenQueue, names: readonly string[]): void {
    const { redis } = this.#options.connection
    for (const name of names) {
      owed.add(name)
      redis.pexpire(queue.toKey(name), flightLife).then(() => owed.delete(name), this.#note)
    }
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}
