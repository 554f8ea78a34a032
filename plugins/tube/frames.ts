import { add, cross, dot, findAcross, scale, subtract, toUnit, type Vector } from '../shared/vector.ts'

/** Two directions of length 1 across a curve, and across each other. */
export interface Frame {
  readonly across: Vector
  readonly up: Vector
}

const upright: Vector = [0, 0, 1]

/**
 * Returns a frame for each place of a line that turns as little as it can from one to the next, by double
 * reflection (Wang, Jüttler, Zheng and Liu 2008). What is left at the end of a closed line is spread over
 * all of it.
 */
export function carryFrames(line: readonly Vector[], closed: boolean): readonly Frame[] {
  const tangents = line.map((_, i) => findTangent(line, i, closed))
  let across = findAcross(tangents[0] ?? upright)
  const carried = [across]
  const count = line.length
  for (let i = 1; i < count + (closed ? 1 : 0); i++) {
    const [before, after] = [tangents[i - 1] ?? upright, tangents[i % count] ?? upright]
    const way = subtract(line[i % count] ?? upright, line[i - 1] ?? upright)
    const turned = reflect(across, way)
    across = toUnit(reflect(turned, subtract(after, reflect(before, way))))
    carried.push(across)
  }
  const [first, start] = [carried[0] ?? across, tangents[0] ?? upright]
  const twist = closed ? Math.atan2(dot(cross(across, first), start), dot(across, first)) : 0
  return line.map((_, i) => {
    const tangent = tangents[i] ?? upright
    const flat = carried[i] ?? first
    const side = cross(tangent, flat)
    const [cos, sin] = [Math.cos((twist * i) / count), Math.sin((twist * i) / count)]
    const own = add(scale(flat, cos), scale(side, sin))
    return { across: own, up: cross(tangent, own) }
  })
}

function findTangent(line: readonly Vector[], i: number, closed: boolean): Vector {
  const count = line.length
  const at = (index: number): Vector =>
    line[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? [0, 0, 0]
  return toUnit(subtract(at(i + 1), at(i - 1)))
}

/** Returns a vector, mirrored at the plane across another. */
function reflect(vector: Vector, at: Vector): Vector {
  const size = dot(at, at)
  return size < 1e-24 ? vector : subtract(vector, scale(at, (2 * dot(vector, at)) / size))
}
