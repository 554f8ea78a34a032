/** Results with what drawing them needs: against values worked out by hand or by plain loops over doubles. */

import { describe, expect, it } from 'vitest'
import { type Dtype, elementArrays } from '../../../core/contract/domain/result/elements.ts'
import type { MeshResult, VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { usualLimits } from '../../../core/data/prepared/grid.ts'
import { listBuffers, prepare } from '../../../core/data/prepared/prepare.ts'
import { findDistances, prepareCloud } from '../../../core/data/prepared/prepare-cloud.ts'
import { withCreaseAngle } from '../../../core/data/prepared/prepare-mesh.ts'
import { missingTexel, type PreparedMesh, type PreparedVolume } from '../../../core/data/prepared/prepared.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const toMesh = (result: Omit<MeshResult, 'type'>, creaseAngle?: number): PreparedMesh => {
  const prepared = prepare({ type: 'mesh', ...result }, creaseAngle)
  if (prepared.type !== 'mesh') throw new Error(prepared.type)
  return prepared
}
const toVolume = (
  dtype: Dtype,
  values: readonly number[],
  more: Partial<VolumeResult> = {},
  limits = usualLimits,
): PreparedVolume => {
  const data = elementArrays[dtype].from(values)
  const prepared = prepare(
    { type: 'volume', shape: [1, 1, values.length], dtype, data, ...more },
    undefined,
    limits,
  )
  if (prepared.type !== 'volume') throw new Error(prepared.type)
  return prepared
}
/** A half float by its definition (IEEE 754, 3.4), without any trick. */
const fromHalf = (bits: number): number => {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const sign = bits & 0x8000 ? -1 : 1
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15))
}
const fractions = ({ texture }: PreparedVolume): number[] => Array.from(texture.data, fromHalf)

