/** Plugins that take data, by what is known of boxes, balls, linear fields and small images. */
import type { Image, Mesh, Volume } from 'specimen-host/plugin'
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../core/contract/domain/result/parse-result.ts'
import { combine } from '../../plugins/combine/index.ts'
import { distanceField } from '../../plugins/distance-field/index.ts'
import { cellImage, equalize } from '../../plugins/equalize/index.ts'
import { isosurface } from '../../plugins/isosurface/index.ts'
import { decimate } from '../../plugins/smooth/index.ts'
import { components, resample } from '../../plugins/volumes/index.ts'
import { measureTopology, weld } from './topology.ts'

/** A box from `low` to `high` along x, y and z, which looks outward. */
function box(low: readonly number[], high: readonly number[], more: Partial<Mesh> = {}): Mesh {
  const corners = Array.from({ length: 8 }, (_, i) =>
    [0, 1, 2].map((k) => ((i >> k) & 1 ? high : low)[k] ?? 0),
  )
  const sides = [0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6]
  const indices = [0, 1, 2, 3, 4, 5].flatMap((side) => {
    const [a = 0, b = 0, c = 0, d = 0] = sides.slice(4 * side, 4 * side + 4)
    return [a, b, c, a, c, d]
  })
  return { vertices: Float32Array.from(corners.flat()), indices: Uint32Array.from(indices), ...more }
}

const half = 2
const cube = box([-half, -half, -half], [half, half, half], { unit: 'mm', orientation: 'RAS' })

/** A volume of a function of z, y, x. */
function sample(
  side: number,
  value: (z: number, y: number, x: number) => number,
  more: Partial<Volume> = {},
): Volume {
  const data = Float32Array.from({ length: side ** 3 }, (_, i) =>
    value(Math.floor(i / side ** 2), Math.floor(i / side) % side, i % side),
  )
  return { shape: [side, side, side], data, ...more }
}

const ball = (side = 33): Mesh => {
  const middle = (side - 1) / 2
  const toDepth = (z: number, y: number, x: number): number => -Math.hypot(x - middle, y - middle, z - middle)
  return isosurface(
    sample(side, toDepth, { origin: [-middle, -middle, -middle], unit: 'mm' }),
    1 - 10 / Math.hypot(middle, middle, middle),
  )
}

