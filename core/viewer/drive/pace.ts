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
 * A drag never cancels its own pending call, so that a slow function shows every computation that it begins;
 * the newest value waits. Releasing cancels at once. Values as fast as those of a held key wait until they
 * rest.
 */
export function toTurn({ isDrag }: ViewerCall, { now, startedAt, settledAt, running }: PaceFacts): Turn {
  const isFlurry = now - settledAt < restInterval
  const startsAt = isDrag || isFlurry ? Math.max(now, startedAt + dragInterval) : now
  if (isDrag && running?.isDrag) return { startsAt, displacesAt: Number.POSITIVE_INFINITY }
  return { startsAt, displacesAt: isFlurry ? now + restInterval : startsAt }
}
