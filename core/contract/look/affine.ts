/** Affine maps of space: a turn, a mirror, a scale, and a shift. */

import type { PartPlace } from '../domain/result/scene.ts'
import { type Bounds, cornerOf, joinBoxes } from './box.ts'
import type { Vector3 } from './display.ts'
import { add, cross, dot, scale, subtract, toVector } from './vectors.ts'

/** Three columns and a start: a place is start + the columns, each times a coordinate. */
export interface Affine {
  readonly columns: readonly [Vector3, Vector3, Vector3]
  readonly start: Vector3
}

/** The map of each place to itself. */
export const identity: Affine = {
  columns: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  start: [0, 0, 0],
}

/** Returns the map from a part of a scene to the scene. */
export function toPlaceAffine(rows: PartPlace): Affine {
  const column = (at: 0 | 1 | 2 | 3): Vector3 => toVector((axis) => rows[axis]?.[at] ?? 0)
  return { columns: [column(0), column(1), column(2)], start: column(3) }
}

/** Returns the place at coordinates. */
export function applyAffine(affine: Affine, coordinates: Vector3): Vector3 {
  return add(affine.start, turnBy(affine, coordinates))
}

/** Returns the direction of coordinates, which no start moves. */
export function turnBy({ columns }: Affine, [x, y, z]: Vector3): Vector3 {
  return add(add(scale(columns[0], x), scale(columns[1], y)), scale(columns[2], z))
}

/** Returns the normal, of length 1, of what a map turns, by the way back of that map: planes stay planes. */
export function turnNormal({ columns }: Affine, normal: Vector3): Vector3 {
  const turned = toVector((axis) => dot(normal, columns[axis]))
  return scale(turned, 1 / Math.hypot(...turned))
}

/** Returns the map that does first the inner one, then the outer. */
export function joinAffine(outer: Affine, inner: Affine): Affine {
  const [x, y, z] = inner.columns
  return {
    columns: [turnBy(outer, x), turnBy(outer, y), turnBy(outer, z)],
    start: applyAffine(outer, inner.start),
  }
}

/** Returns the way back of a map whose columns span a space. */
export function invertAffine({ columns, start }: Affine): Affine {
  const [a, b, c] = columns
  const rows: readonly [Vector3, Vector3, Vector3] = [cross(b, c), cross(c, a), cross(a, b)]
  const volume = dot(a, rows[0])
  const column = (axis: 0 | 1 | 2): Vector3 => toVector((row) => rows[row][axis] / volume)
  const linear = { columns: [column(0), column(1), column(2)] as const, start: identity.start }
  return { columns: linear.columns, start: subtract([0, 0, 0], turnBy(linear, start)) }
}

/** Returns the mean factor of lengths. */
export function measureScale({ columns: [a, b, c] }: Affine): number {
  return Math.cbrt(Math.abs(dot(a, cross(b, c))))
}

/** Returns the smallest box around a mapped one. */
export function mapBox(affine: Affine, box: Bounds): Bounds {
  const corners = Array.from({ length: 8 }, (_, sides) => applyAffine(affine, cornerOf(box, sides)))
  return corners.map((place) => ({ low: place, high: place })).reduce(joinBoxes)
}
