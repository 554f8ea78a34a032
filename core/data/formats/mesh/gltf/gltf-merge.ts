/** Joins the primitives of a scene into one, each at its places. */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import type { DecodeContext } from '../../format.ts'
import { requireWithin } from '../../refusal.ts'
import { toFiniteOrNone } from '../growing-array.ts'
import { isMirroring, type Matrix, setNormalMatrix } from './gltf-matrix.ts'
import { chooseSceneOffset, type PosedPrimitive } from './gltf-offset.ts'
import type { Influence, Primitive } from './gltf-primitive.ts'
import type { MeetGltfTag } from './gltf-tags.ts'

/** Bytes of a vertex with normal, color and scalar, and of an index. */
const [vertexBytes, indexBytes] = [31, 4]

/** Primitives of one kind, joined. */
export interface MergedScene {
  /** Its indices are those of {@link Primitive}. */
  readonly mesh: MeshResult
  readonly starts: Uint32Array
  /** Set where all have them. */
  readonly vectors: Float32Array | undefined
}

/**
 * Returns what all primitives are together. The sum is checked before memory is allocated, because one file
 * may place a mesh a million times. @throws `file.undecodable`
 */
export function mergePrimitives(
  posed: readonly PosedPrimitive[],
  { context, meet }: { readonly context: DecodeContext; readonly meet: MeetGltfTag },
): MergedScene {
  const sum = (count: (primitive: Primitive) => number): number =>
    posed.reduce((total, { primitive, pose }) => total + pose.count * count(primitive), 0)
  const vertexCount = sum(({ positions }) => positions.length / 3)
  const indexCount = sum(({ indices }) => indices.length)
  const startCount = sum(({ starts }) => starts.length)
  const byteLength = vertexCount * vertexBytes + (indexCount + startCount) * indexBytes
  requireWithin('Its scene', byteLength, context.byteLimit)
  context.take('Its scene', byteLength)
  const has = (read: (primitive: Primitive) => unknown): boolean =>
    posed.some(({ primitive }) => read(primitive))
  const all = (read: (primitive: Primitive) => unknown): boolean =>
    posed.every(({ primitive }) => read(primitive))
  const [hasNormals, hasScalars] = [all(({ normals }) => normals), all(({ scalars }) => scalars)]
  if (!hasNormals && has(({ normals }) => normals)) meet('NORMAL of some')
  if (!hasScalars && has(({ scalars }) => scalars)) meet('_SCALAR of some')
  const offset = chooseSceneOffset(posed)
  const arrays: MergedArrays = {
    vertices: new Float32Array(3 * vertexCount),
    indices: new Uint32Array(indexCount),
    normals: hasNormals ? new Float32Array(3 * vertexCount) : undefined,
    colors: has(({ colors }) => colors) ? new Uint8Array(3 * vertexCount).fill(255) : undefined,
    scalars: hasScalars ? new Float32Array(vertexCount) : undefined,
    starts: new Uint32Array(startCount),
    vectors: all(({ vectors }) => vectors) ? new Float32Array(3 * vertexCount) : undefined,
  }
  let [vertexAt, indexAt, startAt] = [0, 0, 0]
  for (const { primitive, pose } of posed) {
    for (let i = 0; i < pose.count; i++) {
      const placed = { primitive, pose, matrix: pose.matrixAt(i), offset, budget: context }
      addPrimitive(placed, arrays, { vertexAt, indexAt, startAt })
      vertexAt += primitive.positions.length / 3
      indexAt += primitive.indices.length
      startAt += primitive.starts.length
    }
  }
  const { vertices, indices, colors, scalars, starts, vectors } = arrays
  const normals = toFiniteOrNone(arrays.normals)
  const mesh: MeshResult = {
    type: 'mesh',
    ...(offset.some((part) => part !== 0) && { offset }),
    vertices,
    indices,
    ...(normals && { normals }),
    ...(colors && { colors }),
    ...(scalars && { scalars }),
  }
  return { mesh, starts, vectors }
}

interface MergedArrays {
  readonly vertices: Float32Array
  readonly indices: Uint32Array
  readonly normals: Float32Array | undefined
  readonly colors: Uint8Array | undefined
  readonly scalars: Float32Array | undefined
  readonly starts: Uint32Array
  readonly vectors: Float32Array | undefined
}

/** The place of a primitive in the arrays. */
interface ArrayPlace {
  readonly vertexAt: number
  readonly indexAt: number
  readonly startAt: number
}

/** The place of a primitive in the scene, and the budget of its file. */
interface PrimitivePlace {
  readonly matrix: Matrix
  readonly offset: readonly number[]
  readonly budget: ByteBudget
}

