/** Vertices of an OBJ file, in which positions and normals have indices of their own. */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import { GrowingArray } from '../growing-array.ts'

const [noVertex, longestSearch] = [0xffff_ffff, 32]

/** Positions and normals of the corners of triangles. */
export interface CornerLists {
  readonly corners: GrowingArray<Uint32Array>
  readonly cornerNormals: GrowingArray<Uint32Array>
}

/** Arrays that the corners of faces point into. */
export interface ObjCorners {
  readonly vertices: Float32Array
  readonly normals: Float32Array
  readonly colors: Uint8Array | undefined
  readonly budget: ByteBudget
}

/**
 * Makes a vertex of each pair of position and normal. Gives up a long search among the vertices of one
 * position, so that a file of a million normals at one place is still read quickly.
 */
export function splitByNormal(
  { corners, cornerNormals }: CornerLists,
  from: ObjCorners,
): Pick<MeshResult, 'vertices' | 'indices' | 'normals' | 'colors'> {
  const { budget } = from
  budget.take('A list of its triangles', 4 * corners.length + (4 * from.vertices.length) / 3)
  const newest = new Uint32Array(from.vertices.length / 3).fill(noVertex)
  const [position, normal, older] = [
    new GrowingArray(Uint32Array, budget),
    new GrowingArray(Uint32Array, budget),
    new GrowingArray(Uint32Array, budget),
  ]
  const find = (place: number, wanted: number): number => {
    let vertex = newest[place] ?? noVertex
    for (let i = 0; i < longestSearch && vertex !== noVertex; i++) {
      if (normal.get(vertex) === wanted) return vertex
      vertex = older.get(vertex)
    }
    return noVertex
  }
  const indices = new Uint32Array(corners.length)
  for (let i = 0; i < indices.length; i++) {
    const [place, wanted] = [corners.get(i), cornerNormals.get(i)]
    const known = find(place, wanted)
    indices[i] = known === noVertex ? position.length : known
    if (known !== noVertex) continue
    older.push(newest[place] ?? noVertex)
    newest[place] = position.length
    position.push(place)
    normal.push(wanted)
  }
  budget.take('A list of its vertices', (12 + 12 + (from.colors ? 3 : 0)) * position.length)
  return {
    vertices: pickTriples(from.vertices, position, new Float32Array(3 * position.length)),
    indices,
    normals: pickTriples(from.normals, normal, new Float32Array(3 * position.length)),
    ...(from.colors && { colors: pickTriples(from.colors, position, new Uint8Array(3 * position.length)) }),
  }
}

function pickTriples<T extends Float32Array | Uint8Array>(
  from: T,
  places: GrowingArray<Uint32Array>,
  to: T,
): T {
  for (let i = 0; i < places.length; i++) {
    const place = 3 * places.get(i)
    for (let part = 0; part < 3; part++) to[3 * i + part] = from[place + part] ?? 0
  }
  return to
}
