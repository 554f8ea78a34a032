import type { Job } from 'bullmq'
import type { ProgressMessage } from '../../domain/job.ts'
import type { Log } from '../../domain/log.ts'
import { RunMessages } from '../../run/run-messages.ts'
import type { RunContext } from '../../run/runner.ts'
import type { RunQueues } from './run-queues.ts'

/** Milliseconds for which messages are gathered, which go to Redis together. */
const pause = 20
/** Messages that go together at most. */
const batch = 100

/** The messages of a run of this host on their way to BullMQ. */
export class RunReports {
  readonly progress: RunContext['progress']
  readonly #messages: RunMessages
  readonly #send: (messages: readonly ProgressMessage[]) => Promise<unknown>
  readonly #log: Log
  #waiting: ProgressMessage[] = []
  #timer: NodeJS.Timeout | undefined
  #sent: Promise<unknown> = Promise.resolve()

  /** `firstSeq` is the number of the first message, for a run that was begun before. */
  constructor(queues: RunQueues, job: Job, { firstSeq, now, log }: RunReportsOptions) {
    this.#messages = new RunMessages(now, firstSeq)
    this.#send = (messages) => queues.report(job, messages)
    this.#log = log
    this.progress = {
      report: (text, fraction) => this.#add(this.#messages.report(text, fraction)),
      skip: (count) => this.#messages.skip(count),
    }
  }

  /** Resolves when all messages are with BullMQ, or cannot be. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const messages = this.#waiting
    this.#waiting = []
    for (let at = 0; at < messages.length; at += batch) {
      const some = messages.slice(at, at + batch)
      this.#sent = this.#sent.then(() => this.#send(some)).catch((err: unknown) => this.#note(err))
    }
    await this.#sent
  }

  #add(message: ProgressMessage): void {
    this.#waiting.push(message)
    this.#timer ??= setTimeout(() => void this.flush(), pause)
  }

  #note(err: unknown): void {
    this.#log.debug({ err }, 'messages of a run were lost')
  }
}

/** The first number, the clock and the log of {@link RunReports}. */
export interface RunReportsOptions {
  readonly firstSeq: number
  /** Unix time in milliseconds. */
  readonly now: () => number
  readonly log: Log
}
