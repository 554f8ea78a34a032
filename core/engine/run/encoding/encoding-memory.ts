import type { Result } from '../../../contract/domain/result/result.ts'
import { listParts, measureResult } from '../../../contract/domain/result/result.ts'
import type { MakingBytes } from '../../../data/encoding/written-form.ts'
import { type FormBy, writtenForms } from '../../../data/encoding/written-forms.ts'

/** What a thread makes of a whole result. */
export type MadeOfWhole = FormBy<'whole'> | 'facts'

/** The most memory that measuring facts takes. A test measures it. */
const ofFacts: MakingBytes = { vertex: 0, byte: 8 }

/** Bytes that V8 has not collected yet for each of the first vertices. */
const looseBytes = 140
/** Vertices of which V8 has something not collected yet. */
const mostLoose = 2 ** 20
/** Bytes that making anything takes. */
const leastBytes = 2 ** 21

/** Returns the bytes that making a file or facts takes beside its result. */
export function measureMaking(made: MadeOfWhole, result: Result): number {
  const memory: MakingBytes = made === 'facts' ? ofFacts : writtenForms[made].memory
  const { vertex, byte } = memory
  const vertices = vertex > 0 ? countWritten(memory, result) : 0
  return (
    leastBytes + byte * measureResult(result) + vertex * vertices + looseBytes * Math.min(vertices, mostLoose)
  )
}

function countWritten(of: MakingBytes, result: Result): number {
  if (result.type === 'scene')
    return listParts(result.parts).reduce((total, [, part]) => total + countWritten(of, part), 0)
  const { isOfCorners, arrowVertices = 1 } = of
  if (result.type === 'point_cloud' || result.type === 'lines') return result.points.length / 3
  if (result.type === 'arrows') return (arrowVertices * result.points.length) / 3
  if (result.type !== 'mesh') return 0
  const { vertices, indices, normals } = result
  return normals && !isOfCorners ? vertices.length / 3 : Math.max(vertices.length / 3, indices.length)
}
