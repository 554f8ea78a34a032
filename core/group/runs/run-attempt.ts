import type { Redis } from 'ioredis'
import { toSpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { ProgressMessage } from '../../domain/job.ts'
import { type Log, withFields } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { RunMessages } from '../../run/run-messages.ts'
import { nameRun } from '../../run/run-watch.ts'
import { toRoomKeys } from '../results/room-keys.ts'
import { keepForRoom } from '../results/room-results.ts'
import type { RoomKeeping, SharedResults } from '../results/shared-results.ts'
import { ReportLine } from './report-line.ts'
import { formatEnd } from './run-end.ts'
import { type ComputeAttempt, type EndedAttempt, endRun, insist, reportRun } from './run-records.ts'

/** What {@link RunAttempt}s need of their host and its group. */
export interface AttemptOptions {
  readonly redis: Redis
  /** Of the group's keys in Redis. */
  readonly prefix: string
  readonly results: SharedResults
  /** From storing a room's result until it expires. */
  readonly ttlSeconds: number
  /** Unix time in milliseconds. */
  readonly now: () => number
  readonly log: Log
  /** Milliseconds for which the end of a run is told again to a Redis that does not answer. */
  readonly insistMs?: number
}

/**
 * A run as the host sees it that computes it: what it reports and how it ends goes to all who wait, unless
 * another host has begun it again meanwhile.
 */
export class RunAttempt {
  readonly progress: { report(text: string, fraction?: number): void; skip(count: number): void }
  readonly #options: AttemptOptions
  readonly #log: Log
  readonly #invocation: Invocation
  readonly #attempt: ComputeAttempt
  readonly #line: ReportLine

  /** `onLost` is called when the run turns out not to be this host's any longer. */
  constructor(options: AttemptOptions, invocation: Invocation, attempt: ComputeAttempt, onLost: () => void) {
    this.#options = options
    this.#log = withFields(options.log, nameRun({ id: attempt.run, invocation }))
    this.#invocation = invocation
    this.#attempt = attempt
    const messages = new RunMessages(options.now, attempt.nextSeq)
    this.#line = new ReportLine(async (batch) => {
      if (!(await this.#report(batch))) onLost()
    })
    this.progress = {
      report: (text, fraction) => this.#line.add(messages.report(text, fraction)),
      skip: (count) => messages.skip(count),
    }
  }

  /**
   * Keeps the result, gives it to the room and tells all who wait; `isTold` is false when the run was this
   * host's no longer, or Redis is away.
   */
  async publish(
    result: Result,
    owner: string | undefined,
  ): Promise<{ readonly entry: StoredResult; readonly isTold: boolean }> {
    const { redis, prefix, results, ttlSeconds } = this.#options
    const room = { invocation: this.#invocation, ttlSeconds }
    const keep = (kept: RoomKeeping) => results.keep(result, owner, kept)
    const { entry, pointer, stored } = keepForRoom({ redis, prefix }, room, keep)
    return { entry, isTold: await this.#end({ end: formatEnd({ kind: 'done', pointer }), stored }) }
  }

  /** Tells all who wait why there is no result; returns whether it could. */
  async fail(error: unknown): Promise<boolean> {
    return await this.#end({ end: formatEnd({ kind: 'failed', error: toSpecimenError(error) }) })
  }

  async #report(messages: readonly ProgressMessage[]): Promise<boolean> {
    const { redis, prefix } = this.#options
    const keys = toRoomKeys(prefix, this.#invocation)
    try {
      return await reportRun(redis, keys, this.#attempt, { messages, prefix })
    } catch (error) {
      this.#log.warn({ messages: messages.length, err: error }, 'messages of a run were lost')
      return true
    }
  }

  async #end(ended: EndedAttempt): Promise<boolean> {
    await this.#line.flush()
    const { redis, prefix, insistMs = 0 } = this.#options
    const place = { keys: toRoomKeys(prefix, this.#invocation), invocation: this.#invocation, prefix }
    try {
      return await insist(() => endRun(redis, place, this.#attempt, ended), insistMs)
    } catch (error) {
      this.#log.warn({ err: error }, 'the end of a run could not be told')
      return false
    }
  }
}
