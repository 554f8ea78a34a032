import type { PreparedVolume, ValueRange } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { findThreshold } from './find-threshold.ts'

/**
 * Optical depth of the window's high end along the longest side of the box, at density 1: spacing and
 * resolution do not change the picture.
 */
export const directDepth = 60

/** The opacity from which content counts as visible, for picking and in the depth buffer. */
export const notableOpacity = 0.1

/** Returns the values at the two ends of the colormap. */
export function toWindow(range: ValueRange, { window }: Display): ValueRange {
  return window ?? range
}

/** Returns the value of the isosurface. */
export function toIsovalue(prepared: Pick<PreparedVolume, 'histogram' | 'range'>, display: Display): number {
  return (
    display.isovalue ?? findThreshold(prepared.histogram, prepared.range, toWindow(prepared.range, display))
  )
}

/** Returns the position of a value in the window, from 0 to 1; 0 for NaN. */
export function toFraction(value: number, [low, high]: ValueRange): number {
  if (Number.isNaN(value)) return 0
  return Math.max(0, Math.min(1, (value - low) / (high - low || Number.MIN_VALUE)))
}

/** Returns the opacity of a piece of a ray; `depth` is its length in longest sides of the box. */
export function toOpacity(fraction: number, density: number, depth: number): number {
  return 1 - Math.exp(-directDepth * density * fraction * fraction * depth)
}
