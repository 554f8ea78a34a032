/** Facts of meshes whose numbers are known by hand, or by Manifold, which counts and measures by itself. */
import createManifold from 'manifold-3d'
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import type { MeshFacts } from '../../../core/contract/wire/facts.ts'
import { measureMesh } from '../../../core/data/facts/mesh-facts.ts'

const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1])
const sides = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
]
const cubeIndices = sides.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])
const cube = toMesh(corners, cubeIndices)

function toMesh(vertices: readonly number[], indices: readonly number[]): MeshResult {
  return { type: 'mesh', vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) }
}

/** Each triangle with vertices of its own, as STL has them. */
function toSoup({ vertices, indices }: MeshResult): MeshResult {
  const positions = [...indices].flatMap((vertex) => [...vertices.subarray(3 * vertex, 3 * vertex + 3)])
  return toMesh(positions, [...indices.keys()])
}

function turn(mesh: MeshResult, triangles: readonly number[]): MeshResult {
  const indices = mesh.indices.slice()
  for (const triangle of triangles) indices.subarray(3 * triangle, 3 * triangle + 3).reverse()
  return { ...mesh, indices }
}

function join(...meshes: readonly MeshResult[]): MeshResult {
  let before = 0
  const indices = meshes.flatMap((mesh) => {
    const moved = [...mesh.indices].map((vertex) => vertex + before)
    before += mesh.vertices.length / 3
    return moved
  })
  return toMesh(
    meshes.flatMap(({ vertices }) => [...vertices]),
    indices,
  )
}

function move(mesh: MeshResult, by: number): MeshResult {
  return { ...mesh, vertices: mesh.vertices.map((value) => value + by) }
}

describe('the facts of a cube', () => {
  it('are those of a cube', () => {
    expect(measureMesh({ ...cube, unit: 'mm', notes: ['A note.'] })).toEqual({
      kind: 'mesh',
      unit: 'mm',
      bounds: { low: [0, 0, 0], high: [1, 1, 1] },
      vertex_count: 8,
      place_count: 8,
      unused_vertex_count: 0,
      triangle_count: 12,
      degenerate_triangle_count: 0,
      flipped_triangle_count: 0,
      edge_count: 18,
      open_edge_count: 0,
      crowded_edge_count: 0,
      is_closed: true,
      component_count: 1,
      euler_characteristic: 2,
      area: 6,
      volume: 1,
      is_inside_out: false,
      edge_length: { min: 1, median: 1, max: Math.SQRT2 },
      value_name: null,
      value_unit: null,
      scalars: null,
      labels: null,
      notes: ['A note.'],
    } satisfies MeshFacts)
  })

  it('are the same for a soup of its triangles, but for the vertices', () => {
    const soup = { ...measureMesh(cube), vertex_count: 36 }
    expect(measureMesh(toSoup(cube))).toEqual(soup)
  })

  it('take 0 and -0 for one place', () => {
    const soup = toSoup(cube)
    const vertices = soup.vertices.map((value, i) => (value === 0 && i % 2 === 0 ? -0 : value))
    expect(measureMesh({ ...soup, vertices })).toMatchObject({ place_count: 8, is_closed: true })
  })

  it('keep their digits far from the origin, and have bounds with the offset', () => {
    const far = measureMesh({ ...move(cube, 2 ** 20), offset: [0.25, 0, -1] })
    expect(far).toMatchObject({ area: 6, volume: 1 })
    expect(far.bounds).toEqual({
      low: [2 ** 20 + 0.25, 2 ** 20, 2 ** 20 - 1],
      high: [2 ** 20 + 1.25, 2 ** 20 + 1, 2 ** 20],
    })
  })

  it('count flipped triangles, and give no volume with them', () => {
    const flipped = measureMesh(turn(cube, [3, 8]))
    expect(flipped).toMatchObject({ flipped_triangle_count: 2, is_closed: true, volume: null, area: 6 })
  })

  it('say that it is inside out, which is no flipped triangle', () => {
    const outside = measureMesh(
      turn(
        cube,
        [...sides, ...sides].map((_, triangle) => triangle),
      ),
    )
    expect(outside).toMatchObject({ flipped_triangle_count: 0, volume: 1, is_inside_out: true })
  })

  it('count the borders of a hole', () => {
    const open = measureMesh({ ...cube, indices: cube.indices.subarray(0, 33) })
    expect(open).toMatchObject({
      open_edge_count: 3,
      is_closed: false,
      volume: null,
      euler_characteristic: 1,
    })
  })

  it('leave an inner shell out of the volume when it is turned inward', () => {
    const inner = turn(
      { ...cube, vertices: cube.vertices.map((value) => value / 2 + 0.25) },
      Array.from({ length: 12 }, (_, i) => i),
    )
    const hollow = measureMesh(join(cube, inner))
    expect(hollow).toMatchObject({ volume: 1 - 1 / 8, component_count: 2, euler_characteristic: 4 })
  })
})

