/** Light of a lamp that is far away on a land of heights, with the shadows that it throws. */

import { toLinear, toSrgbByte } from '../shared/srgb.ts'
import type { Vector } from '../shared/vector.ts'
import type { Net } from './relief.ts'

/** Cells of the map of heights along x and y, over a square of the land's width. */
const side = 512
/** Light of the sky: red, green, blue, where that of a lamp that is overhead is about 1. */
const sky = [0.3, 0.34, 0.44]
/** Half of the land's width in km. */
const reach = 5

/**
 * Returns n×3 sRGB bytes: the colours of a land in the light of a lamp. `towards` leads to it, of length 1.
 * What lies in a shadow, or is turned away, has the light of the sky alone.
 */
export function lightLand(
  net: Net & { readonly normals: Float32Array },
  colors: Uint8Array,
  towards: Vector,
): Uint8Array {
  const { vertices, normals } = net
  const isShaded = createShades(net, towards)
  const linear = Float64Array.from({ length: 256 }, (_, byte) => toLinear(byte))
  // A low lamp is warm, as its light comes a long way through the air.
  const warmth = Math.min(1, Math.max(0, towards[2] * 2))
  const sun = [1.05, 0.75 + 0.3 * warmth, 0.45 + 0.55 * warmth]
  const lit = new Uint8Array(colors.length)
  for (let i = 0; i < vertices.length; i += 3) {
    const facing =
      (normals[i] ?? 0) * towards[0] + (normals[i + 1] ?? 0) * towards[1] + (normals[i + 2] ?? 0) * towards[2]
    const share = facing > 0 && !isShaded(i) ? facing : 0
    for (let channel = 0; channel < 3; channel++) {
      const light = (sky[channel] ?? 0) + (sun[channel] ?? 0) * share
      lit[i + channel] = toSrgbByte(Math.min(1, light * (linear[colors[i + channel] ?? 0] ?? 0)))
    }
  }
  return lit
}

/** Returns the height of the land at the middle of each cell, row by row from the south. */
function mapHeights({ vertices, indices }: Net): Float32Array {
  const heights = new Float32Array(side * side)
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => {
      const vertex = 3 * (indices[i + corner] ?? 0)
      return {
        x: toCell(vertices[vertex] ?? 0),
        y: toCell(vertices[vertex + 1] ?? 0),
        z: vertices[vertex + 2] ?? 0,
      }
    }) as [Corner, Corner, Corner] // of three
    const area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
    if (area === 0) continue
    for (let row = Math.ceil(Math.min(a.y, b.y, c.y)); row <= Math.max(a.y, b.y, c.y); row++)
      for (let column = Math.ceil(Math.min(a.x, b.x, c.x)); column <= Math.max(a.x, b.x, c.x); column++) {
        const v = ((column - a.x) * (c.y - a.y) - (c.x - a.x) * (row - a.y)) / area
        const w = ((b.x - a.x) * (row - a.y) - (column - a.x) * (b.y - a.y)) / area
        if (v < 0 || w < 0 || v + w > 1) continue
        heights[row * side + column] = a.z + v * (b.z - a.z) + w * (c.z - a.z)
      }
  }
  return heights
}

interface Corner {
  readonly x: number
  readonly y: number
  readonly z: number
}

function toCell(place: number): number {
  return ((place + reach) / (2 * reach)) * (side - 1)
}

/**
 * Returns a function that is true for a vertex, by its first number, between which and the lamp land stands.
 */
function createShades(net: Net, towards: Vector): (i: number) => boolean {
  const level = Math.hypot(towards[0], towards[1])
  if (towards[2] <= 0) return () => true // the lamp is under the sea
  if (level < 1e-6) return () => false
  const heights = mapHeights(net)
  const highest = heights.reduce((most, height) => Math.max(most, height), 0)
  const rise = (towards[2] / level) * ((2 * reach) / (side - 1))
  const [stepX, stepY] = [towards[0] / level, towards[1] / level]
  const { vertices } = net
  return (i) => {
    // A little above the net, whose triangles are flat where the land is not.
    let height = (vertices[i + 2] ?? 0) + 0.004
    let [column, row] = [toCell(vertices[i] ?? 0), toCell(vertices[i + 1] ?? 0)]
    for (height += rise; height < highest; height += rise) {
      column += stepX
      row += stepY
      if (column < 0 || row < 0 || column > side - 1 || row > side - 1) return false
      if ((heights[Math.round(row) * side + Math.round(column)] ?? 0) > height) return true
    }
    return false
  }
}
