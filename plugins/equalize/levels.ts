/** Curves of brightness that spread the values of an image evenly, of the whole and of tiles. */

/** Brightnesses from 0 to 1, a row behind the other, and which of them count. */
export interface Plane {
  readonly width: number
  readonly height: number
  readonly values: Float32Array
  /** 0 where a pixel does not count, as it cannot be seen. */
  readonly weights: Uint8Array
}

/** A brightness of each level, from 0 to 1. */
type Curve = Float64Array

interface Tile {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Returns each brightness by the part of the pixels that are darker: (cdf(v) − cdf(min)) / (n − cdf(min)).
 */
export function spreadWhole(plane: Plane, levels: number): Float32Array {
  const { width, height, values } = plane
  const curve = toCurve(countLevels(plane, { left: 0, right: width, top: 0, bottom: height }, levels))
  return values.map((value) => curve[Math.round(value * (levels - 1))] ?? 0)
}

/**
 * Returns each brightness by curves of the tiles around it, weighed by their distance (CLAHE: K. Zuiderveld,
 * Graphics Gems IV, 1994, 474). No level counts more than `limit` times the mean of all, so that noise in
 * flat parts stays small; what is above is shared out evenly.
 */
export function spreadTiles(plane: Plane, levels: number, tiles: number, limit: number): Float32Array {
  const { width, height, values } = plane
  const [columns, rows] = [Math.min(tiles, width), Math.min(tiles, height)]
  const curves = Array.from({ length: columns * rows }, (_, i) => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    const edge = (at: number, count: number, size: number): number => Math.round((at * size) / count)
    const tile = {
      left: edge(column, columns, width),
      right: edge(column + 1, columns, width),
      top: edge(row, rows, height),
      bottom: edge(row + 1, rows, height),
    }
    return toCurve(clip(countLevels(plane, tile, levels), limit))
  })
  const across = Array.from({ length: width }, (_, x) => findTiles(x, width, columns))
  const down = Array.from({ length: height }, (_, y) => findTiles(y, height, rows))
  const spread = new Float32Array(values.length)
  for (const [y, { low: above, high: below, part: v }] of down.entries()) {
    for (const [x, { low: left, high: right, part: u }] of across.entries()) {
      const level = Math.round((values[y * width + x] ?? 0) * (levels - 1))
      const at = (row: number, column: number): number => curves[row * columns + column]?.[level] ?? 0
      const upper = (1 - u) * at(above, left) + u * at(above, right)
      const lower = (1 - u) * at(below, left) + u * at(below, right)
      spread[y * width + x] = (1 - v) * upper + v * lower
    }
  }
  return spread
}

/** The two tiles between whose middles a pixel lies, and how far it is on the way. */
interface Between {
  readonly low: number
  readonly high: number
  readonly part: number
}

function findTiles(pixel: number, size: number, count: number): Between {
  const at = Math.min(count - 1, Math.max(0, ((pixel + 0.5) * count) / size - 0.5))
  const low = Math.floor(at)
  return { low, high: Math.min(low + 1, count - 1), part: at - low }
}

/** Returns how many pixels of a tile have each level. */
function countLevels({ width, values, weights }: Plane, tile: Tile, levels: number): Float64Array {
  const counts = new Float64Array(levels)
  for (let y = tile.top; y < tile.bottom; y++)
    for (let i = y * width + tile.left; i < y * width + tile.right; i++) {
      const level = Math.round((values[i] ?? 0) * (levels - 1))
      counts[level] = (counts[level] ?? 0) + (weights[i] ?? 0)
    }
  return counts
}

function clip(counts: Float64Array, limit: number): Float64Array {
  const most = (limit * counts.reduce((sum, count) => sum + count, 0)) / counts.length
  const above = counts.reduce((sum, count) => sum + Math.max(0, count - most), 0)
  return counts.map((count) => Math.min(count, most) + above / counts.length)
}

/**
 * Returns the curve of counts: the darkest level that occurs is 0, the brightest 1. One level alone stays.
 */
function toCurve(counts: Float64Array): Curve {
  const first = counts.findIndex((count) => count > 0)
  const darkest = counts[first] ?? 0
  const rest = counts.reduce((sum, count) => sum + count, 0) - darkest
  let sum = -darkest
  return counts.map((count, level) => {
    sum += count
    return rest > 0 ? Math.max(0, sum) / rest : level / (counts.length - 1)
  })
}
