/** Marching cubes against shapes whose area, volume and topology are known. */
import { describe, expect, it } from 'vitest'
import { cubeEdges, deriveCubeCases } from '../../plugins/shared/cube-cases.ts'
import { findWorld } from '../../plugins/shared/find-world.ts'
import { extractIsosurface, type Grid } from '../../plugins/shared/isosurface.ts'
import { createRandom } from '../../plugins/shared/random.ts'
import { compareNormals, measureTopology } from './topology.ts'

describe('the cases of a cube', () => {
  const cases = deriveCubeCases()

  it('are all there, the empty and the full one without triangles', () => {
    expect(cases).toHaveLength(256)
    expect([cases[0]?.length, cases[255]?.length]).toEqual([0, 0])
  })

  it('cut exactly the edges with one end inside', () => {
    for (const [inside, edges] of cases.entries()) {
      const cut = cubeEdges.flatMap(([a, b], i) => (((inside >> a) ^ (inside >> b)) & 1 ? [i] : []))
      expect([...new Set(edges)].sort((a, b) => a - b)).toEqual(cut)
    }
  })

  it('separate one inside corner by one triangle that faces away from it', () => {
    const [a = 0, b = 0, c = 0] = cases[1] ?? []
    const toPlace = (edge: number): number[] => {
      const [from = 0, to = 0] = cubeEdges[edge] ?? []
      return [0, 1, 2].map((axis) => (((from >> axis) & 1) + ((to >> axis) & 1)) / 2)
    }
    expect([a, b, c].map(toPlace)).toHaveLength(3)
    const { volume } = measureTopology({
      vertices: Float32Array.from([a, b, c].flatMap(toPlace)),
      indices: Uint32Array.of(0, 1, 2),
    })
    // Seen from the origin, the inside corner, the triangle runs counter-clockwise outwards.
    expect(volume).toBeGreaterThan(0)
  })
})

describe('extractIsosurface', () => {
  it('makes a sphere that is closed, oriented, of genus 0, and right in area and volume within 1 %', () => {
    const sphere = extractIsosurface(
      sample(40, (x, y, z) => 0.8 - Math.hypot(x, y, z)),
      0,
    )
    const { borderEdges, badEdges, euler, area, volume } = measureTopology(sphere)
    expect({ borderEdges, badEdges, euler }).toEqual({ borderEdges: 0, badEdges: 0, euler: 2 })
    expect(area / (4 * Math.PI * 0.8 ** 2)).toBeCloseTo(1, 2)
    expect(volume / ((4 / 3) * Math.PI * 0.8 ** 3)).toBeCloseTo(1, 2)
  })

  it('gives normals that point outwards, the same for a sphere as its radius', () => {
    const { vertices, normals } = extractIsosurface(
      sample(40, (x, y, z) => 0.8 - Math.hypot(x, y, z)),
      0,
    )
    for (let i = 0; i < vertices.length; i += 3) {
      const along = [0, 1, 2].reduce(
        (sum, k) => sum + ((vertices[i + k] ?? 0) / 0.8) * (normals?.[i + k] ?? 0),
        0,
      )
      expect(along).toBeGreaterThan(0.995)
    }
  })

  it('makes a torus of Euler characteristic 0', () => {
    const torus = sample(48, (x, y, z) => 0.25 - Math.hypot(Math.hypot(x, y) - 0.6, z))
    const { borderEdges, badEdges, euler } = measureTopology(extractIsosurface(torus, 0))
    expect({ borderEdges, badEdges, euler }).toEqual({ borderEdges: 0, badEdges: 0, euler: 0 })
  })

  it('stays closed and two-sided on noise, which holds every case of a cube', () => {
    const random = createRandom(7)
    const noise = sample(24, (x, y, z) =>
      Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) > 0.93 ? -1 : random() - 0.5,
    )
    const { borderEdges, badEdges } = measureTopology(extractIsosurface(noise, 0))
    expect({ borderEdges, badEdges }).toEqual({ borderEdges: 0, badEdges: 0 })
  })

  it('stays closed when samples lie exactly on the level', () => {
    const steps = sample(17, (x, y, z) => Math.round(4 * (0.7 - Math.hypot(x, y, z))) / 4)
    const mesh = extractIsosurface(steps, 0)
    const { borderEdges, badEdges } = measureTopology(mesh)
    expect({ borderEdges, badEdges }).toEqual({ borderEdges: 0, badEdges: 0 })
    expect(compareNormals(mesh, Infinity).unit).toBe(true)
  })

  it('returns an empty mesh when nothing lies above the level', () => {
    const { vertices, indices } = extractIsosurface(
      sample(4, () => 0),
      1,
    )
    expect([vertices.length, indices.length]).toEqual([0, 0])
  })

  it('keeps to the spacing and origin of z, y, x', () => {
    const grid: Grid = { ...sample(9, (_x, _y, z) => -z), spacing: [1, 2, 3], origin: [10, 20, 30] }
    const { vertices } = extractIsosurface(grid, 0)
    expect(vertices[2]).toBeCloseTo(10 + 4, 2) // z = 0 is the fifth of nine samples
    expect(Math.max(...vertices.filter((_, i) => i % 3 === 0))).toBeCloseTo(30 + 8 * 3)
  })
})

/** Samples a function of x, y, z from -1 to 1. */
function sample(count: number, field: (x: number, y: number, z: number) => number): Grid {
  const spacing = 2 / (count - 1)
  const toPlace = (i: number): number => -1 + i * spacing
  const data = Float32Array.from({ length: count ** 3 }, (_, i) =>
    field(toPlace(i % count), toPlace(Math.floor(i / count) % count), toPlace(Math.floor(i / count ** 2))),
  )
  return { shape: [count, count, count], data, spacing: [spacing, spacing, spacing], origin: [-1, -1, -1] }
}

describe('the surface of a volume', () => {
  const volume = { shape: [2, 2, 2], data: new Uint8Array(8) } as const

  // The columns of each matrix are z, y, x of the array, its rows those of the world.
  it.each([
    ['as the volume has them, without directions', 'LPS', undefined, 'LPS'],
    [
      'those of the world, where x of the array leads against it',
      'LAS',
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, -1],
      ],
      'RAS',
    ],
    [
      'those of the world, where axes are changed',
      'AIL',
      [
        [0, -1, 0],
        [0, 0, 1],
        [-1, 0, 0],
      ],
      'RAS',
    ],
    [
      'those of the world, where axes are tilted',
      'LAS',
      [
        [0.96, 0.28, 0],
        [-0.28, 0.96, 0],
        [0, 0, -1],
      ],
      'RAS',
    ],
  ])('has directions %s', (_, orientation, direction, world) => {
    expect(findWorld({ ...volume, orientation, ...(direction && { direction }) })).toBe(world)
  })
})
