/** Arrows as triangles: a shaft and a cone for a head, for programs that have no arrows. */
import type { ArrowsResult } from '../../contract/domain/result/result.ts'

/** Triangles of arrows. */
export interface ArrowShapes {
  /** x, y, z of each vertex; as many vertices for each arrow of `arrows`, in their order. */
  readonly vertices: Float32Array
  /** Outward, of length 1. */
  readonly normals: Float32Array
  /** Three vertices of each triangle, counter-clockwise. */
  readonly indices: Uint32Array
  /** The arrows that have triangles. One of length 0 has none, nor one that ends beyond float32. */
  readonly arrows: Uint32Array
}

/** Radii of shaft and head and the length of the head, as parts of the length of an arrow. */
const [shaft, head, headLength] = [0.025, 0.075, 0.25]
const sides = 6
const largestFloat = (2 - 2 ** -23) * 2 ** 127

/** Returns the triangles of arrows, in proportion to the length of each. */
export function shapeArrows({ points, vectors }: Pick<ArrowsResult, 'points' | 'vectors'>): ArrowShapes {
  const shape = createShape()
  const arrows = listShaped(points, vectors)
  const size = shape.places.length / 3
  const vertices = new Float32Array(3 * size * arrows.length)
  const normals = new Float32Array(vertices.length)
  const indices = new Uint32Array(shape.corners.length * arrows.length)
  arrows.forEach((arrow, i) => {
    const axes = findAxes(vectors, 3 * arrow)
    for (let vertex = 0; vertex < size; vertex++) {
      for (let axis = 0; axis < 3; axis++) {
        const to = 3 * (size * i + vertex) + axis
        const along = (from: readonly number[]): number =>
          (from[3 * vertex] ?? 0) * (axes.a[axis] ?? 0) +
          (from[3 * vertex + 1] ?? 0) * (axes.b[axis] ?? 0) +
          (from[3 * vertex + 2] ?? 0) * (axes.direction[axis] ?? 0)
        vertices[to] = (points[3 * arrow + axis] ?? 0) + axes.length * along(shape.places)
        normals[to] = along(shape.normals)
      }
    }
    shape.corners.forEach((corner, k) => {
      indices[shape.corners.length * i + k] = size * i + corner
    })
  })
  return { vertices, normals, indices, arrows }
}

/** Returns the arrows that have a length, and an end among the numbers of float32. */
function listShaped(points: Float32Array, vectors: Float32Array): Uint32Array {
  const shaped = new Uint32Array(points.length / 3)
  let length = 0
  for (let arrow = 0; arrow < shaped.length; arrow++) {
    const reach = 1.1 * measure(vectors, 3 * arrow)
    const [x = 0, y = 0, z = 0] = points.subarray(3 * arrow, 3 * arrow + 3)
    const farthest = Math.max(Math.abs(x), Math.abs(y), Math.abs(z)) + reach
    if (reach > 0 && farthest < largestFloat) shaped[length++] = arrow
  }
  return shaped.slice(0, length)
}

/** Returns the length of a vector in double, in which squares of float32 neither overflow nor vanish. */
function measure(vectors: Float32Array, at: number): number {
  const [x = 0, y = 0, z = 0] = [vectors[at], vectors[at + 1], vectors[at + 2]]
  return Math.sqrt(x * x + y * y + z * z)
}

/** The directions of an arrow: `a` × `b` is `direction`. */
interface ArrowAxes {
  readonly length: number
  readonly direction: readonly number[]
  readonly a: readonly number[]
  readonly b: readonly number[]
}

function findAxes(vectors: Float32Array, at: number): ArrowAxes {
  const length = measure(vectors, at)
  const [x = 0, y = 0, z = 0] = [0, 1, 2].map((axis) => (vectors[at + axis] ?? 0) / length)
  // The axis along which the arrow goes least is farthest from it.
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z))
  const across = Math.abs(x) === least ? [0, -z, y] : Math.abs(y) === least ? [z, 0, -x] : [-y, x, 0]
  const width = Math.hypot(...across)
  const [ax = 0, ay = 0, az = 0] = across.map((part) => part / width)
  return {
    length,
    direction: [x, y, z],
    a: [ax, ay, az],
    b: [y * az - z * ay, z * ax - x * az, x * ay - y * ax],
  }
}

/** An arrow of length 1 along z. */
interface Shape {
  readonly places: readonly number[]
  readonly normals: readonly number[]
  readonly corners: readonly number[]
}

function createShape(): Shape {
  const places: number[] = []
  const normals: number[] = []
  const corners: number[] = []
  const slant = Math.hypot(head, headLength)
  /** Adds a ring, and returns its vertices. */
  const addRing = (radius: number, height: number, outward: number): ((side: number) => number) => {
    const first = places.length / 3
    const upward = outward === 0 ? -1 : Math.sqrt(1 - outward * outward)
    for (let side = 0; side < sides; side++) {
      const [x, y] = [Math.cos((2 * Math.PI * side) / sides), Math.sin((2 * Math.PI * side) / sides)]
      places.push(radius * x, radius * y, height)
      normals.push(outward * x, outward * y, upward)
    }
    return (side) => first + (side % sides)
  }
  /** Adds a disc that looks back. */
  const addDisc = (radius: number, height: number): void => {
    const ring = addRing(radius, height, 0)
    for (let side = 1; side < sides - 1; side++) corners.push(ring(0), ring(side + 1), ring(side))
  }
  addDisc(shaft, 0)
  const [low, high] = [addRing(shaft, 0, 1), addRing(shaft, 1 - headLength, 1)]
  addDisc(head, 1 - headLength)
  const cone = addRing(head, 1 - headLength, headLength / slant)
  const tip = places.length / 3
  places.push(0, 0, 1)
  normals.push(0, 0, 1)
  for (let side = 0; side < sides; side++) {
    corners.push(low(side), low(side + 1), high(side + 1), low(side), high(side + 1), high(side))
    corners.push(cone(side), cone(side + 1), tip)
  }
  return { places, normals, corners }
}
