import { setTimeout } from 'node:timers/promises'
import { SpecimenError } from '../../domain/errors.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { awayError, WorkerLeftError } from '../../federation/relay/worker-errors.ts'
import type { RunContext, Runner, SharedRun, SharedRunner } from '../../run/runner.ts'
import { type StoredCall, toCallJson } from '../redis/asked-call.ts'
import { toRoomKeys } from '../results/room-keys.ts'
import { type AttemptOptions, RunAttempt } from '../runs/run-attempt.ts'
import { beginRun } from '../runs/run-records.ts'
import { type BegunAt, findNextStep } from './next-step.ts'
import type { PeerQuestions } from './peer-questions.ts'
import type { TakenWorkerRuns } from './taken-worker-runs.ts'
import type { WorkerDirectory } from './worker-directory.ts'
import type { WorkerRecord } from './worker-record.ts'

/** What {@link WorkerRuns} need of their host and its group. */
export interface WorkerRunsOptions extends AttemptOptions {
  readonly leaseMs: number
  readonly relay: Pick<Relay, 'sessions'> | undefined
  readonly directory: Pick<WorkerDirectory, 'find' | 'news' | 'isClosed'>
  readonly questions: Pick<PeerQuestions, 'ask'>
  /** This host, as the group knows it. */
  readonly host: string
  /** Returns what computes a call here; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: StoredCall['invocation']) => Runner | undefined
  /** Those of the workers that this host holds. */
  readonly taken: Pick<TakenWorkerRuns, 'take'>
}

/** A run at a worker whose link another host holds, as the host sees it that leads the run. */
interface FarRun {
  readonly run: string
  readonly workerId: string
  readonly call: StoredCall
  /** Where it was begun last. */
  at: BegunAt | undefined
  isEnded: boolean
}

/** Milliseconds between two looks at where a worker is, and after a host could not be asked. */
const pause = 2000
const retryPause = 500
/** Milliseconds after which it is asked whether it still has a run: it may have lost its end with Redis. */
const checkPause = 10_000
/** How often the host that should hold a worker is asked in vain. */
const askLimit = 20
/** Seconds until a host has begun a run. */
const answerSeconds = 5

/**
 * The runs of functions of workers. The host that holds a worker's link computes them, through that link, and
 * publishes the results; the one that leads a run sees to it that such a host has it, also when the worker
 * moves. They wait at the relay, for a place at their worker, and so in no queue of the group.
 */
export class WorkerRuns {
  readonly #options: WorkerRunsOptions
  #isRetiring = false

  constructor(options: WorkerRunsOptions) {
    this.#options = options
  }

  /** The host is about to end: others go on with what it leads. */
  retire(): void {
    this.#isRetiring = true
  }

  /** Returns what runs a call of a worker's function. */
  share({ workerId, runner }: { readonly workerId: string; readonly runner: Runner }): SharedRunner {
    return { run: async (call, context) => await this.#run({ workerId, runner }, call, context) }
  }

  async #run(
    { workerId, runner }: { readonly workerId: string; readonly runner: Runner },
    invocation: StoredCall['invocation'],
    context: RunContext,
  ): ReturnType<SharedRunner['run']> {
    const { shared, caller } = context
    const session = this.#options.relay?.sessions.get(workerId)
    const own = (session && this.#options.findRunner(invocation)) ?? runner
    if (!shared) return await own.run(invocation, context)
    const at = shared.isAgain ? { hold: 0, instance: undefined } : undefined
    const far = { run: shared.id, workerId, call: { invocation, caller }, at, isEnded: false }
    if (!session || (at && !session.isAvailable)) return await this.#follow(far, shared, context)
    try {
      return await own.run(invocation, context)
    } catch (error) {
      if (!(error instanceof WorkerLeftError)) throw error
      if (this.#isRetiring)
        throw new SpecimenError('host.stopping', 'This host is stopping; ask again.', { cause: error })
      return await this.#follow({ ...far, at: { hold: 0, instance: session.instance } }, shared, context)
    }
  }

  /** Leaves a run to the host that holds its worker, whichever that is. */
  async #follow(far: FarRun, shared: SharedRun, { onPlaced }: RunContext): ReturnType<SharedRun['wait']> {
    void shared.placed.then(() => onPlaced?.())
    const made = shared.wait()
    void this.#tend(far)
    try {
      return await made
    } finally {
      far.isEnded = true
    }
  }

  /** Sees to it that a run is computed, until it has ended. Never rejects. */
  async #tend(far: FarRun): Promise<void> {
    const { directory } = this.#options
    let vain = 0
    let askedAt = performance.now()
    while (!far.isEnded && !directory.isClosed) {
      const { news } = directory
      const found = directory.find(far.workerId)
      const step = findNextStep(far.workerId, found, {
        at: far.at,
        isOverdue: performance.now() - askedAt > checkPause,
      })
      let wait = pause
      if (step.kind === 'fail') await this.#giveUp(far, step.error)
      else if (step.kind === 'ask') {
        vain = (await this.#ask(far, step.host)) ? 0 : vain + 1
        askedAt = performance.now()
        if (vain > 0) wait = retryPause
        if (vain >= askLimit)
          await this.#giveUp(far, awayError(far.workerId, 'cannot be reached through its host; try again'))
      }
      if (!far.isEnded) await Promise.race([news, setTimeout(wait, undefined, { ref: false })])
    }
  }

  /** Returns whether the host that holds a worker has its run. */
  async #ask(far: FarRun, found: WorkerRecord): Promise<boolean> {
    const { run, workerId, call, at } = far
    const { host, log, taken } = this.#options
    const isAgain = at !== undefined
    try {
      const instance =
        found.host === host
          ? await taken.take(workerId, { run, call, isAgain })
          : await this.#askHost(found, {
              ask: 'run',
              worker: workerId,
              run,
              again: isAgain,
              call: toCallJson(call),
            })
      if (instance !== undefined) far.at = { hold: found.hold, instance }
      return instance !== undefined
    } catch (err) {
      log.debug(
        { run, worker: workerId, host: found.address, err },
        'the host of a worker could not be asked',
      )
      return false
    }
  }

  async #askHost({ address }: WorkerRecord, question: JsonObject): Promise<string | undefined> {
    const { head } = await this.#options.questions.ask(address, question, { answerSeconds })
    return typeof head.instance === 'string' ? head.instance : undefined
  }

  /** Ends a run for all who wait, which its worker cannot compute. */
  async #giveUp({ run, call }: FarRun, error: SpecimenError): Promise<void> {
    const { redis, prefix, leaseMs, host, log } = this.#options
    try {
      const keys = toRoomKeys(prefix, call.invocation)
      const attempt = await beginRun(redis, keys, { run, prefix, by: { host, leaseMs } })
      if (attempt) await new RunAttempt(this.#options, call.invocation, attempt, () => {}).fail(error)
    } catch (err) {
      log.debug({ run, err }, 'a run could not be given up') // tried again
    }
  }
}