describe('a mesh', () => {
  const square = {
    vertices: Float32Array.of(0, 0, 0, 2, 0, 0, 2, 1, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
  }

  it('has bounds, and its own normals where it has some', () => {
    const normals = Float32Array.of(1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0)
    const prepared = toMesh({ ...square, normals })
    expect(prepared.bounds).toEqual({ low: [0, 0, 0], high: [2, 1, 0] })
    expect(prepared.normals).toBe(normals)
    expect(prepared.result.vertices).toBe(square.vertices)
  })

  it.each([1e-20, 1e-6, 1, 1e6, 1e30])('gets normals in units of %d', (unit) => {
    const { normals } = toMesh({ ...square, vertices: square.vertices.map((value) => value * unit) })
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])
  })

  it('weighs triangles by their area', () => {
    // At the corner 0 meet a triangle of area 2 across z and one of area 1 that is turned by 30 degrees.
    const [sine, cosine] = [0.5, Math.sqrt(0.75)]
    const vertices = Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0, -cosine, 0, -sine)
    const { normals } = toMesh({ vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) })
    const sum = [-sine, 0, 2 + cosine]
    const wanted = sum.map((value) => expect.closeTo(value / Math.hypot(...sum), 6))
    expect([...normals.subarray(0, 3)]).toEqual(wanted)
  })

  it('has hard edges where it has no normals of its own: those of a box', () => {
    const vertices = Float32Array.from({ length: 24 }, (_, i) => (Math.floor(i / 3) >> (i % 3)) & 1)
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ]
    const indices = Uint32Array.from(faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d]))
    const colors = Uint8Array.from({ length: 24 }, (_, i) => i)
    const mesh = toMesh({ vertices, indices, colors })
    expect(mesh.positions).toHaveLength(3 * 24)
    expect(mesh.normals).toHaveLength(3 * 24)
    mesh.indices.forEach((vertex, i) => {
      const original = 3 * (indices[i] ?? 0)
      const read = (array: ArrayLike<number> | undefined, at: number) => [0, 1, 2].map((k) => array?.[at + k])
      expect(read(mesh.positions, 3 * vertex)).toEqual(read(vertices, original))
      expect(read(mesh.colors, 3 * vertex)).toEqual(read(colors, original))
      const face = Math.floor(i / 6)
      const outward = [0, 0, 0].map((_, axis) => (axis === 2 - Math.floor(face / 2) ? (face % 2) * 2 - 1 : 0))
      expect(read(mesh.normals, 3 * vertex).map((value) => (value ?? 0) + 0)).toEqual(outward)
    })
  })

  it('is smooth over angles of up to 40 degrees, and at the tip of a cone, without a copy', () => {
    const ring = (count: number, height: number) =>
      Array.from({ length: count }, (_, i) => {
        const angle = (2 * Math.PI * i) / count
        return [Math.cos(angle), Math.sin(angle), height]
      }).flat()
    const around = (count: number, toCorners: (i: number, next: number) => number[]) =>
      Uint32Array.from({ length: count }, (_, i) => i).reduce<number[]>(
        (all, i) => all.concat(toCorners(i, (i + 1) % count)),
        [],
      )
    const prism = (count: number) =>
      toMesh({
        vertices: Float32Array.from([...ring(count, 0), ...ring(count, 1)]),
        indices: Uint32Array.from(
          around(count, (i, next) => [i, next, i + count, next, next + count, i + count]),
        ),
      })
    expect(prism(10).positions).toHaveLength(3 * 20)
    expect(prism(8).positions).toHaveLength(3 * 32)
    const cone = toMesh({
      vertices: Float32Array.from([...ring(200, 0), 0, 0, 1]),
      indices: Uint32Array.from(around(200, (i, next) => [i, next, 200])),
    })
    expect(cone.positions).toBe(cone.result.vertices)
    expect([...cone.normals.subarray(600)]).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 5)))
  })

  it('has hard edges at angles above that of its view: a fold of 30 degrees at the angles around it', () => {
    const vertices = Float32Array.of(0, 0, 0, 0, 1, 0, -1, 0, 0, Math.sqrt(0.75), 0, 0.5)
    const indices = Uint32Array.of(0, 1, 2, 0, 3, 1)
    const fold = (creaseAngle?: number) => toMesh({ vertices, indices }, creaseAngle)
    const counts = [0, 29.9, 30.1, 180, undefined].map((angle) => fold(angle).positions.length / 3)
    expect(counts).toEqual([6, 6, 4, 4, 4])
    expect([...fold(0).normals.subarray(0, 3)]).toEqual([0, 0, 1])
    const [hard, smooth] = [fold(10), fold(60)]
    expect(withCreaseAngle(hard, 10)).toBe(hard)
    expect(withCreaseAngle(hard, 60)).toEqual(smooth)
    expect(withCreaseAngle(smooth, 10)).toEqual(hard)
    const own = toMesh({ vertices, indices, normals: new Float32Array(12).fill(1) }, 10)
    expect(withCreaseAngle(own, 60)).toBe(own)
  })

  it('has hard edges everywhere at 0 and nowhere at 180 degrees, also where triangles are folded back', () => {
    const side = (angle: number) => [Math.cos(angle), 0, Math.sin(angle)]
    const vertices = Float32Array.from([0, 0, 0, 0, 1, 0, ...side(0), ...side(1e-3), ...side(2), ...side(0)])
    const indices = Uint32Array.of(0, 1, 2, 0, 3, 1, 0, 1, 4, 0, 5, 1)
    expect(toMesh({ vertices, indices }, 0).positions).toHaveLength(3 * 12)
    expect(toMesh({ vertices, indices }, 180).indices).toBe(indices)
  })

  it('is flat where it is flat: a box with a bowl in its top, whose corners have 64 triangles each', () => {
    const rim = 256
    const corners = [1, 1, -1, 1, -1, -1, 1, -1]
    const box = [-1, 0].flatMap((z) => [0, 1, 2, 3].flatMap((i) => [...corners.slice(2 * i, 2 * i + 2), z]))
    const ring = Array.from({ length: rim }, (_, i) => {
      const angle = (2 * Math.PI * (i + 0.5)) / rim
      return [Math.cos(angle) / 2, Math.sin(angle) / 2, 0]
    })
    const [first, bottom] = [8, 8 + rim]
    const at = (i: number): number => first + (i % rim)
    const top = ring.flatMap((_, i) => [4 + Math.floor(((i + 1) % rim) / (rim / 4)), at(i + 1), at(i)])
    for (let side = 0; side < 4; side++)
      top.push(4 + side, 4 + ((side + 1) % 4), at((side + 1) * (rim / 4) - 1))
    const walls = [0, 1, 2, 3].flatMap((i) => {
      const next = (i + 1) % 4
      return [i, next, 4 + next, i, 4 + next, 4 + i]
    })
    const bowl = ring.flatMap((_, i) => [at(i), at(i + 1), bottom])
    const vertices = Float32Array.from([...box, ...ring.flat(), 0, 0, -0.5])
    const mesh = toMesh({ vertices, indices: Uint32Array.from([...top, ...walls, ...bowl]) })
    const normals = Array.from(mesh.indices, (vertex) => [
      ...mesh.normals.subarray(3 * vertex, 3 * vertex + 3),
    ])
    expect(new Set(normals.slice(0, top.length).map(String))).toEqual(new Set(['0,0,1']))
    for (const normal of normals.slice(top.length, top.length + walls.length)) expect(normal[2]).toBe(0)
    for (const [x = 0, y = 0] of normals.slice(-3 * rim)) expect(Math.hypot(x, y)).toBeLessThan(0.71) // 45° up
    const bowlCorners = mesh.indices.slice(-3 * rim)
    expect(new Set(bowlCorners).size).toBe(rim + 1) // smooth around, its tip included
  })

  it('keeps apart what meets at a vertex only', () => {
    // Two triangles of a fold of 30 degrees share an edge; one in the plane of the first shares but a corner.
    const fold = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)]
    const vertices = Float32Array.of(
      0,
      0,
      0,
      0,
      1,
      0,
      -1,
      0,
      0,
      fold[0] ?? 0,
      0,
      fold[1] ?? 0,
      -1,
      -1,
      0,
      0,
      -1,
      0,
    )
    const upside = [0, 1, 2, 0, 3, 1, 0, 5, 4]
    const { indices } = toMesh({ vertices, indices: Uint32Array.from([...upside, 0, 1, 3]) })
    expect(indices[0]).toBe(indices[3])
    expect(indices[6]).not.toBe(indices[0])
  })

  it('is drawn relative to its middle where that is far from the origin', () => {
    const far = toMesh({ ...square, vertices: square.vertices.map((value) => value + 1e6) })
    expect(far.centre).toEqual([1_000_001, 1_000_000.5, 1e6])
    expect([...far.positions]).toEqual([-1, -0.5, 0, 1, -0.5, 0, 1, 0.5, 0, -1, 0.5, 0])
    expect(far.bounds.low).toEqual([1e6, 1e6, 1e6])
    const near = toMesh({ ...square, vertices: square.vertices.map((value) => value + 100) })
    expect(near.centre).toEqual([0, 0, 0])
    expect(near.positions).toBe(near.result.vertices)
  })

  it('has finite normals of length 1 at degenerate triangles and lonely vertices', () => {
    const vertices = Float32Array.of(0, 0, 0, 1, 0, 0, 2, 0, 0, 5, 5, 5)
    const { normals } = toMesh({ vertices, indices: Uint32Array.of(0, 1, 2, 0, 0, 1, 3, 3, 3) })
    expect([...normals]).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])
    const point = toMesh({ vertices: Float32Array.of(7, 7, 7), indices: Uint32Array.of(0, 0, 0) })
    expect([...point.normals]).toEqual([0, 0, 1])
  })

  it('may be empty', () => {
    const { bounds, normals } = toMesh({ vertices: new Float32Array(), indices: new Uint32Array() })
    expect(bounds).toEqual({ low: [0, 0, 0], high: [0, 0, 0] })
    expect(normals).toHaveLength(0)
  })
})

