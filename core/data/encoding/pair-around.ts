import { isUpward, nextCorner } from '../topology/mesh-edges.ts'

/** Corners by their places, three of each triangle, and the positions of the places. */
interface PlacedCorners {
  readonly corners: Uint32Array
  readonly vertices: Float32Array
}

/** Triangles at smaller angles, in radians, lie on each other. */
const slack = 1e-5

/**
 * Returns the pairs of sides of one edge between which a solid lies, by the angles of their triangles around
 * it. A side along the edge has its solid behind it, one against the edge before it, seen around the edge; so
 * two solids that touch in an edge or in a face stay apart. Sides without another are left out.
 */
export function pairAround(
  sides: readonly number[],
  at: PlacedCorners,
): readonly (readonly [open: number, close: number])[] {
  const angles = measureAngles(sides, at)
  const order = [...sides].sort((one, other) => (angles.get(one) ?? 0) - (angles.get(other) ?? 0))
  // Of triangles that lie on each other, those that end a solid come first.
  const turned: number[] = []
  for (let from = 0, to = 0; from < order.length; from = to) {
    const start = angles.get(order[from] ?? 0) ?? 0
    while (to < order.length && (angles.get(order[to] ?? 0) ?? 0) - start <= slack) to++
    const together = order.slice(from, to)
    const ending = together.filter((side) => isUpward(at.corners, side))
    turned.push(...ending, ...together.filter((side) => !ending.includes(side)))
  }
  // As parentheses, around the edge twice, because a solid may lie across the first angle.
  const [open, pairs, paired] = [[] as number[], [] as [number, number][], new Set<number>()]
  for (let i = 0; i < 2 * turned.length; i++) {
    const side = turned[i % turned.length] ?? 0
    if (paired.has(side)) continue
    if (!isUpward(at.corners, side)) {
      if (i < turned.length) open.push(side)
      continue
    }
    const opened = open.pop()
    if (opened === undefined) continue
    pairs.push([opened, side])
    paired.add(opened).add(side)
  }
  return pairs
}

/** Returns the angle of each triangle around the edge, against the clock, from that of the first. */
function measureAngles(sides: readonly number[], { corners, vertices }: PlacedCorners): Map<number, number> {
  const [first = 0] = sides
  const toPoint = (corner: number): Vector => {
    const place = 3 * (corners[corner] ?? 0)
    return [vertices[place] ?? 0, vertices[place + 1] ?? 0, vertices[place + 2] ?? 0]
  }
  const [low, high] = isUpward(corners, first) ? [first, nextCorner(first)] : [nextCorner(first), first]
  const [from, to] = [toPoint(low), toPoint(high)]
  const along = toUnit(minus(to, from))
  const toArm = (side: number): Vector => {
    const arm = minus(toPoint(nextCorner(nextCorner(side))), from)
    const part = dot(arm, along)
    return toUnit([arm[0] - part * along[0], arm[1] - part * along[1], arm[2] - part * along[2]])
  }
  const zero = toArm(first)
  const quarter = cross(along, zero)
  return new Map(
    sides.map((side) => {
      const arm = toArm(side)
      const angle = Math.atan2(dot(arm, quarter), dot(arm, zero))
      return [side, angle < -slack / 2 ? angle + 2 * Math.PI : angle]
    }),
  )
}

type Vector = readonly [x: number, y: number, z: number]

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function toUnit(a: Vector): Vector {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}
