/** Primitives of glTF that a result becomes. */
import type {
  ArrowsResult,
  LinesResult,
  MeshResult,
  PointCloudResult,
} from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { repeatVertices, splitHardEdges } from '../../contract/look/mesh-normals.ts'
import { shapeArrows } from '../topology/arrow-shapes.ts'
import { listSegments } from '../topology/line-ends.ts'

/** A result that has a file of glTF. */
export type GltfResult = MeshResult | PointCloudResult | LinesResult | ArrowsResult

const modes = { points: 0, segments: 1, triangles: 4 } as const

/** A primitive, of at least one vertex. */
export interface GltfPrimitive {
  /** The mode of glTF (3.7.2.1). */
  readonly mode: (typeof modes)[keyof typeof modes]
  readonly positions: Float32Array
  /** Absent for points. */
  readonly indices?: Uint32Array
  /** Vectors of length 1. */
  readonly normals?: Float32Array | undefined
  /** Red, green and blue, sRGB. */
  readonly colors?: Uint8Array | undefined
  readonly scalars?: Float32Array | undefined
  readonly vectors?: Float32Array
}

/**
 * Returns the primitives of a result; none for one without anything to draw. A mesh without normals has those
 * of the page, as readers would draw each triangle flat: its vertices at edges that are hard by the view's
 * `creaseAngle` are repeated behind the others. Lines are pairs of points in one primitive, as one a line
 * would be a draw call each; a line of one point is that point twice. Arrows are triangles for other readers,
 * and points with vectors for this program.
 */
export function listPrimitives(result: GltfResult, creaseAngle: number): readonly GltfPrimitive[] {
  switch (result.type) {
    case 'mesh':
      return listTriangles(result, creaseAngle)
    case 'point_cloud':
      return result.points.length > 0 ? [toPoints(result)] : []
    case 'lines':
      if (result.points.length === 0) return []
      return [{ ...toPoints(result), mode: modes.segments, indices: listSegments(result) }]
    case 'arrows':
      return result.points.length > 0 ? listArrows(result) : []
  }
}

function listTriangles(given: MeshResult, creaseAngle: number): readonly GltfPrimitive[] {
  const { vertices, indices, normals, colors, scalars } = withNormals(given, creaseAngle)
  if (indices.length === 0) return []
  const unitNormals = normals && toUnitNormals(normals)
  return [{ mode: modes.triangles, positions: vertices, indices, normals: unitNormals, colors, scalars }]
}

/** Returns points as a primitive. */
export function toPoints({
  points,
  colors,
  scalars,
}: Pick<PointCloudResult, 'points' | 'colors' | 'scalars'>): GltfPrimitive {
  return { mode: modes.points, positions: points, colors, scalars }
}

function listArrows(arrows: ArrowsResult): readonly GltfPrimitive[] {
  const points = { ...toPoints(arrows), vectors: arrows.vectors }
  const shapes = shapeArrows(arrows)
  if (shapes.arrows.length === 0) return [points]
  const { vertices, indices, normals } = shapes
  const colors = arrows.colors && repeatColors(arrows.colors, shapes.arrows, vertices.length)
  return [{ mode: modes.triangles, positions: vertices, indices, normals, colors }, points]
}

/** Returns the colours of vertices, as many of each arrow. */
function repeatColors(colors: Uint8Array, arrows: Uint32Array, length: number): Uint8Array {
  const repeated = new Uint8Array(length)
  const step = length / arrows.length
  arrows.forEach((arrow, i) => {
    for (let k = 0; k < step; k++) repeated[step * i + k] = colors[3 * arrow + (k % 3)] ?? 0
  })
  return repeated
}

/** Returns a mesh with the page's normals where it has none; vertices at hard edges are then repeated. */
export function withNormals(mesh: MeshResult, creaseAngle: number): MeshResult {
  const { vertices, colors, scalars } = mesh
  if (mesh.normals || mesh.indices.length === 0) return mesh
  const { indices, normals, repeated } = splitHardEdges(mesh, findBounds(vertices), creaseAngle)
  return {
    ...mesh,
    vertices: repeatVertices(vertices, repeated, { size: 3, create: Float32Array }),
    indices,
    normals,
    ...(colors && { colors: repeatVertices(colors, repeated, { size: 3, create: Uint8Array }) }),
    ...(scalars && { scalars: repeatVertices(scalars, repeated, { size: 1, create: Float32Array }) }),
  }
}

/** Returns normals of length 1 (glTF, 3.7.2.1), in a copy where needed; length 0 becomes the z axis. */
function toUnitNormals(normals: Float32Array): Float32Array {
  let unit = normals
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0]
    const square = x * x + y * y + z * z
    if (Math.abs(square - 1) < 2e-3) continue
    const length = Math.sqrt(square)
    if (unit === normals) unit = Float32Array.from(normals)
    unit.set(length > 0 ? [x / length, y / length, z / length] : [0, 0, 1], i)
  }
  return unit
}
