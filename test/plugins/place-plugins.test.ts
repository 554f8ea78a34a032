/** Plugins whose parameters are places, by what is known of boxes, linear fields and the flow of heat. */
import type { Mesh, Volume } from 'specimen-host/plugin'
import { describe, expect, it } from 'vitest'
import { drill } from '../../plugins/combine/index.ts'
import { heatedPlate } from '../../plugins/heated-plate/index.ts'
import { islandLight } from '../../plugins/island/index.ts'
import { tube } from '../../plugins/tube/index.ts'
import { region, section } from '../../plugins/volumes/index.ts'
import { measureTopology, weld } from './topology.ts'

/** A value that is linear in the world. */
const toValue = (x: number, y: number, z: number): number => x + 2 * y - 3 * z
const turned = [
  [Math.cos(0.4), -Math.sin(0.4), 0],
  [Math.sin(0.4), Math.cos(0.4), 0],
  [0, 0, 1],
]

/** A volume of that value in the world: oblique about its x. */
function createField(direction?: readonly (readonly number[])[]): Volume {
  const shape = [9, 11, 13] as const
  const [spacing, origin] = [[2, 1, 1.5] as const, [-8, -5, 4] as const]
  const data = new Float32Array(9 * 11 * 13)
  for (let i = 0; i < data.length; i++) {
    const index = [Math.floor(i / 143), Math.floor(i / 13) % 11, i % 13]
    const [z = 0, y = 0, x = 0] = [0, 1, 2].map((row) =>
      index.reduce(
        (sum, step, axis) =>
          sum + (direction?.[row]?.[axis] ?? Number(row === axis)) * step * (spacing[axis] ?? 1),
        origin[row] ?? 0,
      ),
    )
    data[i] = toValue(x, y, z)
  }
  return { shape, data, spacing, origin, direction, unit: 'mm' }
}

describe.each([
  { name: 'upright', direction: undefined },
  { name: 'oblique', direction: turned },
])('of a volume that is $name', ({ direction }) => {
  const volume = createField(direction)

  it('a section has the values of the world in its plane, and leaves what is behind it', () => {
    const size = Math.hypot(0.3, -0.2, 1)
    const cut = { point: [12, 0, 1], normal: [0.3 / size, -0.2 / size, 1 / size] } as const
    const { section: mesh, rest } = section(volume, cut)
    const { vertices, scalars = new Float32Array() } = mesh
    expect(scalars.length).toBeGreaterThan(100)
    for (let i = 0; i < scalars.length; i++) {
      const [x = 0, y = 0, z = 0] = vertices.subarray(3 * i, 3 * i + 3)
      const depth = [x - 12, y, z - 1].reduce((sum, way, axis) => sum + way * (cut.normal[axis] ?? 0), 0)
      expect(Math.abs(depth)).toBeLessThan(1e-4)
      // Within half a sample of the border the outermost value goes on.
      if (i % 7 === 0) expect(Math.abs((scalars[i] ?? 0) - toValue(x, y, z))).toBeLessThan(4)
    }
    const inside = [...scalars.keys()].filter((i) => {
      const [x = 0, y = 0, z = 0] = vertices.subarray(3 * i, 3 * i + 3)
      return Math.abs((scalars[i] ?? 0) - toValue(x, y, z)) < 1e-3
    })
    expect(inside.length / scalars.length).toBeGreaterThan(0.7)
    const least = Math.min(...volume.data)
    const kept = [...rest.data].filter((value, i) => value === volume.data[i]).length
    expect([...rest.data].every((value, i) => value === volume.data[i] || value === least)).toBe(true)
    expect(kept / rest.data.length).toBeGreaterThan(0.2)
    expect(kept / rest.data.length).toBeLessThan(0.8)
  })

  it('a region has the samples of a box at their places', () => {
    const part = region(volume, { min: [5, -2, -3], max: [11, 3, 3] })
    const [depth, height, width] = part.shape
    expect(depth * height * width).toBe(part.data.length)
    expect(part.data.length).toBeLessThan(volume.data.length)
    const field = { ...part, data: new Float32Array(part.data.length) }
    const { spacing = [1, 1, 1], origin = [0, 0, 0] } = field
    for (let i = 0; i < part.data.length; i += 5) {
      const index = [Math.floor(i / (height * width)), Math.floor(i / width) % height, i % width]
      const [z = 0, y = 0, x = 0] = [0, 1, 2].map((row) =>
        index.reduce(
          (sum, step, axis) =>
            sum + (direction?.[row]?.[axis] ?? Number(row === axis)) * step * (spacing[axis] ?? 1),
          origin[row] ?? 0,
        ),
      )
      expect(part.data[i]).toBeCloseTo(toValue(x, y, z), 3)
    }
    expect((part.notes ?? []).length).toBe(direction ? 1 : 0)
    expect(() => region(volume, { min: [500, 0, 0], max: [600, 1, 1] })).toThrow(/No sample.*goes from/)
  })
})

