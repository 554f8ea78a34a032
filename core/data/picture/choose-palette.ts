import type { Vector3 } from '../../contract/look/display.ts'
import { add, readVector } from '../../contract/look/vectors.ts'

/**
 * Returns at most `count` colours for RGB pixels, and each pixel's index (median cut, Heckbert 1982): the box
 * of colours with the widest side, weighted by its pixels, is split at its median.
 */
export function choosePalette(rgb: Uint8Array, count: number): { palette: number[][]; indices: Uint8Array } {
  const pixels = Array.from({ length: rgb.length / 3 }, (_, i) => readVector(rgb, 3 * i))
  const boxes = [toBox(pixels)]
  while (boxes.length < count) {
    boxes.sort((a, b) => b.weight - a.weight)
    const [widest] = boxes
    if (!widest || widest.weight === 0) break
    const sorted = widest.colors.toSorted((a, b) => (a[widest.axis] ?? 0) - (b[widest.axis] ?? 0))
    const middle = sorted.length >> 1
    boxes.splice(0, 1, toBox(sorted.slice(0, middle)), toBox(sorted.slice(middle)))
  }
  const palette = boxes.map(({ colors }) => colors.reduce(add).map((sum) => Math.round(sum / colors.length)))
  const known = new Map<number, number>()
  const indices = Uint8Array.from(pixels, (color) => {
    const key = (color[0] << 16) | (color[1] << 8) | color[2]
    const index = known.get(key) ?? findNearest(palette, color)
    known.set(key, index)
    return index
  })
  return { palette, indices }
}

function toBox(colors: readonly Vector3[]) {
  const spreads = [0, 1, 2].map((axis) => {
    let [low, high] = [255, 0]
    for (const color of colors) {
      low = Math.min(low, color[axis] ?? 0)
      high = Math.max(high, color[axis] ?? 0)
    }
    return high - low
  })
  const spread = Math.max(...spreads)
  return { colors, axis: spreads.indexOf(spread), weight: spread ** 1.6 * colors.length ** 0.6 }
}

/** Weighted by the eye's rough sensitivity to red, green and blue. */
function findNearest(palette: readonly number[][], [r, g, b]: Vector3): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY]
  for (const [i, [pr = 0, pg = 0, pb = 0]] of palette.entries()) {
    const distance = 2 * (pr - r) ** 2 + 4 * (pg - g) ** 2 + (pb - b) ** 2
    if (distance < least) [best, least] = [i, distance]
  }
  return best
}