describe('a volume', () => {
  it('lies from the outer faces of its first samples to those of its last', () => {
    const { bounds } = toVolume('uint8', [1, 2, 3, 4, 5, 6], {
      shape: [1, 2, 3],
      spacing: [10, 2, 0.5],
      origin: [100, -1, 0],
    })
    expect(bounds).toEqual({ low: [-0.25, -2, 95], high: [1.25, 2, 105] })
    expect(toVolume('uint8', [1]).bounds).toEqual({ low: [-0.5, -0.5, -0.5], high: [0.5, 0.5, 0.5] })
  })

  it.each([
    [[6], [6, 1, 1]],
    [
      [2, 3],
      [3, 2, 1],
    ],
    [
      [2, 1, 1, 3],
      [3, 1, 1],
    ],
  ])('of the shape %j from a file is %j samples along x, y, z', (shape, size) => {
    const { texture } = toVolume('uint8', [1, 2, 3, 4, 5, 6], { shape })
    expect([texture.width, texture.height, texture.depth]).toEqual(size)
    expect(texture.data).toHaveLength(size.reduce((product, length) => product * length))
  })

  it('of bytes is the texture, without a copy', () => {
    const data = Uint8Array.of(9, 9, 3, 200, 7).subarray(2)
    const prepared = toVolume('uint8', [0, 0, 0], { data })
    expect(prepared.texture).toMatchObject({ format: 'r8', values: [0, 255], step: 1 })
    expect(prepared.texture.data.buffer).toBe(data.buffer)
    expect([...prepared.texture.data]).toEqual([3, 200, 7])
    expect(prepared.range).toEqual([3, 200])
    const { histogram, quantiles, bricks } = prepared
    const buffers = [data.buffer, histogram.buffer, quantiles.buffer, bricks.data.buffer]
    expect(listBuffers(prepared)).toEqual(buffers)
  })

  it('of signed bytes is shifted to begin at 0', () => {
    const { texture, range } = toVolume('int8', [-128, -1, 0, 127])
    expect([...texture.data]).toEqual([0, 127, 128, 255])
    expect(texture).toMatchObject({ format: 'r8', values: [-128, 127] })
    expect(range).toEqual([-128, 127])
  })

  it.each(['int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'] as const)(
    'of %s has half floats from 0 to 1 over its range',
    (dtype) => {
      const low = dtype.startsWith('u') ? 1000 : -1000
      const prepared = toVolume(dtype, [low, low + 500, low + 1000, low + 2000, low + 2000])
      expect(fractions(prepared)).toEqual([0, 0.25, 0.5, 1, 1])
      expect(prepared.texture).toMatchObject({ format: 'r16f', values: [low, low + 2000] })
      expect(prepared.range).toEqual([low, low + 2000])
      const { histogram } = prepared
      expect([histogram[0], histogram[64], histogram[128], histogram[255]]).toEqual([1, 1, 1, 2])
    },
  )

  it('has the nearest half floats, also the smallest ones', () => {
    const values = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 })
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 40 }), (list, shrink) => {
        const given = [0, 1, ...list.map((value) => value * 2 ** -shrink)]
        fractions(toVolume('float64', given)).forEach((half, i) => {
          const value = given[i] ?? 0
          const spacing = Math.max(2 ** (Math.floor(Math.log2(value)) - 10), 2 ** -24)
          expect(Math.abs(half - value)).toBeLessThanOrEqual(spacing / 2 + 2 ** -40)
        })
      }),
    )
  })

  it('leaves NaN and the infinities out of range and histogram, draws these at the ends and that as nothing', () => {
    const prepared = toVolume('float32', [NaN, Infinity, -Infinity, 5, 7])
    expect(prepared.range).toEqual([5, 7])
    expect(fractions(prepared)).toEqual([missingTexel, 1, 0, 0, 1])
    expect(prepared.bricks.data).toHaveLength(2)
    expect(prepared.histogram.reduce((sum, count) => sum + count, 0)).toBe(2)
  })

  it.each([
    ['one value', [4, 4, 4], [4, 4], 3, [0, 0, 0]],
    ['nothing finite', [NaN, NaN, Infinity], [0, 0], 0, [missingTexel, missingTexel, 0]],
    ['the widest doubles', [-1.7e308, 0, 1.7e308], [-1.7e308, 1.7e308], 3, [0, 0, 0]],
  ])('of %s is drawn as nothing', (_, values, range, counted, wanted) => {
    const prepared = toVolume('float64', values)
    expect(prepared.range).toEqual(range)
    expect(fractions(prepared)).toEqual(wanted)
    expect(prepared.histogram.reduce((sum, count) => sum + count, 0)).toBe(counted)
  })

  it('of every dtype has the range and histogram that a plain count gives', () => {
    const check = (dtype: Dtype, values: readonly number[]) => {
      const { range, histogram } = toVolume(dtype, values)
      const data = Array.from(elementArrays[dtype].from(values))
      const [low, high] = [Math.min(...data), Math.max(...data)]
      const expected = new Uint32Array(256)
      for (const value of data) {
        const bin = high > low ? Math.min(Math.floor((value - low) * (1 / (high - low)) * 256), 255) : 0
        expected[bin] = (expected[bin] ?? 0) + 1
      }
      expect({ range, histogram }).toEqual({ range: [low, high], histogram: expected })
    }
    for (const dtype of Object.keys(elementArrays) as Dtype[]) // its own keys
      fc.assert(
        fc.property(fc.array(fc.integer({ min: -40_000, max: 70_000 }), { minLength: 1 }), (values) =>
          check(dtype, values),
        ),
        { numRuns: 10 },
      )
  })

  it('that is too large is thinned, and stays in its place', () => {
    const values = Array.from({ length: 5 * 3 * 2 }, (_, i) => i)
    const limits = { side: 4, bytes: 1000 }
    const { texture, range, bounds, result } = toVolume('int16', values, { shape: [2, 3, 5] }, limits)
    expect(texture).toMatchObject({ width: 3, height: 2, depth: 1, step: 2 })
    // Of five samples along x those at 0, 2 and 4; of three along y at 0 and 2; of two along z at 1.
    const wanted = [15, 17, 19, 25, 27, 29]
    expect(fractions({ texture } as PreparedVolume)).toEqual(
      wanted.map((value) => expect.closeTo(value / 29, 3)),
    ) // all that it reads
    expect(range).toEqual([0, 29])
    expect(bounds.high).toEqual([4.5, 2.5, 1.5])
    expect(result.data).toHaveLength(30)
  })

  it('keeps within the bytes of a texture', () => {
    const values = Array.from({ length: 16 ** 3 }, (_, i) => i % 256)
    const shape = [16, 16, 16]
    expect(toVolume('uint8', values, { shape }, { side: 99, bytes: 4096 }).texture.step).toBe(1)
    expect(toVolume('uint8', values, { shape }, { side: 99, bytes: 4095 }).texture.step).toBe(2)
    expect(toVolume('int16', values, { shape }, { side: 99, bytes: 4096 }).texture.step).toBe(2)
  })

  it('may be longer than a piece of the work', () => {
    const values = Array.from({ length: 20_000 }, (_, i) => i)
    const halves = fractions(toVolume('float32', values, {}, { side: 20_000, bytes: 1e6 }))
    expect(halves.every((half, i) => Math.abs(half - i / 19_999) < 2 ** -11)).toBe(true)
  })
})

