import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Log } from '../../domain/log.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Call } from '../../run/executor.ts'
import type { Runner } from '../../run/runner.ts'
import type { StoredCall } from '../redis/asked-call.ts'
import type { RedisJobStore } from './redis-job-store.ts'

/** What {@link JobHeirs} need of their host. */
export interface JobHeirsOptions {
  readonly store: Pick<RedisJobStore, 'adopt' | 'dropLost'>
  /** Returns the jobs of this host, once it takes part. */
  readonly getJobs: () => Jobs | undefined
  /** Returns what computes a call here; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
  readonly log: Log
}

/** Milliseconds until it is tried again what could not be taken over. */
const retryPause = 2000

/** Who goes on with the jobs of a host that is gone, also of one that only seemed to be. */
export class JobHeirs {
  readonly #options: JobHeirsOptions

  constructor(options: JobHeirsOptions) {
    this.#options = options
  }

  /** Goes on with the jobs of a host that is gone, those that no other host goes on with. */
  adopt(gone: string): void {
    const { store, getJobs, log } = this.#options
    const adopted = store.adopt(gone, ({ jobId, nextSeq, ...asked }) => {
      log.info({ job: jobId, host: gone }, 'a job of a host that is gone goes on here')
      void getJobs()?.resume(jobId, this.#toCall(asked), { caller: asked.caller ?? '', nextSeq })
    })
    adopted.catch((err: unknown) => {
      log.warn({ host: gone, err }, 'the jobs of a host that is gone are taken over when Redis is back')
      setTimeout(() => this.adopt(gone), retryPause).unref()
    })
  }

  /** Has a call answered again, as the result of its job was lost. @throws `result.lost`, and as a request */
  async recall(asked: StoredCall): Promise<StoredResult> {
    const jobs = this.#options.getJobs()
    if (!jobs) throw new SpecimenError('result.lost', 'The result of this job is lost; start it again.')
    return await jobs.repeat(this.#toCall(asked), asked.caller ?? '')
  }

  #toCall({ invocation }: StoredCall): Call {
    return { invocation, runner: this.#options.findRunner(invocation) ?? nobody }
  }

  /** This host was taken for gone, or Redis has lost its data: leaves what is others' now. */
  leaveLost(): void {
    const { store, getJobs, log } = this.#options
    const leave = async (): Promise<void> => {
      const lost = await store.dropLost()
      for (const jobId of lost) getJobs()?.leave(jobId)
      log.warn({ jobs: lost.length }, 'this host was taken for gone; its jobs go on elsewhere')
    }
    leave().catch((err: unknown) => log.warn({ err }, 'lost jobs could not be left'))
  }
}

/** Runs what this host does not have: others may. */
const nobody: Runner = {
  run: async ({ functionName }) => {
    const detail = `Function "${functionName}" is gone with the host that had it; start the job again.`
    throw new SpecimenError('function.unknown', detail)
  },
}
