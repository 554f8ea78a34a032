import type { Result } from '../../../contract/domain/result/result.ts'
import { measureResult } from '../../../contract/domain/result/result.ts'
import type { WholeForm } from '../../../data/encoding/written-forms.ts'

/** What a thread makes of a whole result. */
export type MadeOfWhole = WholeForm | 'facts'

/** Bytes of memory for each part of a result. */
interface Factors {
  /** For each vertex as it is written: without normals, one for each corner of a triangle. */
  readonly vertex: number
  /** For each byte of the result. */
  readonly byte: number
}

/**
 * The most memory that making each takes, the file itself included. Of meshes the worst is one without
 * normals that is rough, as its vertices are repeated at all corners. A test measures them.
 */
const factors: { readonly [made in MadeOfWhole]: Factors } = {
  usdz: { vertex: 150, byte: 2 },
  glb: { vertex: 80, byte: 2 },
  '3mf': { vertex: 80, byte: 6 },
  png: { vertex: 0, byte: 6 },
  facts: { vertex: 0, byte: 7 },
}

/** Bytes that V8 has not collected yet for each of the first vertices. */
const looseBytes = 140
/** Vertices of which V8 has something not collected yet. */
const mostLoose = 2 ** 20
/** Bytes that making anything takes. */
const leastBytes = 2 ** 21

/** Returns the bytes that making a file or facts takes beside its result. */
export function measureMaking(made: MadeOfWhole, result: Result): number {
  const { vertex, byte } = factors[made]
  const vertices = vertex > 0 ? countWritten(made, result) : 0
  return (
    leastBytes + byte * measureResult(result) + vertex * vertices + looseBytes * Math.min(vertices, mostLoose)
  )
}

/** A 3MF is joined anew by the places of all corners, whatever normals its mesh has. */
function countWritten(made: MadeOfWhole, result: Result): number {
  if (result.type === 'point_cloud') return result.points.length / 3
  if (result.type !== 'mesh') return 0
  const { vertices, indices, normals } = result
  return normals && made !== '3mf' ? vertices.length / 3 : Math.max(vertices.length / 3, indices.length)
}