describe('decimate', () => {
  it('leaves a box its corners, and a flat net few triangles where its border is free', async () => {
    expect((await decimate(box([0, 0, 0], [1, 1, 1]), 0, 0.001)).indices).toHaveLength(36)
    const side = 9
    const places = Array.from({ length: side * side }, (_, i) => [i % side, Math.floor(i / side), 0]).flat()
    const squares = Array.from({ length: (side - 1) ** 2 }, (_, i) => {
      const corner = Math.floor(i / (side - 1)) * side + (i % (side - 1))
      return [corner, corner + 1, corner + side, corner + 1, corner + side + 1, corner + side]
    })
    const net: Mesh = { vertices: Float32Array.from(places), indices: Uint32Array.from(squares.flat()) }
    const free = await decimate(net, 0, 0.001, 'free')
    expect(free.indices.length).toBeLessThan(27) // of 384; meshoptimizer stops at seven triangles, not at two
    expect(measureTopology(free).area).toBe(64)
    const kept = await decimate(net, 0, 0.001)
    expect([measureTopology(kept).borderEdges, measureTopology(kept).area]).toEqual([4 * (side - 1), 64])
  })

  it('keeps a ball within the error, closed, on vertices that it had, and says so', async () => {
    const fine = ball()
    const known = new Set(
      Array.from({ length: fine.vertices.length / 3 }, (_, i) =>
        fine.vertices.slice(3 * i, 3 * i + 3).join(),
      ),
    )
    const few = await decimate({ ...fine, notes: ['Before.'] }, 0, 0.2)
    const { borderEdges, badEdges, euler, volume } = measureTopology(few)
    expect([borderEdges, badEdges, euler]).toEqual([0, 0, 2])
    expect(few.indices.length).toBeLessThan(fine.indices.length / 5)
    expect(volume / ((4 / 3) * Math.PI * 1000)).toBeGreaterThan(0.94)
    for (let i = 0; i < few.vertices.length; i += 3)
      expect(known.has(few.vertices.slice(i, i + 3).join())).toBe(true)
    expect([few.unit, few.normals, few.notes?.at(-1)]).toEqual(['mm', undefined, 'Before.'])
    expect(few.notes?.[0]).toMatch(
      /^[\d,]+ of [\d,]+ triangles are left; the surface moved by an estimated 0\.\d+ mm\.$/,
    )
    expect((await decimate(fine, 0.1, 1000)).indices.length).toBeLessThanOrEqual(
      0.1 * fine.indices.length + 3,
    )
  })

  it('carries colours, values and labels of the vertices that stay', async () => {
    const fine = ball()
    const heights = fine.vertices.filter((_, i) => i % 3 === 2)
    const colors = Uint8Array.from(fine.vertices, (value) => Math.round(128 + 10 * value))
    const few = await decimate({ ...fine, colors, scalars: heights }, 0.2, 5)
    expect(few.scalars).toEqual(few.vertices.filter((_, i) => i % 3 === 2))
    expect(few.colors).toEqual(Uint8Array.from(few.vertices, (value) => Math.round(128 + 10 * value)))
    const halves = heights.map((z) => Number(z > 0))
    const labels = [{ value: 1, name: 'upper' }]
    const named = await decimate({ ...fine, scalars: halves, labels }, 0, 1)
    expect(named.scalars).toEqual(named.vertices.filter((_, i) => i % 3 === 2).map((z) => Number(z > 0)))
    expect(named.notes).toContain('Vertices where two labels meet have stayed.')
    expect(named.indices.length).toBeGreaterThan((await decimate(fine, 0, 1)).indices.length)
  })

  it('joins corners at one place, and takes a mesh of nothing', async () => {
    const { vertices, indices } = ball()
    const soup = Float32Array.from(
      [...indices].flatMap((index) => [...vertices.subarray(3 * index, 3 * index + 3)]),
    )
    const few = await decimate({ vertices: soup, indices: indices.map((_, i) => i) }, 0.1, 5)
    expect(few.indices.length).toBeLessThan(0.15 * indices.length)
    const none = { vertices: new Float32Array(), indices: new Uint32Array() }
    expect((await decimate(none)).indices).toHaveLength(0)
  })
})

describe('distanceField', () => {
  it('is the closed form of a box at every sample, in its unit, below zero inside', async () => {
    const field = await distanceField(cube, 24, 0.3)
    const { shape, spacing = [1, 1, 1], origin = [0, 0, 0], data } = field
    for (const [i, value] of data.entries()) {
      const index = [Math.floor(i / (shape[1] * shape[2])), Math.floor(i / shape[2]) % shape[1], i % shape[2]]
      const beyond = index.map((at, axis) => Math.abs((origin[axis] ?? 0) + at * (spacing[axis] ?? 0)) - half)
      const outside = Math.hypot(...beyond.map((part) => Math.max(0, part)))
      expect(value).toBeCloseTo(outside + Math.min(0, Math.max(...beyond)), 5)
    }
    expect([field.unit, field.valueUnit, field.valueName, field.orientation]).toEqual([
      'mm',
      'mm',
      'signed distance',
      'RAS',
    ])
    expect(() => parseResult(field, 'volume')).not.toThrow()
  })

  it('is that of a ball within its triangles, turned inside out too, at an offset', async () => {
    const mesh = { ...ball(), offset: [1000, 0, 0] as const }
    const field = await distanceField({ ...mesh, indices: mesh.indices.toReversed() }, 20)
    const { shape, spacing = [1, 1, 1], origin = [0, 0, 0] } = field
    for (const [i, value] of field.data.entries()) {
      const [z, y, x] = [
        Math.floor(i / (shape[1] * shape[2])),
        Math.floor(i / shape[2]) % shape[1],
        i % shape[2],
      ]
      const place = [
        origin[0] + z * spacing[0],
        origin[1] + y * spacing[1],
        origin[2] + x * spacing[2] - 1000,
      ]
      expect(Math.abs(value - (Math.hypot(...place) - 10))).toBeLessThan(0.06)
    }
  })

  it('has no sign for an open mesh, says so, and reports each layer', async () => {
    const said: (number | undefined)[] = []
    const open = { ...cube, indices: cube.indices.slice(6) }
    const field = await distanceField(open, 8, 0, { report: (_, part) => said.push(part) })
    expect(Math.min(...field.data)).toBeGreaterThanOrEqual(0)
    expect([field.valueName, field.notes?.[0]]).toEqual([
      'distance',
      'Distances have no sign, as the mesh has no inside: ' +
        '4 of its edges are open or turned against each other.',
    ])
    expect(said.at(-1)).toBe(1)
    await expect(distanceField({ ...cube, indices: new Uint32Array() })).rejects.toThrow('has no triangles')
  })
})

