import type { MeshResult } from '../../../domain/result/result.ts'
import type { PreparedMesh } from '../prepared.ts'
import { findBounds } from './bounds.ts'
import { findCentre, toRelative } from './centre.ts'
import { splitHardEdges } from './mesh-normals.ts'

/** Returns a mesh with bounds, and with normals if it has none. */
export function prepareMesh(result: MeshResult): PreparedMesh {
  const { vertices, colors } = result
  const bounds = findBounds(vertices)
  const centre = findCentre(bounds)
  const own = result.normals && { indices: result.indices, normals: result.normals, repeated: [] }
  const { indices, normals, repeated } = own ?? splitHardEdges(result, bounds)
  return {
    type: 'mesh',
    result,
    bounds,
    centre,
    positions: repeat(toRelative(vertices, centre), repeated, Float32Array),
    indices,
    normals,
    ...(colors && { colors: repeat(colors, repeated, Uint8Array) }),
  }
}

/** Returns three values for each vertex with those of repeated vertices behind them. */
function repeat<Values extends Float32Array | Uint8Array>(
  values: Values,
  vertices: readonly number[],
  create: new (length: number) => Values,
): Values {
  if (vertices.length === 0) return values
  const all = new create(values.length + 3 * vertices.length)
  all.set(values)
  for (const [i, vertex] of vertices.entries())
    all.set(values.subarray(3 * vertex, 3 * vertex + 3), values.length + 3 * i)
  return all
}
