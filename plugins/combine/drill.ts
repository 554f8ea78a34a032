/** A hole in a solid, where a hand puts it. */
import type { Mesh, Point, Range } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { turnWorld } from '../shared/find-world.ts'
import { computeSolids } from '../shared/manifold.ts'
import { add, cross, dot, findAcross, scale, subtract, toUnit, type Vector } from '../shared/vector.ts'
import { readSolid, toMesh } from './read-solid.ts'

/** Corners of the hole's edge. */
const corners = 64

const labels = [
  { value: 1, name: 'part', color: [122, 136, 152] },
  { value: 2, name: 'hole', color: [214, 150, 74] },
] as const

/**
 * A round hole in any solid, straight in where the surface is nearest to a point.
 *
 * @displayName Drill
 * @tags engineering, geometry, mesh, solid, boolean, CAD, tool
 * @view camera=0.6,-1,0.9
 * @story Take the dot and pull it over the wheel: the hole follows, and is cut anew each time. What comes
 * out is a closed solid at every place, ready to print.
 * @preset Blind hole {"depth":6,"diameter":12}
 * @preset Through the rim {"at":[0,27,6],"diameter":5}
 * @param part - The solid. @default {"process":"gearWheel","inputs":{"helixAngle":0,"holes":0}}
 * @param at - Where it begins.
 * @on surface
 * @param diameter - In the unit of the part.
 * @param depth - In the unit of the part; 0 drills through.
 */
export async function drill(
  part: Mesh,
  at: Point = [14, 4, 12],
  diameter: Range<0.1, 200, 0.1> = 9,
  depth: Range<0, 500, 0.1> = 0,
): Promise<Mesh> {
  return await computeSolids((loaded, keep) => {
    const turn = turnWorld(undefined, undefined)
    const whole = keep(readSolid(loaded, part, { name: 'part', label: 1, turn }))
    const { min, max } = whole.boundingBox()
    const size = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2])
    const { place, outward } = findFace(toMesh(whole), at)
    // It begins a little before the surface, so that no skin stays.
    const length = depth === 0 ? size : depth
    const bit = createBit(add(place, scale(outward, 0.01 * diameter)), outward, {
      radius: diameter / 2,
      length: length + 0.01 * diameter,
    })
    const hole = keep(readSolid(loaded, bit, { name: 'the hole', label: 2, turn }))
    const result = keep(whole.subtract(hole))
    const distance = Math.hypot(...subtract(place, at))
    const notes = [
      ...(distance > 0.001 * size
        ? [`The hole begins at the nearest place of the surface, ${distance.toPrecision(3)} from the point.`]
        : []),
      ...(result.isEmpty() ? ['Nothing is left: the hole is wider than the part.'] : []),
      ...(part.colors?.length || part.scalars?.length
        ? ['Colours and values of the part are left out.']
        : []),
    ]
    return {
      ...toMesh(result),
      offset: part.offset,
      unit: part.unit,
      orientation: part.orientation,
      labels: result.isEmpty() ? undefined : labels,
      notes: addNotes(notes, part.notes),
    }
  })
}

/** The place of a surface that is nearest to a point, and the direction that leads out of it there. */
interface Face {
  readonly place: Vector
  readonly outward: Vector
}

function findFace({ vertices, indices }: Mesh, at: Vector): Face {
  const pick = (corner: number): Vector => {
    const vertex = 3 * (indices[corner] ?? 0)
    return [vertices[vertex] ?? 0, vertices[vertex + 1] ?? 0, vertices[vertex + 2] ?? 0]
  }
  let nearest: Face = { place: at, outward: [0, 0, 1] }
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [pick(i), pick(i + 1), pick(i + 2)]
    const place = findNearest(at, [a, b, c])
    const way = subtract(place, at)
    const distance = dot(way, way)
    if (distance >= least) continue
    least = distance
    nearest = { place, outward: toUnit(cross(subtract(b, a), subtract(c, a))) }
  }
  return nearest
}

/**
 * Returns the place of a triangle that is nearest to a point, by the region of the triangle's plane it is in.
 */
function findNearest(at: Vector, [a, b, c]: readonly [Vector, Vector, Vector]): Vector {
  const [ab, ac, ap] = [subtract(b, a), subtract(c, a), subtract(at, a)]
  const [aa, bb, mixed] = [dot(ab, ab), dot(ac, ac), dot(ab, ac)]
  const [alongB, alongC] = [dot(ap, ab), dot(ap, ac)]
  const whole = aa * bb - mixed * mixed
  const [v, w] = [(bb * alongB - mixed * alongC) / whole, (aa * alongC - mixed * alongB) / whole]
  if (v >= 0 && w >= 0 && v + w <= 1) return add(a, add(scale(ab, v), scale(ac, w)))
  const edges = [onEdge(at, a, b), onEdge(at, b, c), onEdge(at, c, a)]
  const distances = edges.map((place) => Math.hypot(...subtract(place, at)))
  return edges[distances.indexOf(Math.min(...distances))] ?? a
}

function onEdge(at: Vector, from: Vector, to: Vector): Vector {
  const way = subtract(to, from)
  const share = dot(subtract(at, from), way) / (dot(way, way) || 1)
  return add(from, scale(way, Math.min(1, Math.max(0, share))))
}

/** Returns a closed cylinder that goes in from a place, against the outward direction. */
function createBit(
  start: Vector,
  outward: Vector,
  { radius, length }: { readonly radius: number; readonly length: number },
): Mesh {
  const across = findAcross(outward)
  const up = cross(outward, across)
  const end = subtract(start, scale(outward, length))
  const vertices: number[] = []
  const indices: number[] = []
  for (let i = 0; i < corners; i++) {
    const angle = (2 * Math.PI * i) / corners
    const out = add(scale(across, radius * Math.cos(angle)), scale(up, radius * Math.sin(angle)))
    vertices.push(...add(start, out), ...add(end, out))
    const [top, next] = [2 * i, 2 * ((i + 1) % corners)]
    indices.push(top, top + 1, next + 1, top, next + 1, next)
    indices.push(2 * corners, top, next, 2 * corners + 1, next + 1, top + 1)
  }
  vertices.push(...start, ...end)
  return { vertices: Float32Array.from(vertices), indices: Uint32Array.from(indices) }
}
