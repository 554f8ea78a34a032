import type { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { type StoredCall, toCallJson } from '../redis/asked-call.ts'
import { toDigest } from '../redis/digest.ts'
import { keepQueue, nextRound, noteTaken } from './queue-records.ts'

/** What {@link RunQueues} need of their host and its group. */
export interface RunQueuesOptions {
  readonly bullmq: typeof import('bullmq')
  readonly redis: Redis
  /** For BullMQ alone. */
  readonly queueing: Redis
  /** Of the group's keys in Redis. */
  readonly prefix: string
  /** Told of what BullMQ could not do. */
  readonly onError: (error: unknown) => void
}

/** Hosts with the same bundles, as one of them is known. */
export interface RevisionSet {
  readonly set: string
  /** Runs that it takes at a time. */
  readonly places: number
}

/** Where a run may go. */
export interface AddingRun {
  /** Of those that can compute it. */
  readonly sets: readonly RevisionSet[]
  /** Runs that may wait there. */
  readonly limit: number
  /** Called with its set when Redis is about to have it. */
  readonly onSent?: (set: string) => void
}

/** Where BullMQ has what it keeps of a queue beside the jobs. */
const queueParts = ['meta', 'events', 'id', 'pc', 'marker', 'wait', 'active', 'prioritized', 'stalled']

/**
 * The queues of runs, one for each set of revisions that hosts have: who has the same bundles takes from the
 * same queue, so that no run comes to a host that lacks its own.
 */
export class RunQueues {
  readonly #options: RunQueuesOptions
  readonly #queues = new Map<string, Queue>()
  /** Of the sets whose queues this host has used and not kept since. */
  readonly #used = new Set<string>()

  constructor(options: RunQueuesOptions) {
    this.#options = options
  }

  /** What the queues of BullMQ, and who takes from them, have in common. */
  get common(): { readonly prefix: string; readonly skipVersionCheck: true } {
    return { prefix: `${this.#options.prefix}q`, skipVersionCheck: true }
  }

  /**
   * Puts a run into the queue of one of the sets that can compute it, where the fewest wait for a place, and
   * returns which; undefined when `limit` wait there already. One that is there already stays as it is.
   */
  async add(run: string, call: StoredCall, { sets, limit, onSent }: AddingRun): Promise<string | undefined> {
    const set = await this.#choose(sets)
    this.use(set)
    const queue = this.#open(set)
    const { redis, prefix, onError } = this.#options
    const { invocation, caller = '' } = call
    const keys = {
      rounds: toRounds(prefix, set),
      prioritized: queue.toKey('prioritized'),
      wait: queue.toKey('wait'),
    }
    const asker = { room: toDigest(`${caller} ${invocation.roomId}`), caller: toDigest(caller) }
    const priority = await nextRound(redis, keys, { ...asker, limit })
    if (priority === 0) return undefined
    const job = { jobId: run, priority, removeOnComplete: true, removeOnFail: true, attempts: 1 }
    const added = queue.add('run', toCallJson(call), job)
    if (onSent) setImmediate(() => onSent(set)) // by then it is on its way
    await added
    // Nobody waits for it: who has lost Redis here loses the run as well.
    redis.pexpire(queue.toKey(run), longestWait).catch(onError)
    return set
  }

  /** Takes a run out of a queue; returns false for one that was taken or is not there. */
  async remove(run: string, set: string): Promise<boolean> {
    return (await this.#open(set).remove(run)) === 1
  }

  /** Notes that a run of a set was taken in its turn. */
  async noteTaken(set: string, priority: number): Promise<void> {
    const { redis, prefix } = this.#options
    await noteTaken(redis, toRounds(prefix, set), priority)
  }

  /** Notes that this host uses the queue of a set. */
  use(set: string): void {
    this.#used.add(set)
  }

  /** Tells Redis which queues are used: what nobody uses for an hour goes. */
  async keep(): Promise<void> {
    for (const set of [...this.#used]) {
      const queue = this.#open(set)
      await keepQueue(
        this.#options.redis,
        queueParts.map((part) => queue.toKey(part)),
      )
      this.#used.delete(set)
    }
  }

  /** Ends them for this host; what waits in them stays. */
  async close(): Promise<void> {
    await Promise.all([...this.#queues.values()].map((queue) => queue.close()))
  }

  #open(set: string): Queue {
    const known = this.#queues.get(set)
    if (known) return known
    const { bullmq, queueing, onError } = this.#options
    const streams = { events: { maxLen: 100 } } // nobody reads them
    const connected = { connection: queueing, skipWaitingForReady: true, streams }
    const queue = new bullmq.Queue(toQueueName(set), { ...this.common, ...connected })
    queue.on('error', onError)
    this.#queues.set(set, queue)
    return queue
  }

  /** Asks how long each queue is only where there is a choice: while hosts have different bundles. */
  async #choose(sets: readonly RevisionSet[]): Promise<string> {
    const [only, ...others] = sumPlaces(sets)
    if (!only) throw new RangeError('a run was to be queued for nobody')
    if (others.length === 0) return only.set
    const loads = await Promise.all(
      [only, ...others].map(async ({ set, places }) => {
        const { prioritized = 0, active = 0 } = await this.#open(set).getJobCounts('prioritized', 'active')
        return { set, load: (prioritized + active) / Math.max(1, places) }
      }),
    )
    return loads.reduce((least, one) => (one.load < least.load ? one : least)).set
  }
}

/** Returns the name of the queue of a set. */
export function toQueueName(set: string): string {
  return `runs-${set}`
}

/** Milliseconds after which a run that nobody takes is forgotten. */
const longestWait = 86_400_000

function sumPlaces(sets: readonly RevisionSet[]): RevisionSet[] {
  const sums = new Map<string, number>()
  for (const { set, places } of sets) sums.set(set, (sums.get(set) ?? 0) + places)
  return [...sums].map(([set, places]) => ({ set, places }))
}

/** Returns the name of what the turns of a queue are counted in. */
function toRounds(prefix: string, set: string): string {
  return `${prefix}turns:${set}`
}
