/**
 * The shape of arrows: a round shaft and a cone, in lengths of the cone. All have the thickness of the usual
 * one; an arrow that is shorter is smaller as a whole.
 */
import type { Display, Vector3 } from './display.ts'

const shaftRadius = 1 / 9
const headRadius = 1 / 3
/** The cone of an arrow of the usual length, in its lengths. */
const headShare = 0.3
/** The most that the cone of any arrow is of its length. */
const mostShare = 0.6

/** The length of the cone: one for most arrows, and for short ones a share of their own length. */
export interface ArrowHead {
  readonly length: number
  readonly share: number
}

/** Returns the cone of arrows whose usual length is given, in its unit. */
export function toArrowHead(usual: number, { pointScale }: Pick<Display, 'pointScale'>): ArrowHead {
  const share = headShare * pointScale
  return { length: share * usual, share: Math.min(share, mostShare) }
}

/** The triangles of an arrow, counterclockwise from outside. */
export interface ArrowShape {
  /** Three numbers for each vertex, in lengths of the cone: beside the axis, and along from `ends` on. */
  readonly places: Float32Array
  /** For each vertex 0 where it moves with the tail, and 1 with the tip. */
  readonly ends: Float32Array
  /** Three numbers for each vertex, the third along the axis. */
  readonly normals: Float32Array
  readonly indices: Uint32Array
}

/** The middle or rim of a disc around the axis: its radius, its place, and its normal outward and along. */
type Ring = readonly [radius: number, end: 0 | 1, along: number, outward: number, upward: number]

const slope = Math.hypot(1, headRadius)
/** Pairs with the sides between: the ground of the shaft, the shaft, the ground of the cone, the cone. */
const rings: readonly Ring[] = [
  [0, 0, 0, 0, -1],
  [shaftRadius, 0, 0, 0, -1],
  [shaftRadius, 0, 0, 1, 0],
  [shaftRadius, 1, -1, 1, 0],
  [shaftRadius, 1, -1, 0, -1],
  [headRadius, 1, -1, 0, -1],
  [headRadius, 1, -1, 1 / slope, headRadius / slope],
  [0, 1, 0, 1 / slope, headRadius / slope],
]

/** Returns the triangles of one of `count` arrows: fewer of each where there are many. */
export function shapeArrow(count: number): ArrowShape {
  const sides = count <= 2000 ? 12 : count <= 10_000 ? 8 : 5
  const angles = Array.from({ length: sides }, (_, side) => (2 * Math.PI * side) / sides)
  const vertices = rings.flatMap(([radius, end, along, outward, upward]) =>
    angles.map((angle) => {
      const [x, y] = [Math.cos(angle), Math.sin(angle)]
      return { place: [radius * x, radius * y, along], end, normal: [outward * x, outward * y, upward] }
    }),
  )
  const indices: number[] = []
  for (let low = 0; low < rings.length; low += 2) {
    for (let side = 0; side < sides; side++) {
      const next = (side + 1) % sides
      const [a, b, c, d] = [side, next, sides + side, sides + next].map((at) => low * sides + at)
      if (a === undefined || b === undefined || c === undefined || d === undefined) continue
      if (rings[low]?.[0] !== 0) indices.push(a, b, d)
      if (rings[low + 1]?.[0] !== 0) indices.push(a, d, c)
      else indices.push(a, b, c)
    }
  }
  return {
    places: Float32Array.from(vertices.flatMap(({ place }) => place)),
    ends: Float32Array.from(vertices, ({ end }) => end),
    normals: Float32Array.from(vertices.flatMap(({ normal }) => normal)),
    indices: Uint32Array.from(indices),
  }
}

/**
 * Returns two directions of length 1 that stand on a third and on each other, without a jump but at its
 * opposite (Duff et al., "Building an orthonormal basis, revisited", 2017).
 */
export function standOn([x, y, z]: Vector3): readonly [Vector3, Vector3] {
  const sign = z < 0 ? -1 : 1
  const a = -1 / (sign + z)
  const b = x * y * a
  return [
    [1 + sign * x * x * a, sign * b, -sign * x],
    [b, sign + y * y * a, -y],
  ]
}
