import type { ViewerCall } from './call.ts'

/** Milliseconds between the starts of two calls while somebody drags. */
const dragInterval = 200
/** Values chosen for good that follow one another faster are a held key, which will be let go. */
const restInterval = 200

/** From when on a call may start. */
export interface Turn {
  /** While nothing is under way. */
  readonly startsAt: number
  /** In the place of what is under way, which is cancelled then; never for Infinity. */
  readonly displacesAt: number
}

/** What the pace depends on. All moments are milliseconds on one clock. */
export interface PaceFacts {
  readonly now: number
  /** When a call was last started; -Infinity before the first. */
  readonly startedAt: number
  /** When a value was last chosen for good, before the one in question; -Infinity before the first. */
  readonly settledAt: number
  /** What is under way. */
  readonly running: ViewerCall | null
}

/**
 * Returns when a call may start.
 *
 * While somebody drags, a call under way is never cancelled for the next value of the same drag; the newest
 * value waits, and takes its turn when the call has ended. A slow function then shows something for every
 * computation that it begins, at its own pace, where cancelling would show nothing before the pointer rests.
 * Letting go cancels at once: only the last value is wanted then. The same holds for values that come as fast
 * as a held arrow key sends them, until they rest.
 */
export function toTurn({ isDrag }: ViewerCall, { now, startedAt, settledAt, running }: PaceFacts): Turn {
  const isFlurry = now - settledAt < restInterval
  const startsAt = isDrag || isFlurry ? Math.max(now, startedAt + dragInterval) : now
  if (isDrag && running?.isDrag) return { startsAt, displacesAt: Number.POSITIVE_INFINITY }
  return { startsAt, displacesAt: isFlurry ? now + restInterval : startsAt }
}
