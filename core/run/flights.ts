/**
 * The port of what is under way in rooms: who waits for which result, and who computes it. Identical requests
 * of a room share one *flight*, the lookup of the room's result included, so that nothing is computed twice
 * between a lookup and the end of the run it just missed.
 */
import type { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { ProgressMessage } from '../domain/job.ts'
import type { Result } from '../domain/result/result.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import type { RunTimes } from './run-watch.ts'
import type { RunContext, SharedRun } from './runner.ts'

/** Who waits for a flight's result. */
export interface FlightWaiter {
  /** The name under which it is counted. */
  readonly caller?: string | undefined
  /** Takes the run's messages, from the first one (as far as kept), also when joining late. */
  readonly onMessages?: (messages: readonly ProgressMessage[]) => void
  /**
   * For who has waited at a host that is gone: the number of the first message that it has not got. It gets
   * those of a run that has ended since, and a run that begins for it counts on from there.
   */
  readonly nextSeq?: number | undefined
}

/** The run that a flight has: its identity, and its times as far as this host knows them. */
export interface FlightRun {
  readonly id: string
  readonly times: RunTimes
}

/** Whether the other hosts of the group could not be told of a flight: final when there is a result. */
export interface Sharing {
  readonly isAway: boolean
}

/** What became of a request that was not refused. */
export interface CallAdmission {
  /** The room had the result, or it has a run of its own or one that was under way. */
  readonly cache: 'hit' | 'miss' | 'joined'
  /** What computes the result, or has; absent for a hit. Its times are final when there is a result. */
  readonly run: FlightRun | undefined
  readonly sharing: Sharing
}

/** How a flight goes for one who joined it. */
export interface Boarding {
  /**
   * Resolves once the room's result is there or the run is admitted. Rejects with what refuses the run, for
   * everybody who has joined it; nothing is left of it then.
   */
  readonly admission: Promise<CallAdmission>
  readonly entry: Promise<StoredResult>
  /** Waits no longer: `entry` rejects with `error`. The last one to leave aborts the run. */
  leave(error: SpecimenError): void
}

/** What a run gets of its flight. */
export interface FlightTask extends Required<Pick<RunContext, 'progress' | 'signal' | 'onAdmitted'>> {
  /** Of the run. */
  readonly id: string
  readonly shared?: SharedRun
}

/**
 * Starts the run of a flight. `made` resolves with the result, or with where whoever computed it keeps it.
 */
export type StartRun = (task: FlightTask) => {
  readonly times: RunTimes
  readonly made: Promise<Result | StoredResult>
}

/**
 * The flights of all rooms. A flight carries the generation of its newest request, and a result never
 * replaces one of a later generation in its room.
 */
export interface Flights {
  /**
   * Joins the flight of an invocation; opens it when there is none. `start` is called for at most one flight
   * of an invocation at a time, and only when the room does not have its result.
   */
  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding
  /** Returns the room's result for an invocation if it is there, and computes nothing. */
  find(invocation: Invocation): Promise<StoredResult | undefined>
}

/** Returns what identical requests have in common. */
export function toFlightId({ roomId, key, revision }: Invocation): string {
  return JSON.stringify([roomId, key, revision])
}
