import type { ErrorCode } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'

/** The times of the parts of a run, in milliseconds; parts that have not ended count as 0. */
export interface RunTimes {
  /** From its request until it had its place. */
  readonly queue: number
  readonly compute: number
}

/** Measures a run from now on, by a clock of milliseconds that never goes back. */
export function timeRun(clock: () => number): { times: RunTimes; place: () => void; end: () => void } {
  const askedAt = clock()
  let placedAt: number | undefined
  const times = { queue: 0, compute: 0 }
  const place = (): void => {
    placedAt = clock()
    times.queue = placedAt - askedAt
  }
  const end = (): void => {
    if (placedAt === undefined) times.queue = clock() - askedAt
    else times.compute = clock() - placedAt
  }
  return { times, place, end }
}

/** A run that has ended. */
export interface EndedRun {
  readonly id: string
  readonly invocation: Invocation
  /** The request that began it; others may have joined. */
  readonly origin: CallOrigin | undefined
  /** `done`, or the code of its error; a refused run has one as well. */
  readonly outcome: 'done' | ErrorCode
  readonly times: RunTimes
  /** The size of its result; 0 without one. */
  readonly bytes: number
}

/** Receives events of runs for metrics and traces. Called on the way of a request, so it must be quick. */
export interface RunWatch {
  /** Reports a call that was answered by the cache or admitted; refused ones come to {@link ended} alone. */
  looked(cache: 'hit' | 'miss' | 'joined'): void
  ended(run: EndedRun): void
  /** Reports the milliseconds from an abort until the run used the machine no more. */
  released(milliseconds: number): void
}

/** A run as logs and traces name it. */
interface NamedRun {
  readonly id: string | undefined
  readonly invocation: Invocation
  readonly origin?: CallOrigin | undefined
}

/** Returns the fields that name a run, or a call without one, in its log lines. */
export function nameRun({ id, invocation, origin }: NamedRun): object {
  return { request: origin?.id, run: id, room: invocation.roomId, function: invocation.functionName }
}
