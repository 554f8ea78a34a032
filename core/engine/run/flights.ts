/** The port of runs in rooms. Identical requests share one *flight*, the lookup of the result included. */
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { JobNode, ProgressMessage } from '../../contract/domain/job.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { RunTimes } from './run-watch.ts'
import type { MadeRun, RunContext, Runner, SharedRunner } from './runner.ts'

/** A waiter for a flight's result. */
export interface FlightWaiter {
  readonly caller?: string | undefined
  /**
   * Called with all messages by flights in memory; in a group with the last of those reported within 0.2 s.
   */
  readonly onMessages?: (messages: readonly ProgressMessage[]) => void
  /** The job that waits, by its name in the job store; in a group it waits on when its host is gone. */
  readonly jobId?: string | undefined
  /** Set where this host alone computes the call, as it has the data; in a group others wait for it here. */
  readonly isHere?: boolean
}

/** The run of a flight: its identity, and its times as far as this host knows them. */
export interface FlightRun {
  readonly id: string
  readonly times: RunTimes
  /** Set when the other hosts of the group could not learn of it; final when there is a result. */
  readonly isAlone?: boolean
  /** Returns how many runs are before it in its queue; undefined once it is begun, or if that is unknown. */
  readonly countBefore?: () => number | undefined
  /** Returns its calls and where they are; undefined where only another host knows. */
  readonly nodes?: () => readonly JobNode[]
}

/** The answer to an admitted request. */
export interface CallAdmission {
  /** A hit is a result in the room; a miss has a run of its own, a joined one an existing run. */
  readonly cache: 'hit' | 'miss' | 'joined'
  /** Absent for a hit. Its times are final when there is a result. */
  readonly run: FlightRun | undefined
}

/** The state of a flight for one of its waiters. */
export interface Boarding {
  /**
   * Resolves once the room's result is there or the run is admitted. Rejects with the refusal of the run, for
   * all its waiters; the run then leaves nothing behind.
   */
  readonly admission: Promise<CallAdmission>
  readonly entry: Promise<StoredResult>
  /** Stops waiting: `entry` rejects with `error`. The last one to leave aborts the run, with this reason. */
  leave(error: SpecimenError): void
}

/** The parameters of a run from its flight. */
export interface FlightTask extends Required<Pick<RunContext, 'progress' | 'signal' | 'onAdmitted'>> {
  readonly id: string
  /** Returns the runner of a group for a request of this id; absent where the call's own one runs. */
  readonly share?: ((own: Runner, request: string | undefined) => SharedRunner) | undefined
}

/** A run that has been started. */
export interface StartedRun extends Pick<FlightRun, 'times' | 'countBefore' | 'nodes'> {
  /** Resolves with its result. */
  readonly made: Promise<MadeRun>
}

/** Starts the run of a flight. */
export type StartRun = (task: FlightTask) => StartedRun

/** The flights of all rooms. A result never replaces one of a later generation in its room. */
export interface Flights {
  /**
   * Joins or opens the flight of an invocation. `start` is called for at most one flight of an invocation at
   * a time, and only when the room does not have its result.
   */
  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding
  /** Returns the room's result for an invocation, if any, and computes nothing. */
  find(invocation: Invocation): Promise<StoredResult | undefined>
}

/** Returns the key that identical requests share. */
export function toFlightId({ roomId, key, revision }: Invocation): string {
  return JSON.stringify([roomId, key, revision])
}
