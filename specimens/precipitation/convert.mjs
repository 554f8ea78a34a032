/**
 * Makes precipitation.png from the npm package `vega-datasets`: node
 * specimens/precipitation/convert.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encode } from 'fast-png'
import { readCoasts } from '../read-coasts.mjs'
import { withPackage } from '../unpack-package.mjs'

/** Pixels a degree. */
const detail = 4
/** Colours from 50 mm to 6 m a year, evenly spaced by the logarithm. */
const stops = [
  [247, 238, 214],
  [226, 202, 150],
  [150, 190, 130],
  [60, 150, 150],
  [36, 96, 160],
  [40, 44, 120],
  [24, 16, 60],
]

const { grid, coasts } = await withPackage('vega-datasets@3.2.1', (folder) => {
  const read = (name) => JSON.parse(readFileSync(join(folder, 'data', name), 'utf8'))
  return { grid: read('annual-precip.json'), coasts: readCoasts(read('world-110m.json'), 0.1) }
})
const [width, height] = [grid.width * detail, grid.height * detail]
const rgb = paintMap()
for (const [longitude, latitude] of coasts) darken(longitude, latitude)
writeFileSync(
  join(import.meta.dirname, 'precipitation.png'),
  encode({ width, height, data: rgb, channels: 3 }),
)

/**
 * Values of the grid are at the corners of whole degrees, from 180° W and 87° N; in between they are
 * bilinear.
 */
function paintMap() {
  const pixels = new Uint8Array(width * height * 3)
  for (let p = 0; p < width * height; p++) {
    const [x, y] = [(p % width) / detail, Math.floor(p / width) / detail]
    const [left, top] = [Math.floor(x), Math.min(Math.floor(y), grid.height - 2)]
    const at = (column, row) => Math.log(Math.max(grid.values[row * grid.width + (column % grid.width)], 1))
    const row = (line) => at(left, line) * (1 - x + left) + at(left + 1, line) * (x - left)
    const value = row(top) * (1 - y + top) + row(top + 1) * (y - top)
    pixels.set(toColor((value - Math.log(50)) / Math.log(120)), 3 * p)
  }
  return pixels
}

function toColor(value) {
  const position = Math.min(Math.max(value, 0), 1) * (stops.length - 1)
  const stop = Math.min(Math.floor(position), stops.length - 2)
  return stops[stop].map((from, i) => Math.round(from + (stops[stop + 1][i] - from) * (position - stop)))
}

function darken(longitude, latitude) {
  const [x, y] = [Math.round((longitude + 180) * detail) % width, Math.round((87 - latitude) * detail)]
  if (y < 0 || y >= height) return
  for (let k = 0; k < 3; k++) rgb[3 * (y * width + x) + k] *= 0.45
}
