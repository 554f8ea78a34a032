import { chooseColormap, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { solidColors } from '../../contract/look/solid-colors.ts'
import { toVector } from '../../contract/look/vectors.ts'
import type { PreparedCloud, PreparedLines } from '../prepared/prepared.ts'
import { toParts } from './srgb.ts'

/** Returns the sRGB colour at a part of the way from one point to another. */
export type PointPaint = (from: number, to: number, part: number) => Vector3

/** Returns whether the colours of points are those of their values. */
export function isByValue(
  { result: { colors, scalars } }: Pick<PreparedCloud | PreparedLines, 'result'>,
  { colorBy }: Pick<Display, 'colorBy'>,
): boolean {
  return scalars !== undefined && (colorBy === 'scalar' || (colorBy === 'own' && !colors))
}

/** Returns the colours of points: their own, those of their values, or one for all. */
export function createPointPaint(prepared: PreparedCloud | PreparedLines, display: Display): PointPaint {
  const { result, range } = prepared
  const { colors, scalars } = result
  const { colorBy, solidColor, isInverted } = display
  if (colorBy === 'own' && colors)
    return (from, to, part) =>
      toVector((c) => mix(colors[3 * from + c] ?? 0, colors[3 * to + c] ?? 0, part) / 255)
  if (!isByValue(prepared, display) || !scalars) {
    const plain = toParts(solidColors[solidColor])
    return () => plain
  }
  const map = sampleColormap(chooseColormap(display.colormap, result), isInverted)
  const [low, high] = display.window ?? range ?? [0, 1]
  return (from, to, part) => {
    const value = mix(scalars[from] ?? 0, scalars[to] ?? 0, part)
    const fraction = Math.max(0, Math.min(1, (value - low) / Math.max(high - low, 1e-30)))
    const entry = Math.round(fraction * (colormapSize - 1)) || 0
    return toVector((channel) => (map[4 * entry + channel] ?? 0) / 255)
  }
}

function mix(from: number, to: number, part: number): number {
  return from + (to - from) * part
}
