import type { MeshResult } from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { defaultDisplay } from '../../contract/look/display.ts'
import { repeatVertices, splitHardEdges } from '../../contract/look/mesh-normals.ts'
import { findRange } from '../../contract/look/value-range.ts'
import { add } from '../../contract/look/vectors.ts'
import { findCentre, moveBounds, toRelative } from './bounds.ts'
import { listScalarLabels } from './find-labels.ts'
import type { Prepared, PreparedMesh } from './prepared.ts'

/**
 * Returns a mesh with bounds and the range of its scalars, and with normals if it has none: smooth over
 * angles up to `creaseAngle`, in degrees.
 */
export function prepareMesh(
  result: MeshResult,
  creaseAngle: number = defaultDisplay.creaseAngle,
): PreparedMesh {
  const { vertices, colors, scalars, offset } = result
  const list = listScalarLabels(result)
  const bounds = findBounds(vertices)
  const centre = findCentre(bounds)
  const own = result.normals && { indices: result.indices, normals: result.normals, repeated: [] }
  const { indices, normals, repeated } = own ?? splitHardEdges(result, bounds, creaseAngle)
  return {
    type: 'mesh',
    result,
    bounds: moveBounds(bounds, offset),
    centre: offset ? add(centre, offset) : centre,
    positions: repeatVertices(toRelative(vertices, centre), repeated, { size: 3, create: Float32Array }),
    indices,
    normals,
    ...(!own && { creaseAngle }),
    ...(colors && { colors: repeatVertices(colors, repeated, { size: 3, create: Uint8Array }) }),
    ...(scalars && { scalars: repeatVertices(scalars, repeated, { size: 1, create: Float32Array }) }),
    range: scalars ? findRange(scalars) : null,
    ...(list && { labels: { list } }),
  }
}

/**
 * Returns a content whose mesh is smooth over angles up to `creaseAngle`; the same one where it is, and where
 * the normals are the result's own. Blocks as long as preparing the mesh.
 */
export function withCreaseAngle(prepared: Prepared, creaseAngle: number): Prepared {
  if (prepared.type !== 'mesh' || (prepared.creaseAngle ?? creaseAngle) === creaseAngle) return prepared
  return { ...prepared, ...prepareMesh(prepared.result, creaseAngle) }
}