describe('combine', () => {
  const other = box([0, 0, 0], [4, 4, 4])
  it.each([
    ['union', 64 + 64 - 8],
    ['difference', 64 - 8],
    ['intersection', 8],
  ] as const)(
    'gives the %s of two boxes its volume, closed, with the source of each vertex',
    async (operation, volume) => {
      const solid = await combine(cube, other, operation, 1)
      const counts = measureTopology(weld(solid))
      expect(counts.volume).toBeCloseTo(volume, 4)
      expect([counts.borderEdges, counts.badEdges]).toEqual([0, 0])
      expect([...new Set(solid.scalars)].sort()).toEqual([1, 2])
      expect([solid.unit, solid.orientation]).toEqual(['mm', 'RAS'])
      expect(() => checkElements(parseResult(solid, 'mesh'))).not.toThrow()
    },
  )

  it('scales, moves and turns the second one, by its offset and directions too', async () => {
    const space = async (b: Mesh, scale: number, shift: readonly [number, number, number]): Promise<number> =>
      measureTopology(await combine(cube, b, 'intersection', scale, shift)).volume
    expect(await space(other, 0.25, [0, 0, 0])).toBeCloseTo(1, 5)
    expect(await space(other, 1, [-1, 0, 0])).toBeCloseTo(12, 4)
    expect(await space({ ...other, offset: [1, 1, 0] }, 1, [0, 0, 0])).toBeCloseTo(2, 5)
    // Its axes lead left and back: it reaches from −4 to 0 there, and then from −3 to 1 and from 0 to 4.
    expect(await space({ ...other, orientation: 'LPS' }, 1, [1, 4, 0])).toBeCloseTo(3 * 2 * 2, 4)
    expect(await space({ ...other, indices: other.indices.toReversed() }, 1, [0, 0, 0])).toBeCloseTo(8, 5)
    const nothing = await combine(cube, other, 'intersection', 1, [9, 0, 0])
    expect([nothing.indices.length, nothing.notes?.[0]?.slice(0, 15)]).toEqual([0, 'Nothing is left'])
  })

  it('refuses what is open and another unit, with the remedy', async () => {
    const open = { ...other, indices: other.indices.slice(3) }
    await expect(combine(cube, open, 'union', 1)).rejects.toThrow('b is not closed: 3 of its edges are open')
    await expect(combine(cube, { ...other, unit: 'm' }, 'union', 1)).rejects.toThrow('a is in mm and b in m.')
  })
})

