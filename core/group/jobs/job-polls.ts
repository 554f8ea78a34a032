import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type JobQuestion, viewJobs, type WrittenJob } from './job-records.ts'

/** Jobs that one script looks at: each may have 256 KiB to send, for which Redis is held up. */
const atATime = 16

/**
 * Polls of jobs: those of one turn of the event loop are asked together. For the host a question costs more
 * than what it asks for, and one with 16 jobs no more than one with a single job.
 */
export class JobPolls {
  readonly #connection: Pick<GroupConnection, 'ask'>
  #waiting: Poll[] = []

  constructor(connection: Pick<GroupConnection, 'ask'>) {
    this.#connection = connection
  }

  /** Returns what Redis has of a job; undefined when it is unknown. @throws `group.away` */
  ask(question: JobQuestion): Promise<WrittenJob | undefined> {
    const answer = createDeferred<WrittenJob | undefined>()
    if (this.#waiting.push({ question, answer }) === 1) setImmediate(() => this.#askAll())
    return answer.promise
  }

  #askAll(): void {
    const all = this.#waiting
    this.#waiting = []
    for (let at = 0; at < all.length; at += atATime) void this.#askSome(all.slice(at, at + atATime))
  }

  async #askSome(polls: readonly Poll[]): Promise<void> {
    const questions = polls.map(({ question }) => question)
    try {
      const jobs = await this.#connection.ask((redis) => viewJobs(redis, questions))
      for (const [i, { answer }] of polls.entries()) answer.resolve(jobs[i])
    } catch (error) {
      for (const { answer } of polls) answer.reject(error)
    }
  }
}

interface Poll {
  readonly question: JobQuestion
  readonly answer: Deferred<WrittenJob | undefined>
}
