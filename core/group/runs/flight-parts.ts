import type { Redis } from 'ioredis'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { FlightWaiter, StartRun } from '../../run/flights.ts'
import type { AttemptOptions } from './run-attempt.ts'
import type { RunEnd } from './run-end.ts'
import type { RunEvents } from './run-events.ts'

/** What flights need of their host and its group. */
export interface GroupFlightsOptions extends AttemptOptions {
  /** Asks Redis something. @throws `group.away` */
  readonly ask: <T>(question: (redis: Redis) => Promise<T>) => Promise<T>
  readonly events: RunEvents
  /** The name of this host, which no other has or had. */
  readonly host: string
  /** How long a host's word that somebody waits there, or that it leads a run, holds. */
  readonly leaseMs: number
  /** Hosts that were missed a moment ago. */
  readonly gone: ReadonlySet<string>
  /** Returns an id that no other run or result has or had. */
  readonly createId: () => string
}

/** Who opens a flight at this host, and for what. */
export interface OpenedFlight {
  readonly invocation: Invocation
  /** The name of this flight among those of all hosts. */
  readonly waiter: string
  /** Of its first request. */
  readonly caller: string | undefined
  readonly start: StartRun
  /** See {@link FlightWaiter}. */
  readonly nextSeq: number | undefined
  /** Called when the last one who waited here has left. */
  readonly onEmpty: () => void
}

/**
 * How a run ended for those who wait here: as all hosts were told, as this host knows by itself, which has
 * computed it, or it is not there any more.
 */
export type Landing =
  | RunEnd
  | { readonly kind: 'own'; readonly entry: StoredResult }
  | { readonly kind: 'own failure'; readonly error: unknown }
  | { readonly kind: 'gone' }

/** Whether a run ended with its host. */
export function isStopping(error: unknown): boolean {
  return error instanceof SpecimenError && error.code === 'host.stopping'
}

/** The end of a run that is there no longer, once too often. */
export function lostError(): SpecimenError {
  const detail = 'The run or its result was lost with the host or the Redis that had it; try again.'
  return new SpecimenError('result.lost', detail, { retryAfterSeconds: 1 })
}

/** What those who wait at a host have been told of a run: each once, in order; the last ones are kept. */
export class ToldMessages {
  readonly all: ProgressMessage[] = []
  /** The number of the first message that was not told. */
  nextSeq = 0

  /** Adds messages, and returns those that are new. */
  add(given: readonly ProgressMessage[]): readonly ProgressMessage[] {
    const messages = given.filter(({ seq }) => seq >= this.nextSeq)
    this.nextSeq = (messages.at(-1)?.seq ?? this.nextSeq - 1) + 1
    this.all.push(...messages)
    if (this.all.length > 2 * messageLimit) this.all.splice(0, this.all.length - messageLimit)
    return messages
  }
}