describe('components', () => {
  /** Samples that touch by a face, by an edge and by a corner, in a row, and one apart. */
  const touching = new Set(['0,0,0', '0,0,1', '0,1,2', '1,2,3', '4,4,4'])
  const chain = sample(5, (z, y, x) => Number(touching.has(`${z},${y},${x}`)), {
    spacing: [2, 1, 1],
    unit: 'mm',
  })

  it.each([
    [6, [2, 1, 1, 1]],
    [18, [3, 1, 1]],
    [26, [4, 1]],
  ] as const)('joins %i neighbours, the largest first, and says each space', async (neighbours, sizes) => {
    const { data, labels, notes } = await components(chain, null, null, neighbours, 1)
    expect(sizes.map((_, i) => data.filter((value) => value === i + 1).length)).toEqual(sizes)
    expect(labels?.map(({ name }) => name)).toEqual(sizes.map((size, i) => `${i + 1}: ${2 * size} mm³`))
    expect(notes?.[1]).toContain('10 mm³ together')
  })

  it('leaves out what is small or too many and says so, measures slanted samples, takes labels', async () => {
    const direction = [
      [1, 0, 0],
      [0, 1, 0.6],
      [0, 0, 0.8],
    ]
    const large = await components({ ...chain, direction }, 0.5, null, 6, 2)
    expect(large.labels?.[0]?.name).toBe('1: 3.2 mm³')
    expect(large.notes?.at(-1)).toBe('3 parts of less than 2 samples left out.')
    const one = await components(chain, 0.5, null, 18, 1, 1)
    expect(one.notes).toContain('2 further parts left out, as "most" is 1.')
    await expect(components({ ...chain, labels: [] })).rejects.toThrow('These values are labels')
    expect((await components({ ...chain, labels: [] }, 1, 1, 26, 1)).labels).toHaveLength(2)
    await expect(components(sample(2, () => 3))).rejects.toThrow('All values are 3')
  })

  it('finds a comb that meets late one part', async () => {
    const comb = sample(9, (z, y, x) => Number(z === 4 && (x % 2 === 0 || y === 8)))
    expect((await components(comb, 0.5, null, 6, 1)).labels).toHaveLength(1)
  })
})

describe('resample', () => {
  const direction = [
    [0.8, -0.6, 0],
    [0.6, 0.8, 0],
    [0, 0, 1],
  ]
  const linear = (z: number, y: number, x: number): number => 3 + 2 * z - y + 0.5 * x
  const field = sample(12, (z, y, x) => linear(10 + 2 * z, 20 + 1.5 * y, 30 + x), {
    spacing: [2, 1.5, 1],
    origin: [10, 20, 30],
  })
  const grid = { shape: [5, 6, 7], spacing: [0.7, 0.9, 1.1], origin: [20, 26, 31], direction } as const
  const like: Volume = { ...grid, data: new Uint8Array(210) }
  const toPlace = (i: number): readonly [number, number, number] => {
    const [a, b, c] = [0.7 * Math.floor(i / 42), 0.9 * (Math.floor(i / 7) % 6), 1.1 * (i % 7)]
    return [20 + 0.8 * a - 0.6 * b, 26 + 0.6 * a + 0.8 * b, 31 + c]
  }

  it('gives a linear field its values on an oblique grid', async () => {
    const { data, shape, notes } = await resample(field, like)
    for (const [i, value] of data.entries()) expect(value).toBeCloseTo(linear(...toPlace(i)), 4)
    expect([shape, notes]).toEqual([[5, 6, 7], ['Values are linear between eight samples.']])
    const back = await resample({ ...like, data: data.slice(), labels: undefined }, { ...like })
    for (const [i, value] of back.data.entries()) expect(value).toBeCloseTo(data[i] ?? 0, 4)
  })

  it('keeps places under a tilt, and directions of another world', async () => {
    const tilted = await resample(field, null, 1, 30)
    const { shape, direction: rows = [], origin = [0, 0, 0] } = tilted
    const inside = [...tilted.data.entries()].filter(([, value]) => !Number.isNaN(value))
    for (const [i, value] of inside) {
      const index = [Math.floor(i / (shape[1] * shape[2])), Math.floor(i / shape[2]) % shape[1], i % shape[2]]
      const [z = 0, y = 0, x = 0] = rows.map((row, axis) =>
        row.reduce((sum, part, k) => sum + part * (index[k] ?? 0), origin[axis] ?? 0),
      )
      // Half a sample beyond the outermost centres the field goes on as there.
      const isBetween = z >= 10 && z <= 32 && y >= 20 && y <= 36.5 && x >= 30 && x <= 41
      if (isBetween) expect(value).toBeCloseTo(linear(z, y, x), 3)
    }
    expect(tilted.notes?.[1]).toMatch(/^\d+\.\d % of the samples lie outside, and have no value\.$/)
    const flipped = { ...like, direction: undefined, origin: [20, -30, -35] as const, orientation: 'LPS' }
    const { data } = await resample({ ...field, orientation: 'RAS' }, flipped)
    expect(data[0]).toBeCloseTo(linear(20, 30, 35), 4)
    expect(data[1]).toBeCloseTo(linear(20, 30, 35 - 1.1), 4)
  })

  it('takes the nearest label and 0 outside, and refuses two units', async () => {
    const labels = [{ value: 7, name: 'seven' }]
    const parts: Volume = { shape: [1, 1, 4], data: Uint8Array.of(7, 7, 9, 9), labels }
    const wider: Volume = {
      shape: [1, 1, 12],
      data: new Float32Array(12),
      spacing: [1, 1, 0.5],
      origin: [0, 0, -1],
    }
    const { data, labels: named } = await resample(parts, wider)
    expect([data, named]).toEqual([Uint8Array.of(0, 7, 7, 7, 7, 9, 9, 9, 9, 9, 0, 0), labels])
    const mm: Volume = { ...wider, unit: 'mm' }
    await expect(resample({ ...parts, unit: 'm' }, mm)).rejects.toThrow('in m, and "like" in mm')
    await expect(resample(parts, wider, 1, 0, 'nearest', -1)).rejects.toThrow('outside must be a value')
    await expect(resample(field, null, 0.001)).rejects.toThrow('choose a larger spacing')
  })
})