describe('a point cloud', () => {
  it('has bounds, and a range where it has scalars', () => {
    const points = Float32Array.of(1, 2, 3, -1, 5, 0)
    const bounds = { low: [-1, 2, 0], high: [1, 5, 3] }
    expect(prepare({ type: 'point_cloud', points })).toMatchObject({ bounds, range: null })
    const scalars = Float32Array.of(0.5, -2)
    expect(prepare({ type: 'point_cloud', points, scalars })).toMatchObject({ range: [-2, 0.5] })
  })
})

describe('the size of points', () => {
  const sizeOf = (points: Float32Array) => prepareCloud({ type: 'point_cloud', points }).diameter
  /** A hundred points in pairs on a line of about 98: two apart, and so near to the other of their pair. */
  const pairs = (gap: number) =>
    Float32Array.from({ length: 300 }, (_, i) =>
      i % 3 === 0 ? 2 * Math.floor(i / 6) + gap * ((i / 3) % 2) : 0,
    )

  it('is that of balls that hardly meet where they keep a distance, as atoms do', () => {
    expect(sizeOf(pairs(1))).toBeCloseTo(0.9)
    const water = Float32Array.of(0, 0, 0.12, 0, 0.76, -0.48, 0, -0.76, -0.48)
    expect(sizeOf(water)).toBeCloseTo(Math.hypot(1.52, 0.6) / 16)
  })

  it('is that of points in few that come near to each other, and of neighbours that touch in many', () => {
    expect(sizeOf(pairs(0.5))).toBeCloseTo(0.8) // 1.6 distances, less than 98.5 / 120
    expect(sizeOf(pairs(0.6))).toBeCloseTo(98.6 / 120)
    const many = Float32Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? i / 3 : 0))
    expect(sizeOf(many)).toBeCloseTo(1.6)
  })
})

