/** Scenes of one part: their pictures are those of the part alone. */
import { describe, expect, it } from 'vitest'
import type { PartResult } from '../../../core/contract/domain/result/result.ts'
import { drawColors, drawPair, drawResult, drawThumbnail } from '../../../core/data/picture/draw-result.ts'

const side = 24
const samples = Float32Array.from({ length: side ** 3 }, (_, i) => {
  const [x, y, z] = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)]
  return Math.cos(x / 3) * Math.cos(y / 4) * Math.sin(z / 3) * (x > 20 ? Number.NaN : 1)
})
const shape = [side, side, side] as const
const wave = { type: 'volume', shape, dtype: 'float32', data: samples } as const
const labelled = {
  type: 'volume',
  shape,
  dtype: 'uint8',
  data: Uint8Array.from(samples, (value) => (value > 0.5 ? 2 : value > 0.2 ? 1 : 0)),
  labels: [
    { value: 1, name: 'shell' },
    { value: 2, name: 'core' },
  ],
} as const
const turned = {
  ...wave,
  direction: [0, -1, 0, 1, 0, 0, 0, 0, 1],
  orientation: 'LPS',
} as unknown as PartResult // as readers make them
const points = Float32Array.from({ length: 300 }, (_, i) => Math.sin(i * i))
const scalars = Float32Array.from({ length: 100 }, (_, i) => i)
const indices = Uint32Array.from({ length: 300 }, (_, i) => (7 * i) % 100)

const parts: { readonly [title: string]: PartResult } = {
  'a volume': wave,
  'a volume of labels': labelled,
  'a turned volume': turned,
  'a mesh': { type: 'mesh', vertices: points, indices, scalars },
  'a mesh in one colour': { type: 'mesh', vertices: points, indices },
}
const views = [
  '',
  'projection=orthographic camera=1,2,1 slabs=0.1,0.8,0,1,0.2,1',
  'rendering=isosurface shading=flat plane=1,1,0,0.1',
  'rendering=maximum shading=none',
  'rendering=mean',
  'rendering=minimum density=0.2 up=y',
]

describe('a scene of one part', () => {
  it.each(Object.keys(parts))('has the pixels of %s alone', (title) => {
    const part = parts[title]
    if (!part) throw new Error(`${title} is a key of the table`)
    const scene = { type: 'scene', parts: { part } } as const
    for (const view of views) {
      const size = { width: 60, height: 40 }
      expect(drawColors(scene, { view }, size), view).toEqual(drawColors(part, { view }, size))
    }
    expect(drawThumbnail(scene, {})).toEqual(drawThumbnail(part, {}))
  })

  it('that is large has the rays of a large volume', () => {
    const size = { width: 500, height: 420 }
    const large = { ...wave, shape: [2, 2, 200], data: samples.slice(0, 800) } as const
    const scene = { type: 'scene', parts: { large } } as const
    expect(drawColors(scene, {}, size)).toEqual(drawColors(large, {}, size))
  })

  it('of points, lines, dots and images has them within a level', () => {
    const others: readonly PartResult[] = [
      { type: 'point_cloud', points, scalars },
      { type: 'lines', points, scalars },
      { type: 'labels', points, texts: Array.from(scalars, (value) => `n${value}`) },
      { type: 'arrows', points, vectors: points },
      {
        type: 'image',
        width: 10,
        height: 10,
        channels: 3,
        dtype: 'uint8',
        data: Uint8Array.from(points, (x) => 128 + 127 * x),
      },
    ]
    for (const part of others) {
      const size = { width: 60, height: 60 }
      const alone = drawColors(part, {}, size).rgb
      const { rgb } = drawColors({ type: 'scene', parts: { part } }, {}, size)
      const apart = rgb.filter((level, i) => Math.abs(level - (alone[i] ?? 0)) > 1)
      expect(apart.length, part.type).toBeLessThan(part.type === 'image' ? 60 : 1)
    }
  })
})

describe('pictures of two results', () => {
  const mesh = parts['a mesh'] ?? wave
  const image = {
    type: 'image',
    width: 2,
    height: 2,
    channels: 1,
    dtype: 'uint8',
    data: new Uint8Array(4),
  } as const
  const scene = (named: { readonly [name: string]: PartResult }) => ({
    result: { type: 'scene', parts: named } as const,
    words: {},
  })

  it('are made of scenes as of others, by one camera', () => {
    const pair = drawPair(scene({ mesh }), scene({ mesh, wave }))
    expect(pair?.second).toEqual(drawResult(scene({ mesh, wave }).result))
    expect(drawPair(scene({ mesh }), { result: mesh, words: {} })?.first.length).toBeGreaterThan(100)
  })

  it('are not made of a scene of images beside one with depth', () => {
    expect(drawPair(scene({ image }), scene({ image, mesh }))).toBeUndefined()
    expect(drawPair(scene({ image }), scene({ image, other: image }))).toBeDefined()
  })
})