describe('equalize', () => {
  it('spreads the whole by the formula of the cumulated histogram', () => {
    // By hand: of the three pixels above the darkest one, two are at 55 or below it.
    const image: Image = { width: 4, height: 1, channels: 1, data: Uint8Array.of(52, 55, 55, 154) }
    expect(equalize(image, 'whole').data).toEqual(Uint8Array.of(0, 170, 170, 255))
    const deep: Image = { width: 3, height: 1, channels: 1, data: Uint16Array.of(1000, 1001, 1002) }
    expect(equalize(deep, 'whole').data).toEqual(Uint16Array.of(0, 32768, 65535))
  })

  it('changes only the brightness of colours, and nothing of alpha and of one level', () => {
    const image: Image = {
      width: 2,
      height: 1,
      channels: 4,
      data: Uint8Array.of(100, 110, 120, 9, 100, 110, 120, 200),
    }
    expect(equalize(image, 'whole').data).toEqual(image.data)
    const two: Image = { width: 2, height: 1, channels: 3, data: Uint8Array.of(100, 110, 120, 130, 140, 150) }
    // Brightnesses of 108.596 and 138.596, by hand, become 0 and 255.
    const { data, notes } = equalize(two, 'whole')
    expect(data).toEqual(Uint8Array.of(0, 1, 11, 246, 255, 255))
    expect(notes).toContain('3 parts of colours left the range and are cut to it.')
  })

  it('by tiles shows steps in the dark and in the light, and keeps a flat field within the limit', () => {
    const { width, height, data } = cellImage()
    const spread = (values: ArrayLike<number>): number => {
      const all = Array.from(values)
      const mean = all.reduce((sum, value) => sum + value, 0) / all.length
      return Math.sqrt(all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length)
    }
    const corner = (of: ArrayLike<number>): number[] =>
      Array.from(
        { length: 100 * 100 },
        (_, i) => of[(height - 100 + Math.floor(i / 100)) * width + (i % 100)] ?? 0,
      )
    const result = equalize(cellImage())
    const gain = spread(corner(result.data)) / spread(corner(data))
    expect(gain).toBeGreaterThan(1.5)
    expect(gain).toBeLessThan(4) // the limit of 3, and what is shared out
    expect(result.notes).toEqual(['Brightness tells ranks here, and is no measure any more.'])
  })
})