describe('the spacing of a cloud', () => {
  const grid = (count: number, gap: number) =>
    Float32Array.from({ length: 3 * count ** 2 }, (_, i) =>
      i % 3 === 2 ? 7 : gap * (i % 3 === 0 ? Math.floor(i / 3) % count : Math.floor(i / 3 / count)),
    )

  it('is the distance of neighbours, also of many', () => {
    expect(findDistances(grid(5, 0.25))).toEqual({ usual: 0.25, short: 0.25 })
    expect(findDistances(grid(500, 2))).toEqual({ usual: 2, short: 2 })
  })

  it('has the median, and that below which a tenth are', () => {
    const line = Float32Array.from([0, 1, 3, 6, 10, 15, 21, 28, 36, 45].flatMap((x) => [x, 0, 0]))
    expect(findDistances(line)).toEqual({ usual: 5, short: 1 })
  })

  it('leaves out points in one place, and is 0 for those alone', () => {
    expect(findDistances(Float32Array.of(0, 0, 0, 0, 0, 0, 3, 4, 0)).usual).toBe(5)
    const none = { usual: 0, short: 0 }
    expect(findDistances(Float32Array.of(1, 1, 1, 1, 1, 1))).toEqual(none)
    expect(findDistances(Float32Array.of(NaN, 0, 0, 1, 1, 1))).toEqual(none)
    expect(findDistances(new Float32Array())).toEqual(none)
  })
})

