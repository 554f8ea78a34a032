import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Ray,
  Raycaster,
  Vector3,
} from 'three'
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import type { HalfSpace } from '../../../core/contract/look/clip.ts'
import { boxTriangles, pickMesh } from '../../../core/viewer/stage/pick-mesh.ts'
import { pickPoints } from '../../../core/viewer/stage/pick-points.ts'

/** Numbers from 0 to 1 that look random and are the same every time. */
function createNumbers(): () => number {
  let state = 1
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

function makeTriangles(count: number) {
  const next = createNumbers()
  const vertices = new Float32Array(count * 9)
  for (let i = 0; i < count; i++) {
    const middle = [next(), next(), next()]
    for (let j = 0; j < 9; j++) vertices[9 * i + j] = (middle[j % 3] ?? 0) + 0.1 * (next() - 0.5)
  }
  const indices = Uint32Array.from({ length: count * 3 }, (_, i) => i)
  return { type: 'mesh' as const, vertices, indices }
}

const down = (x: number, y: number) => new Ray(new Vector3(x, y, 5), new Vector3(0, 0, -1))

describe('picking a mesh', () => {
  it('finds what three finds by looking at every triangle', () => {
    const mesh = makeTriangles(2000)
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(mesh.vertices, 3))
    geometry.setIndex(new BufferAttribute(mesh.indices, 1))
    const object = new Mesh(geometry, new MeshBasicMaterial({ side: DoubleSide }))
    const boxes = boxTriangles(mesh)
    const next = createNumbers()
    let hits = 0
    for (let i = 0; i < 200; i++) {
      const origin = new Vector3(next() * 4 - 2, next() * 4 - 2, next() * 4 - 2)
      const direction = new Vector3(next(), next(), next()).sub(origin).normalize()
      const [expected] = new Raycaster(origin, direction).intersectObject(object)
      const hit = pickMesh(mesh, boxes, new Ray(origin, direction), [])
      if (expected) hits++
      expect(hit === null).toBe(expected === undefined)
      if (hit && expected) expect(expected.point.distanceTo(new Vector3(...hit.place))).toBeLessThan(1e-5)
    }
    expect(hits).toBeGreaterThan(50)
  })

  const squares = {
    type: 'mesh' as const,
    // Two squares, at z = 1 and, wound the other way, at z = 0.
    vertices: Float32Array.of(0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6),
  }
  const pick = (ray: Ray, planes: readonly HalfSpace[] = []) =>
    pickMesh(squares, boxTriangles(squares), ray, planes)

  it('names the nearest corner of the first triangle, from either side', () => {
    expect(pick(down(0.9, 0.8))).toEqual({
      place: [0.9, 0.8, 1],
      values: [],
      index: [2],
      normal: [0, 0, 1],
    })
    const below = pick(new Ray(new Vector3(0.1, 0.8, -5), new Vector3(0, 0, 1)))
    expect(below).toEqual({ place: [0.1, 0.8, 0], values: [], index: [7], normal: [0, 0, -1] })
    expect(pick(down(1.1, 0.5))).toBeNull()
  })

  it('passes through what is clipped away', () => {
    const below = { normal: [0, 0, -1], constant: 0.5 } as const
    expect(pick(down(0.9, 0.8), [below])?.place[2]).toBe(0)
    expect(pick(down(0.9, 0.8), [below, { normal: [-1, 0, 0], constant: 0.5 } as const])).toBeNull()
  })

  it('finds nothing in a mesh without triangles, or whose corners are no places', () => {
    const empty = { ...squares, indices: new Uint32Array(0) }
    expect(pickMesh(empty, boxTriangles(empty), down(0.5, 0.5), [])).toBeNull()
    const broken = { ...squares, vertices: squares.vertices.map(() => Number.NaN) }
    expect(pickMesh(broken, boxTriangles(broken), down(0.5, 0.5), [])).toBeNull()
    const short = { ...squares, vertices: squares.vertices.slice(0, 12) }
    expect(pickMesh(short, boxTriangles(short), down(0.5, 0.5), [])?.place[2]).toBe(1)
  })
})

describe('the value of a mesh under the pointer', () => {
  // Two triangles of a square; the value is x, from 0 to 100, so what is drawn at x has the value x.
  const square = {
    type: 'mesh',
    vertices: Float32Array.of(0, 0, 0, 100, 0, 0, 100, 100, 0, 0, 100, 0),
    indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
    scalars: Float32Array.of(0, 100, 100, 0),
  } as const satisfies MeshResult

  it.each([
    [50, 10],
    [50, 90],
    [12.5, 60],
    [99, 98],
  ])('at %s, %s is that between the corners, in both triangles', (x, y) => {
    const ray = new Ray(new Vector3(x, y, 10), new Vector3(0, 0, -1))
    const hit = pickMesh(square, boxTriangles(square), ray, [])
    expect(hit?.values).toEqual([expect.closeTo(x, 4)])
  })
})

describe('picking a point', () => {
  const points = Float32Array.of(0, 0, 0, 0.02, 0, 1, 3, 0, 0, Number.NaN, 0, 0)
  const scalars = Float32Array.of(7, 8, 9, 10)
  const colors = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0)
  const cloud = { type: 'point_cloud' as const, points }
  const near = { tolerance: 0.01, radius: 0 }

  it('finds the first of those near the ray, with its scalar or its colour', () => {
    const hit = pickPoints({ ...cloud, scalars }, down(0.02, 0), near, [])
    expect(hit).toEqual({ place: [expect.closeTo(0.02), 0, 1], values: [8], index: [1] })
    expect(pickPoints({ ...cloud, colors }, down(3, 0), near, [])?.values).toEqual([7, 8, 9])
    expect(pickPoints(cloud, down(3, 0), near, [])?.values).toEqual([])
  })

  it('finds none beside the ray, behind the eye, or clipped away', () => {
    expect(pickPoints(cloud, down(1, 0), near, [])).toBeNull()
    expect(pickPoints(cloud, new Ray(new Vector3(3, 0, -1), new Vector3(0, 0, -1)), near, [])).toBeNull()
    expect(pickPoints(cloud, down(1, 0), { tolerance: 0.01, radius: 0.99 }, [])?.index).toEqual([1])
    const low = { normal: [0, 0, -1], constant: 0.5 } as const
    expect(pickPoints(cloud, down(0.01, 0), near, [low])?.index).toEqual([0])
  })
})
