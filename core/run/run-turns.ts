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

type Counts = Omit<RunLimits, 'queueSize'>
const kinds: readonly (keyof Counts)[] = ['callerRuns', 'roomRuns', 'functionRuns']

/** How many runs there are of each caller, room and function. */
class Tally {
  readonly #callers = new Shares()
  readonly #rooms = new Shares()
  readonly #functions = new Shares()

  /** Adds a run, or takes it away. */
  add({ caller = '', roomId, functionName }: LimitedRun, one: 1 | -1): void {
    this.#callers.add(caller, one)
    this.#rooms.add(roomId, one)
    this.#functions.add(functionName, one)
  }

  /** Returns how many there are of the caller, the room and the function of one. */
  of({ caller = '', roomId, functionName }: LimitedRun): Counts {
    return {
      callerRuns: this.#callers.of(caller),
      roomRuns: this.#rooms.of(roomId),
      functionRuns: this.#functions.of(functionName),
    }
  }
}

/**
 * The limits of a host on runs that have something in common: a caller, a room or a function. A run beyond
 * one of them waits until another of its kind has ended, in the same fair queue as for a place, and holds up
 * no run of another kind. A run counts from its turn to its result or failure, its wait for a place included.
 */
export class RunTurns {
  readonly #limits: RunLimits
  readonly #queue: RunQueue<LimitedRun, void>
  readonly #running = new Tally()
  readonly #waiting = new Tally()

  constructor(limits: RunLimits) {
    this.#limits = limits
    this.#queue = new RunQueue({ limit: limits.queueSize, busyError: () => this.#busyError() })
  }

  /** Runs a call when its turn has come. @throws as a `Runner`; `host.busy` when too many wait already */
  async run({ invocation, runner }: OneCall, context: RunContext): Promise<Result | StoredResult> {
    const { roomId, functionName } = invocation
    const { caller, signal, onAdmitted = () => {}, onReleased = () => {} } = context
    const cancelled = (): SpecimenError => cancelledError(`function ${functionName}`)
    const run = { roomId, functionName, caller, signal, cancelledError: cancelled, onQueued: onAdmitted }
    const mustWait = !this.#fits(run)
    if (mustWait) {
      const turn = this.#queue.wait(run)
      turn.catch(onReleased) // one that has begun releases itself
      this.#waiting.add(run, 1)
      await turn.finally(() => this.#waiting.add(run, -1))
    } else this.#running.add(run, 1)
    try {
      return await runner.run(invocation, mustWait ? { ...context, onAdmitted: () => {} } : context)
    } finally {
      this.#running.add(run, -1)
      this.#grantAfter(run)
    }
  }

  #fits(run: LimitedRun): boolean {
    const running = this.#running.of(run)
    return kinds.every((kind) => isBelow(this.#limits[kind], running[kind]))
  }

  /**
   * Gives every waiting run its turn that fits after the end of one; it counts from now on, not from when it
   * goes on. Nothing fitted before, so what does is of the caller, room or function that has a limit and has
   * become less: where none of these waits, the others need no look.
   */
  #grantAfter(ended: LimitedRun): void {
    const begin = (run: LimitedRun): void => this.#running.add(run, 1)
    const fits = (run: LimitedRun): boolean => this.#fits(run)
    while (this.#isAwaited(ended) && this.#queue.grant(begin, fits)); // until none fits
  }

  #isAwaited(ended: LimitedRun): boolean {
    const running = this.#running.of(ended)
    const waiting = this.#waiting.of(ended)
    return kinds.some((kind) => this.#limits[kind] > running[kind] && waiting[kind] > 0)
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
