import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { JsonObject } from '../../domain/json.ts'
import type { Relay } from '../../federation/relay/relay.ts'
import { WorkerLeftError } from '../../federation/relay/worker-errors.ts'
import type { Runner } from '../../run/runner.ts'
import { parseCall, type StoredCall } from '../redis/asked-call.ts'
import { toRoomKeys } from '../results/room-keys.ts'
import { type ComputeOptions, computeRun } from '../runs/compute-run.ts'
import { isStopping } from '../runs/flight-parts.ts'
import { admitRun } from '../runs/flight-records.ts'
import { beginRun, type ComputeAttempt, placeRun } from '../runs/run-records.ts'
import { questionError } from './far-files.ts'

/** What {@link TakenWorkerRuns} need of their host and its group. */
export interface TakenWorkerRunsOptions extends ComputeOptions {
  readonly relay: Pick<Relay, 'sessions'> | undefined
  /** This host, as the group knows it. */
  readonly host: string
  /** Returns what computes a call here; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
}

/** A run that this host is to compute for whoever leads it. */
export interface AskedRun {
  readonly run: string
  readonly call: StoredCall
  /** Whether another host has begun it before. */
  readonly isAgain: boolean
}

/** The runs that this host computes for others, by the workers that it holds. */
export class TakenWorkerRuns {
  readonly #options: TakenWorkerRunsOptions
  readonly #taken = new Set<string>()

  constructor(options: TakenWorkerRunsOptions) {
    this.#options = options
  }

  /** Whether there are any now. */
  get isBusy(): boolean {
    return this.#taken.size > 0
  }

  /**
   * Answers a host that has asked for a run: begins it, unless it is under way here. Its head says which
   * process of the worker has it, nothing where this host does not hold the worker. @throws `group.away`
   */
  async answer(workerId: string, question: JsonObject): Promise<JsonObject> {
    const { run, again } = question
    const call = parseCall(question.call)
    if (typeof run !== 'string' || !call?.invocation.functionName.startsWith(`${workerId}:`))
      throw questionError('a run')
    const instance = await this.take(workerId, { run, call, isAgain: again === true })
    return instance === undefined ? {} : { instance }
  }

  /**
   * Begins a run that another host leads. Returns which process of the worker has it, undefined where this
   * host does not hold the worker.
   */
  async take(workerId: string, { run, call, isAgain }: AskedRun): Promise<string | undefined> {
    const { relay, redis, prefix, leaseMs, host, log } = this.#options
    const session = relay?.sessions.get(workerId)
    if (this.#taken.has(run)) return session?.instance
    if (!session?.isAvailable) return undefined
    const { instance } = session
    this.#taken.add(run)
    try {
      const keys = toRoomKeys(prefix, call.invocation)
      const attempt = await beginRun(redis, keys, { run, prefix, by: { host, leaseMs } })
      if (attempt) {
        void this.#compute(call, attempt, isAgain)
          .catch((err: unknown) => log.error({ run, err }, 'a run at a worker could not be computed'))
          .finally(() => this.#taken.delete(run))
      } else this.#taken.delete(run) // nobody waits for it any more
      return instance
    } catch (error) {
      this.#taken.delete(run)
      throw error
    }
  }

  async #compute(call: StoredCall, attempt: ComputeAttempt, isAgain: boolean): Promise<void> {
    const { redis, prefix, findRunner, log } = this.#options
    const { run } = attempt
    const keys = toRoomKeys(prefix, call.invocation)
    const note = (err: unknown): void => log.debug({ run, err }, 'Redis did not answer')
    await computeRun(this.#options, {
      call,
      attempt,
      runner: {
        run: async (invocation, context) =>
          await (findRunner(invocation) ?? changed).run(invocation, context),
      },
      notice: isAgain ? 'What the worker had computed was lost; this is begun again.' : undefined,
      leads: true,
      isLeft: (error) => error instanceof WorkerLeftError || isStopping(error),
      onAdmitted: () => void admitRun(redis, keys, { run, prefix }).catch(note),
      onPlaced: () => void placeRun(redis, { run, prefix }).catch(note),
    })
  }
}

/** Runs what the worker has in another version by now. */
const changed: Runner = {
  run: async ({ functionName }) => {
    const detail = `Function "${functionName}" is another version by now; ask for it again.`
    throw new SpecimenError('function.unknown', detail)
  },
}
