import { colormapSize } from '../../contract/look/colormaps.ts'
import type { ValueRange } from './prepared.ts'

/** Vertices or points with colours of their own beside their values. */
export interface ColoredValues {
  /** n×3 bytes of red, green and blue. */
  readonly colors: Uint8Array
  readonly scalars: Float32Array
  readonly range: ValueRange
}

/** Parts of the range, of which each has one colour where the colours are those of the values. */
const parts = 64
/** Vertices that are asked; more say the same. */
const mostAsked = 50_000
/** Bytes by which the colours of a part may differ. */
const spread = 64
/** The least share of the parts with vertices that have one colour. */
const leastShare = 0.8

/**
 * Returns the colours along the range where an author's own colours are those of the values: four bytes for
 * each of {@link colormapSize} equal parts, between what is known by proportion. Null where they are of
 * something else. A part in which other things lie too, as coastlines at the depth 0, is left to its
 * neighbours.
 */
export function findOwnScale({ colors, scalars, range }: ColoredValues): Uint8Array<ArrayBuffer> | null {
  const [low, high] = range
  if (!(high > low)) return null
  const lows = new Uint8Array(3 * parts).fill(255)
  const highs = new Uint8Array(3 * parts)
  const stride = Math.max(1, Math.floor(scalars.length / mostAsked))
  for (let i = 0; i < scalars.length; i += stride) {
    const part = Math.min(parts - 1, Math.floor((((scalars[i] ?? low) - low) / (high - low)) * parts))
    for (let c = 0; c < 3; c++) {
      const byte = colors[3 * i + c] ?? 0
      const at = 3 * part + c
      if (byte < (lows[at] ?? 0)) lows[at] = byte
      if (byte > (highs[at] ?? 0)) highs[at] = byte
    }
  }
  const met = Array.from({ length: parts }, (_, part) => part).filter(
    (part) => (lows[3 * part] ?? 0) <= (highs[3 * part] ?? 0),
  )
  const known = met.filter((part) =>
    [0, 1, 2].every((c) => (highs[3 * part + c] ?? 0) - (lows[3 * part + c] ?? 0) <= spread),
  )
  if (known.length < 2 || known.length < leastShare * met.length) return null
  const middles = known.map((part) =>
    [0, 1, 2].map((c) => ((lows[3 * part + c] ?? 0) + (highs[3 * part + c] ?? 0)) / 2),
  )
  const isOne = middles.every((color) => color.every((byte, c) => byte === middles[0]?.[c]))
  return isOne ? null : interpolate(known, middles)
}

/** Returns the colours between those of the known parts; beyond the outer ones theirs. */
function interpolate(
  known: readonly number[],
  colors: readonly (readonly number[])[],
): Uint8Array<ArrayBuffer> {
  const table = new Uint8Array(4 * colormapSize).fill(255)
  let next = 0
  for (let i = 0; i < colormapSize; i++) {
    const at = ((i + 0.5) / colormapSize) * parts - 0.5
    while (next < known.length - 1 && (known[next] ?? 0) < at) next++
    const before = Math.max(0, (known[next] ?? 0) > at ? next - 1 : next)
    const [from, to] = [known[before] ?? 0, known[next] ?? 0]
    const share = to > from ? Math.min(1, Math.max(0, (at - from) / (to - from))) : 0
    for (let c = 0; c < 3; c++) {
      const [first, second] = [colors[before]?.[c] ?? 0, colors[next]?.[c] ?? 0]
      table[4 * i + c] = Math.round(first + (second - first) * share)
    }
  }
  return table
}
