import type { MeshResult } from '../../../domain/result/result.ts'
import { add } from '../../../look/vectors.ts'
import type { PreparedMesh } from '../prepared.ts'
import { findBounds, findCentre, moveBounds, toRelative } from './bounds.ts'
import { splitHardEdges } from './mesh-normals.ts'
import { findRange } from './value-range.ts'

/** Returns a mesh with bounds and the range of its scalars, and with normals if it has none. */
export function prepareMesh(result: MeshResult): PreparedMesh {
  const { vertices, colors, scalars, offset } = result
  const bounds = findBounds(vertices)
  const centre = findCentre(bounds)
  const own = result.normals && { indices: result.indices, normals: result.normals, repeated: [] }
  const { indices, normals, repeated } = own ?? splitHardEdges(result, bounds)
  return {
    type: 'mesh',
    result,
    bounds: moveBounds(bounds, offset),
    centre: offset ? add(centre, offset) : centre,
    positions: repeat(toRelative(vertices, centre), repeated, { size: 3, create: Float32Array }),
    indices,
    normals,
    ...(colors && { colors: repeat(colors, repeated, { size: 3, create: Uint8Array }) }),
    ...(scalars && { scalars: repeat(scalars, repeated, { size: 1, create: Float32Array }) }),
    range: scalars ? findRange(scalars) : null,
  }
}

/** Returns `size` values for each vertex with those of repeated vertices behind them. */
function repeat<Values extends Float32Array | Uint8Array>(
  values: Values,
  vertices: readonly number[],
  { size, create }: { readonly size: number; readonly create: new (length: number) => Values },
): Values {
  if (vertices.length === 0) return values
  const all = new create(values.length + size * vertices.length)
  all.set(values)
  for (const [i, vertex] of vertices.entries())
    all.set(values.subarray(size * vertex, size * (vertex + 1)), values.length + size * i)
  return all
}