it('a section keeps labels, and says where the plane meets nothing', () => {
  const labels = [{ value: 1, name: 'one' }]
  const volume: Volume = { shape: [2, 2, 2], data: Uint8Array.of(1, 1, 1, 1, 0, 0, 0, 0), labels }
  const across = section(volume, { point: [0, 0, 0], normal: [1, 0, 0] })
  expect(new Set(across.section.scalars)).toEqual(new Set([0, 1]))
  expect(across.section.labels).toEqual(labels)
  expect([...across.rest.data]).toEqual([1, 0, 1, 0, 0, 0, 0, 0])
  const beside = section(volume, { point: [9, 0, 0], normal: [1, 0, 0] })
  expect(beside.section.indices).toHaveLength(0)
  expect(beside.rest.notes?.join(' ')).toContain('does not meet')
})

describe('the heated plate', () => {
  const at = ({ scalars = new Float32Array() }: Mesh, column: number, row: number): number =>
    scalars[column * 97 + row] ?? Number.NaN

  it('is at 20 °C along its edges, and symmetrical with the heater in the middle', () => {
    const plate = heatedPlate([0, 0, 0])
    for (let row = 0; row <= 96; row++) expect(at(plate, 0, row)).toBeCloseTo(20, 3)
    for (let column = 0; column <= 160; column++) expect(at(plate, column, 96)).toBeCloseTo(20, 3)
    expect(at(plate, 30, 20)).toBeCloseTo(at(plate, 130, 76), 3)
    expect(Math.max(...(plate.scalars ?? []))).toBe(at(plate, 80, 48))
  })

  it('gives its edges what the heater gives, and twice as much of twice the power', () => {
    const [power, thickness] = [40, 2]
    const plate = heatedPlate([-30, 15, 0], power, 8, thickness, 'aluminium')
    // From the edge to the next row, by three points; squares are 1.25 mm wide.
    const toSlope = (a: number, b: number, c: number): number => (-3 * a + 4 * b - c) / (2 * 1.25)
    let flow = 0
    for (let row = 0; row <= 96; row++)
      for (const [edge, way] of [
        [0, 1],
        [160, -1],
      ] as const)
        flow +=
          1.25 * toSlope(at(plate, edge, row), at(plate, edge + way, row), at(plate, edge + 2 * way, row))
    for (let column = 0; column <= 160; column++)
      for (const [edge, way] of [
        [0, 1],
        [96, -1],
      ] as const)
        flow +=
          1.25 *
          toSlope(at(plate, column, edge), at(plate, column, edge + way), at(plate, column, edge + 2 * way))
    expect((flow * 237 * thickness) / 1000 / power).toBeCloseTo(1, 2)
    const double = heatedPlate([-30, 15, 0], 2 * power, 8, thickness, 'aluminium')
    expect((at(double, 60, 60) - 20) / (at(plate, 60, 60) - 20)).toBeCloseTo(2, 4)
  })

  it('says where a heater beside it went', () => {
    const plate = heatedPlate([500, 0, 0])
    expect(plate.notes?.join(' ')).toContain('moved to its edge')
    expect(Math.max(...(plate.scalars ?? []))).toBeCloseTo(20, 3)
  })
})