function addPrimitive(
  from: PosedPrimitive & PrimitivePlace,
  to: MergedArrays,
  { vertexAt, indexAt, startAt }: ArrayPlace,
): void {
  const { primitive, pose, matrix, offset, budget } = from
  const end = vertexAt + primitive.positions.length / 3
  const positions = to.vertices.subarray(3 * vertexAt, 3 * end)
  positions.set(primitive.positions)
  const normals = primitive.normals && to.normals?.subarray(3 * vertexAt, 3 * end)
  if (normals && primitive.normals) normals.set(primitive.normals)
  primitive.targets.forEach((read, i) => {
    const weight = pose.weights[i] ?? 0
    if (weight === 0) return
    const target = read()
    addWeighted(target.positions, weight, positions)
    if (normals) addWeighted(target.normals, weight, normals)
    budget.give((target.positions?.byteLength ?? 0) + (target.normals?.byteLength ?? 0))
  })
  const isSkinned = pose.joints !== undefined && primitive.influences.length > 0
  const toVertexMatrix = isSkinned ? createBlend(primitive.influences, pose.joints ?? []) : () => matrix
  move(positions, toVertexMatrix, offset)
  if (normals) turn(normals, toVertexMatrix, isSkinned)
  if (primitive.colors) to.colors?.set(primitive.colors, 3 * vertexAt)
  if (primitive.scalars) to.scalars?.set(primitive.scalars, vertexAt)
  if (primitive.vectors) to.vectors?.set(primitive.vectors, 3 * vertexAt)
  primitive.starts.forEach((start, i) => {
    to.starts[startAt + i] = start + indexAt
  })
  const isMirrored = primitive.kind === 'triangles' && isMirroring(matrix)
  placeCorners(primitive.indices, to.indices.subarray(indexAt), { vertexAt, isMirrored })
}

function addWeighted(from: Float32Array | undefined, weight: number, to: Float32Array): void {
  if (!from) return
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + weight * (from[i] ?? 0)
}

/** Returns the matrix of a vertex. The same array may be returned again with other numbers. */
type ToVertexMatrix = (vertex: number) => ArrayLike<number>

/** Returns the sum of the joints' matrices by their weights, which quantized files round (3.7.3.3). */
function createBlend(influences: readonly Influence[], joints: readonly Matrix[]): ToVertexMatrix {
  const blended = new Float64Array(16)
  return (vertex) => {
    blended.fill(0)
    let total = 0
    for (const { joints: places, weights } of influences) {
      for (let i = 4 * vertex; i < 4 * vertex + 4; i++) {
        const weight = weights[i] ?? 0
        const joint = weight === 0 ? undefined : joints[places[i] ?? 0]
        if (!joint) continue
        total += weight
        for (let k = 0; k < 16; k++) blended[k] = (blended[k] ?? 0) + weight * (joint[k] ?? 0)
      }
    }
    if (total === 0) return joints[0] ?? blended
    for (let k = 0; k < 16; k++) blended[k] = (blended[k] ?? 0) / total
    return blended
  }
}

function move(positions: Float32Array, toVertexMatrix: ToVertexMatrix, offset: readonly number[]): void {
  const [ox = 0, oy = 0, oz = 0] = offset
  for (let i = 0; i < positions.length; i += 3) {
    const m = toVertexMatrix(i / 3)
    const [x = 0, y = 0, z = 0] = [positions[i], positions[i + 1], positions[i + 2]]
    positions[i] = (m[0] ?? 0) * x + (m[4] ?? 0) * y + (m[8] ?? 0) * z + (m[12] ?? 0) - ox
    positions[i + 1] = (m[1] ?? 0) * x + (m[5] ?? 0) * y + (m[9] ?? 0) * z + (m[13] ?? 0) - oy
    positions[i + 2] = (m[2] ?? 0) * x + (m[6] ?? 0) * y + (m[10] ?? 0) * z + (m[14] ?? 0) - oz
  }
}

/** Keeps normals perpendicular to their triangles, and of length 1. */
function turn(normals: Float32Array, toVertexMatrix: ToVertexMatrix, changes: boolean): void {
  const n = new Float64Array(9)
  let sign = 1
  for (let i = 0; i < normals.length; i += 3) {
    if (changes || i === 0) {
      const m = toVertexMatrix(i / 3)
      setNormalMatrix(m, n)
      sign = (m[0] ?? 0) * (n[0] ?? 0) + (m[1] ?? 0) * (n[1] ?? 0) + (m[2] ?? 0) * (n[2] ?? 0) < 0 ? -1 : 1
    }
    const [x = 0, y = 0, z = 0] = [normals[i], normals[i + 1], normals[i + 2]]
    const a = (n[0] ?? 0) * x + (n[3] ?? 0) * y + (n[6] ?? 0) * z
    const b = (n[1] ?? 0) * x + (n[4] ?? 0) * y + (n[7] ?? 0) * z
    const c = (n[2] ?? 0) * x + (n[5] ?? 0) * y + (n[8] ?? 0) * z
    const scale = sign / (Math.hypot(a, b, c) || 1)
    normals[i] = a * scale
    normals[i + 1] = b * scale
    normals[i + 2] = c * scale
  }
}

/** Reverses the corners of mirrored triangles, so that they stay counter-clockwise. */
function placeCorners(
  from: Uint32Array,
  to: Uint32Array,
  { vertexAt, isMirrored }: { readonly vertexAt: number; readonly isMirrored: boolean },
): void {
  from.forEach((corner, i) => {
    const turned = i % 3 === 1 ? i + 1 : i % 3 === 2 ? i - 1 : i
    to[isMirrored ? turned : i] = corner + vertexAt
  })
}
