/** The colours in which a view shows vertices and points, for readers without colormaps and labels. */
import type { ScenePart } from '../../contract/domain/result/result.ts'
import { chooseColormap, colormapSize, sampleColormap } from '../../contract/look/colormaps.ts'
import type { Display } from '../../contract/look/display.ts'
import { colorLabels } from '../../contract/look/labels.ts'
import { findPartLook, toPartDisplay } from '../../contract/look/part-look.ts'
import { findRange } from '../../contract/look/value-range.ts'
import type { GltfResult } from './gltf-primitives.ts'

/**
 * Returns a result with the colours of its labels or of its values, where it has no colours of its own and
 * the view does not show it in one. Whoever reads it back is to leave these colours out.
 */
export function withShownColors<Shown extends GltfResult>(result: Shown, display: Display): Shown {
  const { colors, scalars, labels } = result
  if (colors || !scalars || display.colorBy === 'plain') return result
  const isByLabel = labels !== undefined && display.colorBy !== 'scalar'
  return {
    ...result,
    colors: isByLabel ? colorLabels(scalars, labels) : mapValues(result, scalars, display),
  }
}

/** Returns whether {@link withShownColors} gives a result colours, so that they are not its own. */
export function areOfValues({ colors, scalars }: GltfResult, { colorBy }: Display): boolean {
  return !colors && scalars !== undefined && colorBy !== 'plain'
}

/** Returns the settings with which a view shows the values of a part. */
export function toValueDisplay(name: string, { look }: ScenePart, display: Display): Display {
  return toPartDisplay(display, findPartLook({ name, ...(look && { look }) }, display.parts))
}

/** Returns the place of each value between the ends of a window: from 0 to 1, in the middle of a flat one. */
export function createWindow(
  values: Float32Array,
  { window }: Pick<Display, 'window'>,
): (value: number) => number {
  const [low, high] = window ?? findRange(values)
  return (value) => (high > low ? Math.min(1, Math.max(0, (value - low) / (high - low))) : 0.5)
}

function mapValues(result: GltfResult, values: Float32Array, display: Display): Uint8Array {
  const map = sampleColormap(chooseColormap(display.colormap, result), display.isInverted)
  const find = createWindow(values, display)
  const colors = new Uint8Array(3 * values.length)
  for (let i = 0; i < values.length; i++) {
    const entry = 4 * Math.round(find(values[i] ?? 0) * (colormapSize - 1))
    for (let c = 0; c < 3; c++) colors[3 * i + c] = map[entry + c] ?? 0
  }
  return colors
}
