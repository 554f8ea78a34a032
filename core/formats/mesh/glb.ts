/** Binary glTF 2.0 (Khronos). Own code: three's loader needs a page, and fetches addresses in the file. */
import type { MeshResult, PointCloudResult } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { createAccessors } from './gltf-accessor.ts'
import { pickItem, readGltfDocument, readList } from './gltf-document.ts'
import { type Primitive, readPrimitives } from './gltf-primitive.ts'
import { isMirroring, listPlacedMeshes, type Matrix, toNormalMatrix } from './gltf-scene.ts'
import { toFiniteOrNone } from './growing-array.ts'

/** Bytes of a vertex with normal, color and scalar, and of an index. */
const [vertexBytes, indexBytes] = [31, 4]

const compressions = ['KHR_draco_mesh_compression', 'EXT_meshopt_compression', 'KHR_meshopt_compression']

/** Returns the triangles of the scene, or its points. Omits lines, textures, animations, skins and morphs. */
export function decodeGlb(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult {
  const document = readGltfDocument(bytes)
  const { json } = document
  const used = Array.isArray(json.extensionsRequired) ? json.extensionsRequired : []
  const compression = compressions.find((name) => used.includes(name))
  if (compression) throw refuse(`Its meshes are compressed (${compression}); save it without compression.`)
  const accessors = createAccessors(document, context)
  const meshes = readList(json, 'meshes')
  const read = new Map<number, Primitive[]>()
  const placed = listPlacedMeshes(json).flatMap(({ mesh, matrix }) => {
    const known = read.get(mesh) ?? readPrimitives(pickItem(meshes, mesh, 'mesh'), json, accessors)
    read.set(mesh, known)
    return known.map((primitive) => ({ primitive, matrix }))
  })
  const solid = placed.filter(({ primitive }) => primitive.indices.length > 0)
  const shown = solid.length > 0 ? solid : placed.filter(({ primitive }) => primitive.isPoints)
  if (shown.length === 0) throw refuse('There are neither triangles nor points in its scene.')
  const merged = merge(shown, context.byteLimit)
  if (solid.length > 0) return merged
  const { vertices: points, colors, scalars } = merged
  return { type: 'point_cloud', points, ...(colors && { colors }), ...(scalars && { scalars }) }
}

/** Checks the sum against the limit first, because one file may place a mesh a million times. */
function merge(
  placed: readonly { readonly primitive: Primitive; readonly matrix: Matrix }[],
  byteLimit: number,
): MeshResult {
  const sum = (count: (primitive: Primitive) => number): number =>
    placed.reduce((total, { primitive }) => total + count(primitive), 0)
  const vertexCount = sum(({ positions }) => positions.length / 3)
  const indexCount = sum(({ indices }) => indices.length)
  requireWithin('Its scene', vertexCount * vertexBytes + indexCount * indexBytes, byteLimit)
  const vertices = new Float32Array(3 * vertexCount)
  const indices = new Uint32Array(indexCount)
  const normals = placed.every(({ primitive }) => primitive.normals)
    ? new Float32Array(3 * vertexCount)
    : undefined
  const isColored = placed.some(({ primitive }) => primitive.colors)
  const colors = isColored ? new Uint8Array(3 * vertexCount).fill(255) : undefined
  const hasScalars = placed.every(({ primitive }) => primitive.scalars)
  const scalars = hasScalars ? new Float32Array(vertexCount) : undefined
  let [vertexAt, indexAt] = [0, 0]
  for (const { primitive, matrix } of placed) {
    transform(primitive.positions, matrix, vertices.subarray(3 * vertexAt))
    if (normals && primitive.normals) turn(primitive.normals, matrix, normals.subarray(3 * vertexAt))
    if (colors && primitive.colors) colors.set(primitive.colors, 3 * vertexAt)
    if (scalars && primitive.scalars) scalars.set(primitive.scalars, vertexAt)
    placeTriangles(primitive.indices, indices.subarray(indexAt), {
      vertexAt,
      isMirrored: isMirroring(matrix),
    })
    vertexAt += primitive.positions.length / 3
    indexAt += primitive.indices.length
  }
  const finite = toFiniteOrNone(normals)
  return {
    type: 'mesh',
    vertices,
    indices,
    ...(finite && { normals: finite }),
    ...(colors && { colors }),
    ...(scalars && { scalars }),
  }
}

function transform(from: Float64Array, m: Matrix, to: Float32Array): void {
  for (let i = 0; i < from.length; i += 3) {
    const [x = 0, y = 0, z = 0] = [from[i], from[i + 1], from[i + 2]]
    for (let axis = 0; axis < 3; axis++)
      to[i + axis] =
        (m[axis] ?? 0) * x + (m[4 + axis] ?? 0) * y + (m[8 + axis] ?? 0) * z + (m[12 + axis] ?? 0)
  }
}

/** Keeps normals perpendicular to their triangles, and of length 1. */
function turn(from: Float64Array, matrix: Matrix, to: Float32Array): void {
  const m = toNormalMatrix(matrix)
  const sign = isMirroring(matrix) ? -1 : 1
  for (let i = 0; i < from.length; i += 3) {
    const [x = 0, y = 0, z = 0] = [from[i], from[i + 1], from[i + 2]]
    const turned = [0, 1, 2].map(
      (axis) => (m[axis] ?? 0) * x + (m[3 + axis] ?? 0) * y + (m[6 + axis] ?? 0) * z,
    )
    const length = Math.hypot(...turned) || 1
    to.set(
      turned.map((part) => (sign * part) / length),
      i,
    )
  }
}

/** Reverses the corners of mirrored triangles, so that they stay counter-clockwise. */
function placeTriangles(
  from: Uint32Array,
  to: Uint32Array,
  { vertexAt, isMirrored }: { readonly vertexAt: number; readonly isMirrored: boolean },
): void {
  for (let i = 0; i < from.length; i += 3) {
    const [a = 0, b = 0, c = 0] = from.subarray(i, i + 3)
    to.set(
      [a, isMirrored ? c : b, isMirrored ? b : c].map((corner) => corner + vertexAt),
      i,
    )
  }
}
