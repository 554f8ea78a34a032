/** The pictures that results become: bright where there is something, the same for the same result. */
import { createHash } from 'node:crypto'
import { convertIndexedToRgb, decode } from 'fast-png'
import { describe, expect, test } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { drawResult } from '../../../core/data/picture/draw-result.ts'

function toRgb(result: Result): (x: number, y: number) => number {
  const picture = decode(drawResult(result))
  const rgb = convertIndexedToRgb(picture)
  return (x, y) => {
    const at = 3 * (y * picture.width + x)
    return Math.max(...rgb.subarray(at, at + 3))
  }
}

const square = {
  type: 'mesh',
  vertices: Float32Array.from([-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1]),
  indices: Uint32Array.from([0, 1, 2, 0, 2, 3]),
} as const satisfies Result
const cube = Float32Array.from({ length: 512 }, (_, i) =>
  [i & 7, (i >> 3) & 7, i >> 6].every((place) => place > 1 && place < 6) ? 1 : 0,
)

const results: { readonly [title: string]: Result } = {
  'a mesh': square,
  'a mesh with colours': { ...square, colors: new Uint8Array(12).fill(200) },
  'a volume': { type: 'volume', shape: [8, 8, 8], dtype: 'float32', data: cube },
  'a volume of one layer': {
    type: 'volume',
    shape: [2, 1, 2],
    dtype: 'int16',
    data: Int16Array.of(900, 1000, 900, 1000),
  },
  'an image': {
    type: 'image',
    width: 3,
    height: 1,
    channels: 1,
    dtype: 'uint16',
    data: Uint16Array.of(0, 65535, 0),
  },
  'an image with alpha': {
    type: 'image',
    width: 1,
    height: 3,
    channels: 2,
    dtype: 'uint8',
    data: Uint8Array.of(0, 0, 255, 255, 0, 0),
  },
  points: { type: 'point_cloud', points: Float32Array.from([-1, 0, 0, 0, 0, 0, 1, 0, 0]) },
  'points with values': {
    type: 'point_cloud',
    points: Float32Array.from([-1, 0, 0, 0, 0, 0, 1, 0, 0]),
    scalars: Float32Array.of(0, 1, 1),
  },
}

/** A wavy ring, of curved and of hidden parts. */
function createRing(): Result {
  const [around, across] = [60, 24]
  const places = Array.from({ length: around * across }, (_, i) => {
    const [a, b] = [(Math.floor(i / across) * 2 * Math.PI) / around, ((i % across) * 2 * Math.PI) / across]
    const radius = 2 + (0.8 + 0.1 * Math.cos(12 * a)) * Math.cos(b)
    return [radius * Math.cos(a), radius * Math.sin(a), 0.8 * Math.sin(b)]
  })
  const indices = places.flatMap((_, i) => {
    const row = i - (i % across)
    const [right, next] = [(i + across) % places.length, row + ((i + 1) % across)]
    const opposite = (next + across) % places.length
    return [i, right, opposite, i, opposite, next]
  })
  const scalars = Float32Array.from(places, ([x = 0]) => x)
  const vertices = Float32Array.from(places.flat())
  return { type: 'mesh', vertices, indices: Uint32Array.from(indices), scalars }
}

describe('a picture', () => {
  test.each(Object.keys(results))('of %s is bright in the middle', (title) => {
    const result = results[title]
    if (!result) throw new Error(`${title} is a key of the table`)
    const read = toRgb(result)
    expect(read(128, 128)).toBeGreaterThan(read(2, 2) + 60)
  })

  test('has the same bytes when the result is the same, and others when it is not', () => {
    const moved = { ...square, vertices: square.vertices.map((x, i) => (i === 0 ? x / 2 : x)) }
    expect(drawResult({ ...square })).toEqual(drawResult(square))
    expect(drawResult(moved)).not.toEqual(drawResult(square))
  })

  test('has the same bytes in every version of Node', () => {
    const hash = createHash('sha256')
    for (const result of [...Object.values(results), createRing()])
      for (const view of ['', 'opacity=0.6 roughness=0.2 rendering=isosurface'])
        hash.update(drawResult(result, { view }, { width: 96, height: 64 }))
    // As found by Node 20.20 and 24; a change of how pictures look changes it.
    expect(hash.digest('hex').slice(0, 16)).toBe('a4dc1a0d78514ee9')
  })

  test('of a mesh with scalars has the colours of its colormap', () => {
    const png = decode(drawResult(createRing(), { view: 'colormap=coolwarm' }, { width: 300, height: 300 }))
    const [red = 0, , blue = 0] = png.data.subarray(3 * (150 * 300 + 20))
    const [otherRed = 0, , otherBlue = 0] = png.data.subarray(3 * (150 * 300 + 280))
    expect(Math.sign(red - blue)).toBe(-Math.sign(otherRed - otherBlue))
  })

  test('of a mesh without normals has the hard edges that its view says', () => {
    const roof = Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, -1, 1, 0, -1) // two triangles at a right angle
    const mesh = { type: 'mesh', vertices: roof, indices: Uint32Array.of(0, 1, 2, 0, 3, 1) } as const
    const draw = (view: string, more: object = {}) => drawResult({ ...mesh, ...more }, { view })
    const [hard, smooth] = [draw(''), draw('creaseAngle=100')]
    expect(smooth).not.toEqual(hard)
    expect(draw('creaseAngle=80')).toEqual(hard)
    expect(draw('shading=flat creaseAngle=100')).toEqual(draw('shading=flat'))
    // The means of the normals at the two vertices that the triangles share.
    const [low, high] = [
      [0, 0, 1],
      [-Math.SQRT1_2, 0, Math.SQRT1_2],
    ]
    const normals = Float32Array.from([low, low, high, [Math.SQRT1_2, 0, Math.SQRT1_2]].flat() as number[])
    expect(draw('creaseAngle=10', { normals })).toEqual(smooth)
  })

  test.each<Result>([
    { type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() },
    { type: 'point_cloud', points: new Float32Array() },
    { type: 'mesh', vertices: new Float32Array(9), indices: Uint32Array.of(0, 1, 2) },
    { type: 'volume', shape: [2, 2, 2], dtype: 'float32', data: new Float32Array(8).fill(Number.NaN) },
  ])('is there when there is nothing to see', (result) => {
    const read = toRgb(result)
    expect(read(2, 2)).toBeLessThan(60)
  })
})
