/** Meshes as solids of Manifold, and back. */
import type { Manifold, ManifoldToplevel } from 'manifold-3d'
import type { Mesh } from 'specimen-host/plugin'
import type { Turn } from '../shared/find-world.ts'
import { countOpenEdges } from '../shared/open-edges.ts'
import { findPlaces } from '../shared/weld.ts'

/** Numbers of a vertex: x, y, z, and which of the solids its surface is of. */
const width = 4

/** What a mesh is called, the number that its surface gets, and how its axes turn. */
export interface Naming {
  readonly name: string
  readonly label: number
  readonly turn: Turn
}

/**
 * Returns a mesh as a solid that Manifold takes: vertices at one place are one, and it looks outward.
 * @throws Error for a mesh without an inside, with the remedy
 */
export function readSolid(kernel: ManifoldToplevel, mesh: Mesh, { name, label, turn }: Naming): Manifold {
  const open = countOpenEdges(mesh)
  if (open > 0)
    throw new Error(
      `${name} is not closed: ${open} of its edges are open, or turned against each other. ` +
        'Only closed solids can be combined: fill its holes, or choose a surface that does not leave its ' +
        'volume.',
    )
  const { vertices, corners } = joinPlaces(mesh, turn, label)
  const build = (triVerts: Uint32Array): Manifold => {
    try {
      return new kernel.Manifold(new kernel.Mesh({ numProp: width, vertProperties: vertices, triVerts }))
    } catch (error) {
      throw new Error(
        `${name} is no solid: ${error instanceof Error ? error.message : error} ` +
          'Edges where more than two triangles meet have to be taken apart, in a program that mends meshes.',
        { cause: error },
      )
    }
  }
  const solid = build(corners)
  if (solid.volume() >= 0) return solid
  solid.delete()
  return build(corners.map((_, i) => corners[i - (i % 3) + 2 - (i % 3)] ?? 0)) // it was turned inside out
}

/** Returns the places of vertices, turned and with the label, and triangles of three places. */
function joinPlaces({ vertices, indices }: Mesh, turn: Turn, label: number) {
  const { placeOf, count } = findPlaces(vertices)
  const places = new Float32Array(width * count)
  for (const [vertex, place] of placeOf.entries()) {
    for (const [row, parts] of turn.entries())
      places[width * place + row] = parts.reduce(
        (sum, part, axis) => sum + part * (vertices[3 * vertex + axis] ?? 0),
        0,
      )
    places[width * place + 3] = label
  }
  const corners = new Uint32Array(indices.length)
  let length = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = [0, 1, 2].map((corner) => placeOf[indices[i + corner] ?? 0])
    if (a === b || b === c || c === a) continue
    corners.set([a, b, c], length)
    length += 3
  }
  return { vertices: places, corners: corners.slice(0, length) }
}

/** Returns a solid as a mesh whose values are the labels of its vertices. */
export function toMesh(solid: Manifold): Pick<Mesh, 'vertices' | 'indices' | 'scalars'> {
  const { numProp, vertProperties, triVerts } = solid.getMesh()
  const count = solid.isEmpty() ? 0 : vertProperties.length / numProp
  const vertices = new Float32Array(3 * count)
  const scalars = new Float32Array(count)
  for (let i = 0; i < count; i++) {
    vertices.set(vertProperties.subarray(i * numProp, i * numProp + 3), 3 * i)
    scalars[i] = Math.round(vertProperties[i * numProp + 3] ?? 0)
  }
  return { vertices, indices: Uint32Array.from(triVerts), scalars }
}
