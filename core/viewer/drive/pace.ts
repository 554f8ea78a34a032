import type { ViewerCall } from './call.ts'

/** Milliseconds between the starts of two calls during a drag. */
const dragInterval = 200
/** Milliseconds; final values in faster succession come from a held key. */
const restInterval = 200

/** The earliest start of a call, in milliseconds on the clock. */
export interface Turn {
  readonly startsAt: number
  /** In the place of a pending run, which is then cancelled; Infinity for never. */
  readonly displacesAt: number
}

/** Moments in milliseconds on one clock; -Infinity for none. */
interface Moments {
  readonly now: number
  /** The start of the last call. */
  readonly startedAt: number
  /** That of the previous final value. */
  readonly settledAt: number
}

/**
 * Returns the start of a call.
 *
 * A drag never cancels its own pending call, so that a slow function shows every computation that it begins;
 * the newest value waits. Releasing cancels at once. Values as fast as those of a held key wait until they
 * rest.
 */
export function toTurn(
  { isDrag }: ViewerCall,
  running: ViewerCall | null,
  { now, startedAt, settledAt }: Moments,
): Turn {
  const isFlurry = now - settledAt < restInterval
  const startsAt = isDrag || isFlurry ? Math.max(now, startedAt + dragInterval) : now
  if (isDrag && running?.isDrag) return { startsAt, displacesAt: Number.POSITIVE_INFINITY }
  return { startsAt, displacesAt: isFlurry ? now + restInterval : startsAt }
}