describe('the facts of a mesh', () => {
  it('are none for an empty one', () => {
    expect(measureMesh(toMesh([], []))).toMatchObject({
      bounds: null,
      triangle_count: 0,
      is_closed: false,
      volume: null,
      area: 0,
      euler_characteristic: 0,
      edge_length: null,
    })
  })

  it('have no turning that mends a Möbius strip', () => {
    const count = 12
    const points = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count).flatMap((angle) =>
      [-0.3, 0.3].flatMap((across) => {
        const radius = 1 + across * Math.cos(angle / 2)
        return [radius * Math.cos(angle), radius * Math.sin(angle), across * Math.sin(angle / 2)]
      }),
    )
    const indices = Array.from({ length: count }, (_, i) => {
      const [a, b] = [2 * i, 2 * i + 1]
      const [c, d] = i === count - 1 ? [1, 0] : [a + 2, b + 2]
      return [a, c, b, b, c, d]
    }).flat()
    const strip = measureMesh(toMesh(points, indices))
    expect(strip).toMatchObject({ flipped_triangle_count: null, euler_characteristic: 0, volume: null })
    expect(strip.open_edge_count).toBe(2 * count)
  })

  it('count edges with more than two triangles, and measure what such edges enclose', () => {
    // Two cubes that touch along an edge: its four triangles pass it twice each way.
    const touching = measureMesh(
      join(cube, { ...cube, vertices: cube.vertices.map((v, i) => v + +(i % 3 < 2)) }),
    )
    expect(touching).toMatchObject({
      place_count: 14,
      crowded_edge_count: 1,
      is_closed: false,
      volume: 2,
      component_count: 1,
    })
  })

  it('count degenerate triangles, of which those on a line close a mesh and those on an edge do not count', () => {
    const point = [...corners, 0.5, 0, 0]
    const split = [...cubeIndices, 0, 0, 1, 0, 8, 1]
    const facts = measureMesh(toMesh(point, split))
    expect(facts).toMatchObject({ degenerate_triangle_count: 2, triangle_count: 14, area: 6 })
    expect(facts.crowded_edge_count).toBe(1) // from 0 to 1 by way of 8
  })

  it('count vertices that no triangle names, which are in the bounds', () => {
    const facts = measureMesh(toMesh([...corners, 5, 5, 5], cubeIndices))
    expect(facts).toMatchObject({ unused_vertex_count: 1, place_count: 9, euler_characteristic: 2 })
    expect(facts.bounds?.high).toEqual([5, 5, 5])
  })

  it('have the statistics of its scalars, and their name', () => {
    const facts = measureMesh({ ...cube, scalars: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7), valueName: 'age' })
    expect(facts).toMatchObject({ value_name: 'age', scalars: { min: 0, max: 7, mean: 3.5, median: 3.5 } })
  })

  it('hold for positions and places that are chosen to be slow', () => {
    const count = 20_000
    const same = measureMesh({ ...cube, vertices: new Float32Array(3 * count) })
    expect(same).toMatchObject({ place_count: 1, degenerate_triangle_count: 12, edge_count: 0 })
    // A fan: all triangles have the vertex 0.
    const rim = Float32Array.from({ length: 3 * count }, (_, i) =>
      i % 3 === 2 ? 0 : Math.floor(i / 3) ** (1 + (i % 3)),
    )
    const fan = Uint32Array.from({ length: 3 * (count - 2) }, (_, i) =>
      i % 3 === 0 ? 0 : Math.floor(i / 3) + (i % 3),
    )
    const facts = measureMesh({ type: 'mesh', vertices: rim, indices: fan })
    expect(facts).toMatchObject({ edge_count: 2 * count - 3, open_edge_count: count, component_count: 1 })
  })
})

describe('volume and Euler characteristic', async () => {
  const kernel = await createManifold()
  kernel.setup()
  const { Manifold } = kernel
  type Solid = ReturnType<typeof Manifold.cube>
  const solids: { readonly [name: string]: () => Solid } = {
    'a sphere': () => Manifold.sphere(7, 64),
    'a cube with a hole': () =>
      Manifold.cube([2, 2, 2], true).subtract(Manifold.cylinder(3, 0.5, 0.5, 40, true)),
    'a cube with three holes': () =>
      [0, 1, 2].reduce(
        (solid, i) => solid.subtract(Manifold.cylinder(9, 0.3, 0.3, 24, true).translate([2 * i - 2, 0, 0])),
        Manifold.cube([8, 2, 2], true),
      ),
    'two spheres': () => Manifold.sphere(1, 32).add(Manifold.sphere(2, 48).translate([5, 0, 0])),
    'a hollow sphere': () => Manifold.sphere(2, 48).subtract(Manifold.sphere(1, 24)),
  }
  for (const [name, make] of Object.entries(solids)) {
    it(`of ${name} are those of Manifold`, () => {
      const solid = make()
      const { vertProperties, triVerts, numProp } = solid.getMesh()
      expect(numProp).toBe(3)
      const facts = measureMesh({ type: 'mesh', vertices: vertProperties, indices: triVerts })
      expect(facts.is_closed).toBe(true)
      expect(facts.flipped_triangle_count).toBe(0)
      expect(facts.euler_characteristic).toBe(2 - 2 * solid.genus())
      expect(facts.component_count).toBe(solid.decompose().length)
      // Manifold has doubles inside, and gives positions in float32.
      expect(facts.volume ?? Number.NaN).toBeCloseTo(solid.volume(), 4)
      expect(facts.area).toBeCloseTo(solid.surfaceArea(), 4)
      expect(facts.triangle_count).toBe(solid.numTri())
      expect(facts.edge_count).toBe(solid.numEdge())
    })
  }
})
