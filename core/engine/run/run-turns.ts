import { Shares } from '../../contract/bounds/shares.ts'
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { busyError, cancelledError } from './run-failure.ts'
import { type CountBefore, RunQueue, type Waiting } from './run-queue.ts'
import type { RunContext } from './runner.ts'

/** Concurrent runs of one kind, on all machines; 0 for no limit. Further ones wait. */
export interface RunLimits {
  readonly callerRuns: number
  readonly roomRuns: number
  readonly functionRuns: number
  readonly queueSize: number
}

/** Only the places limit the runs. */
export const noLimits: RunLimits = { callerRuns: 0, roomRuns: 0, functionRuns: 0, queueSize: 0 }

interface LimitedRun extends Waiting {
  readonly functionName: string
}

const kinds = ['callerRuns', 'roomRuns', 'functionRuns'] as const

/** Returns the name of a run's caller, room or function among the shares of all. */
function toOwner({ caller = '', roomId, functionName }: LimitedRun, kind: (typeof kinds)[number]): string {
  return `${kind} ${{ callerRuns: caller, roomRuns: roomId, functionRuns: functionName }[kind]}`
}

function count(shares: Shares, run: LimitedRun, one: 1 | -1): void {
  for (const kind of kinds) shares.add(toOwner(run, kind), one)
}

/** A call, and what runs it at its turn. */
interface TurnedCall<Made> {
  readonly invocation: Invocation
  readonly runner: { run(invocation: Invocation, context: RunContext): Promise<Made> }
}

/**
 * The limits of a host on runs with the same caller, room or function. A run above a limit waits for the end
 * of another of its kind, in a fair queue, and holds up no run of another kind. A run counts from its turn to
 * its result or failure, its wait for a place included.
 */
export class RunTurns {
  readonly #limits: RunLimits
  readonly #queue: RunQueue<LimitedRun, void>
  readonly #running = new Shares()
  readonly #waiting = new Shares()

  constructor(limits: RunLimits) {
    this.#limits = limits
    this.#queue = new RunQueue({ limit: limits.queueSize, busyError: () => this.#busyError() })
  }

  /** Runs a call at its turn. @throws as a `Runner`; `host.busy` when the queue is full */
  async run<Made>({ invocation, runner }: TurnedCall<Made>, context: RunContext): Promise<Made> {
    const { roomId, functionName } = invocation
    const { caller, signal, onAdmitted = () => {}, onReleased = () => {} } = context
    const onQueued = (countBefore: CountBefore): void => {
      context.onQueued?.(countBefore)
      onAdmitted()
    }
    const cancelled = (): SpecimenError => cancelledError(`function ${functionName}`)
    const run = { roomId, functionName, caller, signal, cancelledError: cancelled, onQueued }
    const mustWait = !this.#fits(run)
    if (mustWait) {
      const turn = this.#queue.wait(run)
      turn.catch(onReleased) // a started run releases itself
      count(this.#waiting, run, 1)
      await turn.finally(() => count(this.#waiting, run, -1))
    } else count(this.#running, run, 1)
    try {
      return await runner.run(invocation, mustWait ? { ...context, onAdmitted: () => {} } : context)
    } finally {
      count(this.#running, run, -1)
      this.#grantAfter(run)
    }
  }

  #fits(run: LimitedRun): boolean {
    return kinds.every(
      (kind) => this.#limits[kind] === 0 || this.#limits[kind] > this.#running.of(toOwner(run, kind)),
    )
  }

  /** Grants turns after the end of a run, to runs with the same caller, room or function. */
  #grantAfter(ended: LimitedRun): void {
    const begin = (run: LimitedRun): void => count(this.#running, run, 1)
    const fits = (run: LimitedRun): boolean => this.#fits(run)
    while (this.#isAwaited(ended) && this.#queue.grant(begin, fits)); // until none fits
  }

  #isAwaited(ended: LimitedRun): boolean {
    return kinds.some(
      (kind) =>
        this.#limits[kind] > this.#running.of(toOwner(ended, kind)) &&
        this.#waiting.of(toOwner(ended, kind)) > 0,
    )
  }

  #busyError(): SpecimenError {
    const { queueSize } = this.#limits
    return busyError(
      `As many runs of this caller, room or function are under way as may be, and ${queueSize} wait`,
    )
  }
}
