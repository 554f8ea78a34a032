import type { ViewerCall } from './call.ts'

/** Milliseconds between the starts of two calls during a drag. */
const dragInterval = 200
/** Milliseconds; final values in faster succession come from a held key. */
const restInterval = 200

/** The earliest start of a call. */
export interface Turn {
  /** The start while nothing is pending. */
  readonly startsAt: number
  /** The start in place of the pending run, which is then cancelled; Infinity for never. */
  readonly displacesAt: number
}

/** The inputs of the pace. All moments are milliseconds on one clock. */
export interface PaceFacts {
  readonly now: number
  /** Start of the last call; -Infinity before the first. */
  readonly startedAt: number
  /** Time of the previous final value; -Infinity before the first. */
  readonly settledAt: number
  readonly running: ViewerCall | null
}

/**
 * Returns the start of a call.
 *
 * A drag never cancels its own pending call; the newest value waits until that has ended. A slow function
 * then shows every computation that it begins, where cancelling would show none before the pointer rests.
 * Releasing cancels at once, because only the last value counts. Values as fast as those of a held arrow key
 * wait in the same way until they rest.
 */
export function toTurn({ isDrag }: ViewerCall, { now, startedAt, settledAt, running }: PaceFacts): Turn {
  const isFlurry = now - settledAt < restInterval
  const startsAt = isDrag || isFlurry ? Math.max(now, startedAt + dragInterval) : now
  if (isDrag && running?.isDrag) return { startsAt, displacesAt: Number.POSITIVE_INFINITY }
  return { startsAt, displacesAt: isFlurry ? now + restInterval : startsAt }
}
