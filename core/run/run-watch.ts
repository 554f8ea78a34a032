import type { ErrorCode } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { CallOrigin } from '../domain/origin.ts'

/** How long the parts of a run took, in milliseconds; those that have not ended yet count as 0. */
export interface RunTimes {
  /** From its request until it had its place. */
  readonly queue: number
  /** From then until its result was there, or it had ended otherwise. */
  readonly compute: number
}

/** A run that has ended. */
export interface EndedRun {
  readonly id: string
  readonly invocation: Invocation
  /** Of the request that began it; others may have joined. */
  readonly origin: CallOrigin | undefined
  /** `done`, or the code of what ended it; a run that was refused has one as well. */
  readonly outcome: 'done' | ErrorCode
  readonly times: RunTimes
  /** Of its result; 0 without one. */
  readonly bytes: number
}

/** Who is told what runs do: metrics and traces. Called on the way of a request, so it must be quick. */
export interface RunWatch {
  /** A call was answered by the cache or admitted; those that are refused are in {@link ended} alone. */
  looked(cache: 'hit' | 'miss' | 'joined'): void
  ended(run: EndedRun): void
  /** Nothing of a run that was given up uses the machine any more, so many milliseconds after that. */
  released(milliseconds: number): void
}

/** Returns what names a run, or a call without one, in every line of the log about it. */
export function nameRun({ id, invocation, origin }: NamedRun): object {
  return { request: origin?.id, run: id, room: invocation.roomId, function: invocation.functionName }
}

interface NamedRun extends Pick<EndedRun, 'invocation'> {
  readonly id: string | undefined
  readonly origin?: CallOrigin | undefined
}
