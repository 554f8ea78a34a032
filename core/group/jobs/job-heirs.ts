import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Log } from '../../domain/log.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Runner } from '../../run/runner.ts'
import type { RedisJobStore } from './redis-job-store.ts'

/** What {@link JobHeirs} need of their host. */
export interface JobHeirsOptions {
  readonly store: RedisJobStore
  /** Returns the jobs of this host, once it takes part. */
  readonly getJobs: () => Jobs | undefined
  /** Returns what computes a call here; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
  readonly log: Log
}

/** Who goes on with the jobs of a host that is gone, also of one that only seemed to be. */
export class JobHeirs {
  readonly #options: JobHeirsOptions

  constructor(options: JobHeirsOptions) {
    this.#options = options
  }

  /** Goes on with the jobs of a host that is gone, those that no other host goes on with. */
  adopt(gone: string): void {
    const { store, getJobs, findRunner, log } = this.#options
    const adopted = store.adopt(gone, ({ jobId, caller = '', invocation }) => {
      log.info({ job: jobId, host: gone }, 'a job of a host that is gone goes on here')
      void getJobs()?.resume(jobId, { invocation, runner: findRunner(invocation) ?? nobody }, caller)
    })
    adopted.catch((err: unknown) => {
      log.warn({ host: gone, err }, 'the jobs of a host that is gone could not be taken over')
    })
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
