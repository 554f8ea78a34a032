import type { MeshResult } from '../../domain/result/result.ts'

/**
 * Returns the three edges of each triangle, with duplicates: finding them takes longer than drawing them.
 * Omits triangles with a non-finite corner, because SwiftShader never ends a line to NaN.
 */
export function listEdges({ vertices, indices }: MeshResult): Uint32Array<ArrayBuffer> {
  const edges = new Uint32Array(indices.length * 2)
  const isPlace = (corner: number) => {
    const at = 3 * corner
    return Number.isFinite((vertices[at] ?? NaN) + (vertices[at + 1] ?? NaN) + (vertices[at + 2] ?? NaN))
  }
  let count = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a, b, c] = [indices[i] ?? NaN, indices[i + 1] ?? NaN, indices[i + 2] ?? NaN]
    if (!isPlace(a) || !isPlace(b) || !isPlace(c)) continue
    edges[count++] = a
    edges[count++] = b
    edges[count++] = b
    edges[count++] = c
    edges[count++] = c
    edges[count++] = a
  }
  return count === edges.length ? edges : edges.slice(0, count)
}