describe('the tube', () => {
  it('is a closed solid with the volume of a cylinder where its path is straight', () => {
    const straight = tube(
      [
        [-1, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
      ],
      0.25,
      false,
      64,
    )
    const { borderEdges, badEdges, euler, volume } = measureTopology(straight)
    expect([borderEdges, badEdges, euler]).toEqual([0, 0, 2])
    expect(volume / (2 * Math.PI * 0.25 ** 2)).toBeCloseTo(1, 2)
  })

  it('closes a ring without a twist, and takes points at one place', () => {
    const ring = Array.from({ length: 12 }, (_, i): [number, number, number] => {
      const angle = (2 * Math.PI * i) / 12
      return [Math.cos(angle), Math.sin(angle), 0.3 * Math.sin(2 * angle)]
    })
    const { borderEdges, badEdges, euler, volume } = measureTopology(tube(ring, 0.1, true, 32))
    expect([borderEdges, badEdges, euler]).toEqual([0, 0, 0])
    expect(volume).toBeGreaterThan(0)
    expect(
      measureTopology(
        tube(
          [
            [0, 0, 0],
            [0, 0, 0],
            [0, 0, 1],
          ],
          0.1,
        ),
      ).borderEdges,
    ).toBe(0)
    expect(() =>
      tube([
        [1, 1, 1],
        [1, 1, 1],
      ]),
    ).toThrow(/pull one of them away/)
  })
})

describe('the drill', () => {
  const corners = Array.from({ length: 8 }, (_, i) => [0, 1, 2].map((axis) => ((i >> axis) & 1 ? 2 : -2)))
  const sides = [0, 2, 3, 1, 4, 5, 7, 6, 0, 1, 5, 4, 2, 6, 7, 3, 0, 4, 6, 2, 1, 3, 7, 5]
  const indices = [0, 1, 2, 3, 4, 5].flatMap((side) => {
    const [a = 0, b = 0, c = 0, d = 0] = sides.slice(4 * side, 4 * side + 4)
    return [a, b, c, a, c, d]
  })
  const cube: Mesh = {
    ...{ vertices: Float32Array.from(corners.flat()), indices: Uint32Array.from(indices), unit: 'mm' },
  }
  const inverted: Mesh = { ...cube, indices: Uint32Array.from([...indices].reverse()) }
  /** Of a cylinder with 64 corners, against a round one. */
  const area = 32 * Math.sin((2 * Math.PI) / 64)

  it.each([{ part: cube }, { part: inverted }])('goes through the part, straight', async ({ part }) => {
    const through = await drill(part, [0.5, -0.4, 2], 1)
    const { borderEdges, badEdges, euler, volume } = measureTopology(weld(through))
    expect([borderEdges, badEdges, euler]).toEqual([0, 0, 0])
    expect(volume).toBeCloseTo(64 - 4 * area * 0.25, 3)
    expect([through.unit, through.notes]).toEqual(['mm', []])
    expect(new Set(through.scalars)).toEqual(new Set([1, 2]))
  })

  it('goes to a depth from the nearest place of the surface, and says how far that is', async () => {
    const blind = await drill(cube, [-3, 0.3, 0.1], 1, 1.5)
    const { borderEdges, euler, volume } = measureTopology(weld(blind))
    expect([borderEdges, euler]).toEqual([0, 2])
    expect(volume).toBeCloseTo(64 - 1.5 * area * 0.25, 3)
    expect(blind.notes?.join(' ')).toContain('1.00 from the point')
  })
})

it('an island has all of its light from above, the sky’s alone from below, and shadows of a low lamp', () => {
  const sum = ({ colors = new Uint8Array() }: Mesh): number => colors.reduce((total, byte) => total + byte, 0)
  const [noon, evening, night] = [
    islandLight([0, 0, 1]),
    islandLight([-Math.cos(0.1), 0, Math.sin(0.1)]),
    islandLight([0, 0, -1]),
  ]
  expect(sum(noon)).toBeGreaterThan(sum(evening))
  expect(sum(evening)).toBeGreaterThan(sum(night))
  expect(sum(night)).toBeGreaterThan(0)
})
