/** Results that are made by formulas, for pictures of which no direction looks like another. */

import type { MeshResult } from '../../../../core/contract/domain/result/result.ts'
import type { Vector3 } from '../../../../core/contract/look/display.ts'
import { prepareCloud } from '../../../../core/data/prepared/prepare-cloud.ts'
import { prepareMesh } from '../../../../core/data/prepared/prepare-mesh.ts'
import type { PreparedCloud, PreparedMesh } from '../../../../core/data/prepared/prepared.ts'

type Surface = (u: number, v: number) => Vector3

/** A tube around a knot: (2, 3) on a torus, thicker on one side. */
const knot: Surface = (u, v) => {
  const [a, b] = [u * 2 * Math.PI, v * 2 * Math.PI]
  const along = (t: number): Vector3 => {
    const r = 2 + Math.cos(3 * t)
    return [r * Math.cos(2 * t), r * Math.sin(2 * t), Math.sin(3 * t)]
  }
  const [x, y, z] = along(a)
  const ahead = along(a + 1e-3)
  const tangent = unit([ahead[0] - x, ahead[1] - y, ahead[2] - z])
  const side = unit(cross(tangent, [0, 0, 1]))
  const over = cross(side, tangent)
  const r = 0.42 + 0.14 * Math.cos(a)
  const [c, s] = [r * Math.cos(b), r * Math.sin(b)]
  return [x + c * side[0] + s * over[0], y + c * side[1] + s * over[1], z + c * side[2] + s * over[2]]
}

/** A closed knot of `2·around·along` triangles; `scale` and `middle` place it. */
export function makeKnot({
  along = 160,
  around = 20,
  scale = 1,
  hasColors = false,
}: {
  readonly along?: number
  readonly around?: number
  readonly scale?: number
  readonly hasColors?: boolean
} = {}): PreparedMesh {
  const vertices = new Float32Array(along * around * 3)
  const normals = new Float32Array(along * around * 3)
  const colors = new Uint8Array(along * around * 3)
  const indices = new Uint32Array(along * around * 6)
  for (let i = 0; i < along; i++)
    for (let j = 0; j < around; j++) {
      const n = i * around + j
      const [u, v] = [i / along, j / around]
      const place = knot(u, v)
      const [du, dv] = [minus(knot(u + 1e-4, v), place), minus(knot(u, v + 1e-4), place)]
      vertices.set(
        place.map((value) => value * scale),
        3 * n,
      )
      normals.set(unit(cross(du, dv)), 3 * n)
      colors.set([255 * u, 90 + 120 * Math.abs(1 - 2 * v), 255 * (1 - u)], 3 * n)
      const right = ((i + 1) % along) * around + j
      const over = i * around + ((j + 1) % around)
      const both = ((i + 1) % along) * around + ((j + 1) % around)
      indices.set([n, right, over, right, both, over], 6 * n)
    }
  return prepareMesh({ type: 'mesh', vertices, indices, normals, ...(hasColors ? { colors } : {}) })
}

/** A box of edge 1 with eight corners and no normals, whose first corner is `at` along each axis. */
export function makeBox(at: number): MeshResult {
  const vertices = Float32Array.from({ length: 24 }, (_, i) => at + ((Math.floor(i / 3) >> (i % 3)) & 1))
  const faces = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ]
  const indices = faces.flatMap(([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, a, c, d])
  return { type: 'mesh', vertices, indices: Uint32Array.from(indices) }
}

/** Points on the knot, in no order, with their height as scalar. */
export function makeCloud(count: number, { hasColors = false, hasScalars = true } = {}): PreparedCloud {
  const points = new Float32Array(count * 3)
  const colors = new Uint8Array(count * 3)
  const scalars = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    const [u, v] = [(i * 0.618033988749895) % 1, (i * 0.7548776662466927) % 1]
    const place = knot(u, v)
    points.set(place, 3 * i)
    colors.set([255 * u, 160, 255 * (1 - u)], 3 * i)
    scalars[i] = 10 * place[2]
  }
  return prepareCloud({
    type: 'point_cloud',
    points,
    ...(hasColors ? { colors } : {}),
    ...(hasScalars ? { scalars } : {}),
  })
}

function minus(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Vector3, b: Vector3): Vector3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(a: Vector3): Vector3 {
  const length = Math.hypot(...a)
  return [a[0] / length, a[1] / length, a[2] / length]
}
