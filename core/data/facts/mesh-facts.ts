import type { MeshResult } from '../../contract/domain/result/result.ts'
import { middle } from '../../contract/look/box.ts'
import type { FactEdgeLengths, MeshFacts } from '../../contract/wire/facts.ts'
import { countFlipped, countParts } from '../topology/connections.ts'
import { findEdges, listCorners, measureEdges, tallyEdges } from '../topology/mesh-edges.ts'
import { weldVertices } from '../topology/weld-vertices.ts'
import { measureBox, toFactBox } from './box-facts.ts'
import { measureScalars } from './measure-scalars.ts'
import { rankValues } from './select-ranks.ts'
import { measureSurface } from './surface.ts'
import { listTexts } from './texts.ts'

/**
 * Returns the facts of a mesh; `MeshFacts` defines each. A million triangles take a third of a second and up
 * to four times the bytes of the mesh.
 */
export function measureMesh(mesh: MeshResult): MeshFacts {
  const { vertices, indices, offset } = mesh
  const vertexCount = vertices.length / 3
  const box = measureBox(vertices)
  const { places, count: placeCount } = weldVertices(vertices)
  const corners = listCorners(indices, places)
  const edges = findEdges(corners, vertexCount)
  const tally = tallyEdges(edges)
  const { area, signedVolume, flat } = measureSurface({ vertices, corners }, box ? middle(box) : [0, 0, 0])
  const { places: usedPlaces, parts } = countParts(edges, vertexCount)
  const triangleCount = indices.length / 3
  const wholeCount = corners.length / 3
  const isEnclosing = wholeCount > 0 && tally.unbalanced === 0
  return {
    kind: 'mesh',
    ...listTexts(mesh),
    bounds: toFactBox(box, offset),
    vertex_count: vertexCount,
    place_count: placeCount,
    unused_vertex_count: vertexCount - countUsed(indices, vertexCount),
    triangle_count: triangleCount,
    degenerate_triangle_count: triangleCount - wholeCount + flat,
    flipped_triangle_count: tally.alike === 0 ? 0 : countFlipped(edges),
    edge_count: tally.edges,
    open_edge_count: tally.open,
    crowded_edge_count: tally.crowded,
    is_closed: wholeCount > 0 && tally.open === 0 && tally.crowded === 0,
    component_count: parts,
    euler_characteristic: usedPlaces - tally.edges + wholeCount,
    area,
    volume: isEnclosing ? Math.abs(signedVolume) : null,
    is_inside_out: isEnclosing && signedVolume < 0,
    edge_length: summariseLengths(measureEdges(edges, vertices)),
    ...measureScalars(mesh),
  }
}

function countUsed(indices: Uint32Array, vertexCount: number): number {
  const used = new Uint8Array(vertexCount)
  let count = 0
  for (let i = 0; i < indices.length; i++) {
    const vertex = indices[i] ?? 0
    count += 1 - (used[vertex] ?? 0)
    used[vertex] = 1
  }
  return count
}

function summariseLengths(lengths: Float64Array): FactEdgeLengths | null {
  const { finite, select } = rankValues(lengths)
  if (finite === 0) return null
  const middle = (finite - 1) / 2
  const [min = 0, max = 0, lower = 0, upper = 0] = select([
    0,
    finite - 1,
    Math.floor(middle),
    Math.ceil(middle),
  ])
  return { min, median: (lower + upper) / 2, max }
}
