/** Changes of the window of a volume, and the axis on which they are made. */
import { formatNumber } from '../../contract/look/ticks.ts'
import { type Transfer, toPosition, toValue, type VolumeValues } from '../../contract/look/volume-transfer.ts'

/** An axis of values: those at its two ends, and the steps between. */
export type ValueAxis = Pick<Transfer, 'window' | 'scale'>

/** The margin on both sides of the window, in windows. */
const margin = 0.25
/** The least width of a window, in parts of the axis or of the window before. */
const leastPart = 0.01
/** Pixels over which a drag in the picture makes the window e times as wide, or moves it by its width. */
const dragPixels = 300

/** Returns the axis around a window: a margin on both sides, where there are values. */
export function toAxis({ range }: Pick<VolumeValues, 'range'>, { window, scale }: ValueAxis): ValueAxis {
  const mapping = { window, scale }
  const [from, to] = [
    Math.min(0, Math.max(-margin, toPosition(range[0], mapping))),
    Math.max(1, Math.min(1 + margin, toPosition(range[1], mapping))),
  ]
  return { window: [toValue(from, mapping), toValue(to, mapping)], scale }
}

/**
 * Returns the window with an end at another place of an axis. It stops before the other end, or moves that as
 * well, so that a centre stays in the middle.
 */
export function moveEnd(
  { window, center }: Pick<Transfer, 'window' | 'center'>,
  axis: ValueAxis,
  { end, at }: { readonly end: 0 | 1; readonly at: number },
): Transfer['window'] {
  const fixed = toPosition(center ?? window[1 - end] ?? 0, axis)
  const stopped = end === 0 ? Math.min(at, fixed - leastPart) : Math.max(at, fixed + leastPart)
  const value = roundValue(toValue(stopped, axis), axis)
  if (center !== null) return reachFrom(center, Math.abs(value - center))
  return end === 0 ? [value, window[1]] : [window[0], value]
}

/**
 * Returns the window after a drag in the picture, in pixels, as viewers of medical images have it: to the
 * right it is wider, for less contrast; down it is higher, for a darker picture. A centre keeps
 * its place in the middle.
 */
export function dragWindow(
  { window, scale, center }: Pick<Transfer, 'window' | 'scale' | 'center'>,
  [right, down]: readonly [number, number],
): Transfer['window'] {
  const mapping = { window, scale }
  const width = Math.max(leastPart, Math.exp(right / dragPixels))
  if (center !== null) return reachFrom(center, roundValue(((window[1] - window[0]) / 2) * width, mapping))
  const middle = 0.5 + down / dragPixels
  const toEnd = (position: number): number => {
    const value = toValue(position, mapping)
    return roundValue(value, { window: [0, (window[1] - window[0]) * width], scale }) || value
  }
  return [toEnd(middle - width / 2), toEnd(middle + width / 2)]
}

function reachFrom(center: number, reach: number): Transfer['window'] {
  return [center - reach, center + reach]
}

/** Rounds to what can be seen: a thousandth of a linear axis, or of the value on a logarithmic one. */
function roundValue(value: number, { window: [low, high], scale }: ValueAxis): number {
  return Number(formatNumber(value, (scale === 'log' ? Math.abs(value) : high - low) / 1000))
}
