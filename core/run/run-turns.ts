import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { Result } from '../domain/result/result.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { Shares } from '../domain/shares.ts'
import { cancelledError } from './run-failure.ts'
import { RunQueue, type Waiting } from './run-queue.ts'
import type { RunContext, SharedRunner } from './runner.ts'

/** How many runs of one kind there may be at a time, wherever they run; 0 for no limit. More wait. */
export interface RunLimits {
  readonly callerRuns: number
  readonly roomRuns: number
  readonly functionRuns: number
  /** Runs that may wait for a turn. */
  readonly queueSize: number
}

/** As many as there are places for. */
export const noLimits: RunLimits = { callerRuns: 0, roomRuns: 0, functionRuns: 0, queueSize: 0 }

interface LimitedRun extends Waiting {
  readonly functionName: string
}

interface OneCall {
  readonly invocation: Invocation
  readonly runner: SharedRunner
}

/**
 * The limits of a host on runs that have something in common: a caller, a room or a function. A run beyond
 * one of them waits until another of its kind has ended, in the same fair queue as for a place, and holds up
 * no run of another kind. A run counts from its turn to its result or failure, its wait for a place included.
 */
export class RunTurns {
  readonly #limits: RunLimits
  readonly #queue: RunQueue<LimitedRun, void>
  readonly #callers = new Shares()
  readonly #rooms = new Shares()
  readonly #functions = new Shares()

  constructor(limits: RunLimits) {
    this.#limits = limits
    this.#queue = new RunQueue({ limit: limits.queueSize, busyError: () => this.#busyError() })
  }

  /** Runs a call when its turn has come. @throws as a `Runner`; `host.busy` when too many wait already */
  async run({ invocation, runner }: OneCall, context: RunContext): Promise<Result | StoredResult> {
    const { roomId, functionName } = invocation
    const { caller, signal, onAdmitted = () => {}, onReleased = () => {} } = context
    const cancelled = (): SpecimenError => cancelledError(`function "${functionName}"`)
    const run = { roomId, functionName, caller, signal, cancelledError: cancelled, onQueued: onAdmitted }
    const mustWait = !this.#fits(run)
    if (mustWait) {
      const turn = this.#queue.wait(run)
      turn.catch(onReleased) // one that has begun releases itself
      await turn
    } else this.#count(run, 1)
    try {
      return await runner.run(invocation, mustWait ? { ...context, onAdmitted: () => {} } : context)
    } finally {
      this.#count(run, -1)
      this.#grantNext()
    }
  }

  #fits({ caller = '', roomId, functionName }: LimitedRun): boolean {
    const { callerRuns, roomRuns, functionRuns } = this.#limits
    return (
      isBelow(callerRuns, this.#callers.of(caller)) &&
      isBelow(roomRuns, this.#rooms.of(roomId)) &&
      isBelow(functionRuns, this.#functions.of(functionName))
    )
  }

  #count({ caller = '', roomId, functionName }: LimitedRun, one: 1 | -1): void {
    this.#callers.add(caller, one)
    this.#rooms.add(roomId, one)
    this.#functions.add(functionName, one)
  }

  /** Gives every waiting run its turn that fits; it counts from now on, not from when it goes on. */
  #grantNext(): void {
    const begin = (run: LimitedRun): void => this.#count(run, 1)
    const fits = (run: LimitedRun): boolean => this.#fits(run)
    while (this.#queue.grant(begin, fits)); // until none fits
  }

  #busyError(): SpecimenError {
    const { queueSize } = this.#limits
    return new SpecimenError(
      'host.busy',
      `As many runs of this caller, room or function are under way as may be, and ${queueSize} wait; ` +
        'try again in a few seconds.',
    )
  }
}

function isBelow(limit: number, count: number): boolean {
  return limit === 0 || count < limit
}