describe('an image', () => {
  it.each([
    [1, [3, 200], [3, 200]],
    [2, [3, 255, 10, 0], [3, 10]],
    [3, [3, 4, 5, 6, 7, 8], [3, 8]],
    [4, [3, 4, 5, 255, 6, 7, 8, 0], [3, 8]],
  ])('of %i channels has the range of all but alpha', (channels, values, range) => {
    const data = Uint16Array.from(values)
    const width = values.length / channels
    const image = { type: 'image', width, height: 1, channels, dtype: 'uint16', data } as const
    expect(prepare(image)).toMatchObject({
      range,
      bounds: { low: [0, 0, 0], high: [width, 1, 0] },
    })
  })
})

describe('the buffers of a content', () => {
  it('are each of them once, though several arrays lie in one', () => {
    const buffer = new ArrayBuffer(9 * 4 + 3 * 4)
    const vertices = new Float32Array(buffer, 0, 9)
    vertices.set([0, 0, 0, 1, 0, 0, 0, 1, 0])
    const indices = new Uint32Array(buffer, 36, 3)
    indices.set([0, 1, 2])
    const prepared = toMesh({ vertices, indices })
    expect(listBuffers(prepared)).toEqual([buffer, prepared.normals.buffer])
    expect(listBuffers({ type: 'file', fileName: 'a', byteLength: 1, reason: '' })).toEqual([])
  })
})
