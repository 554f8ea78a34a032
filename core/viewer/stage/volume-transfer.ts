/**
 * What a value of a volume looks like: the window, the isovalue and the opacity, the same for the ray marcher
 * and for picking.
 */
import type { PreparedVolume, ValueRange } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import { findThreshold } from './find-threshold.ts'

/**
 * Optical depth of the window's high end along the longest side of the box, at density 1. It belongs to the
 * box and not to a unit of length or a sample: neither spacing nor resolution change how a volume looks.
 */
export const directDepth = 60

/** The opacity from which on something counts as seen, by picking and in the depth buffer. */
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

/** Returns how far into the window a value is, from 0 to 1; 0 for NaN. */
export function toFraction(value: number, [low, high]: ValueRange): number {
  if (Number.isNaN(value)) return 0
  return Math.max(0, Math.min(1, (value - low) / (high - low || Number.MIN_VALUE)))
}

/** Returns how opaque a piece of a ray is; `depth` is its length in longest sides of the box. */
export function toOpacity(fraction: number, density: number, depth: number): number {
  return 1 - Math.exp(-directDepth * density * fraction * fraction * depth)
}
