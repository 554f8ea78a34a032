/** Places at which a node shows its mesh, and the shape that skin and morph targets give to it at rest. */
import type { JsonObject } from '../../../../contract/values/json.ts'
import { isFiniteNumber } from '../../../../contract/values/number.ts'
import { refuse } from '../../refusal.ts'
import type { StepBudget } from '../../step-budget.ts'
import type { Accessor, ReadAccessor } from './gltf-accessor.ts'
import { pickItem, readCount, readCounts, readList, readObject } from './gltf-document.ts'
import { identity, type Matrix, multiply, toMatrix } from './gltf-matrix.ts'
import type { GltfScene, PlacedMesh } from './gltf-scene.ts'

/** The poses of a mesh at one node. */
export interface NodePose {
  /** Number of places. */
  readonly count: number
  /** Returns the matrix of a place, from 0. A file may have millions, so that none is kept. */
  readonly matrixAt: (index: number) => Matrix
  /** Matrices of the joints of a skin, which take the place of that of the node. */
  readonly joints?: readonly Matrix[]
  /** Weights of the morph targets. */
  readonly weights: readonly number[]
}

/** The document of a pose with its scene and the reader of its arrays. */
interface PoseSource {
  readonly json: JsonObject
  readonly scene: GltfScene
  readonly readAccessor: ReadAccessor
  readonly budget: StepBudget
}

/** Returns the pose of a node. `file.undecodable` is thrown for joints outside of the scene. */
export function readPose({ node, matrix }: PlacedMesh, mesh: JsonObject, from: PoseSource): NodePose {
  const weights = readWeights(node) ?? readWeights(mesh) ?? []
  const skin = readCount(node, 'skin', undefined)
  if (skin !== undefined) {
    const joints = readJoints(pickItem(readList(from.json, 'skins'), skin, 'skin'), from)
    return { count: 1, matrixAt: () => joints[0] ?? identity, joints, weights }
  }
  const instancing = readObject(node, 'extensions').EXT_mesh_gpu_instancing
  if (instancing === undefined) return { count: 1, matrixAt: () => matrix, weights }
  const extension = readObject(readObject(node, 'extensions'), 'EXT_mesh_gpu_instancing')
  return { ...readInstances(readObject(extension, 'attributes'), matrix, from.readAccessor), weights }
}

function readWeights(parent: JsonObject): readonly number[] | undefined {
  const list: unknown = parent.weights
  if (list === undefined) return undefined
  if (Array.isArray(list) && list.every(isFiniteNumber)) return list
  throw refuse('weights must be finite numbers.')
}

/** Each joint moves from its place at the time of binding to its place in the scene (3.7.3.3). */
function readJoints(
  skin: JsonObject,
  { scene, readAccessor, budget }: Omit<PoseSource, 'json'>,
): readonly Matrix[] {
  const joints = readCounts(skin, 'joints')
  budget.step('The joints of all nodes with a skin', 8 * joints.length) // nodes may share one
  const index = readCount(skin, 'inverseBindMatrices', undefined)
  const inverse = index === undefined ? undefined : readAccessor(index)
  if (inverse && (inverse.width !== 16 || inverse.count < joints.length))
    throw refuse(`inverseBindMatrices must be ${joints.length} MAT4 (got ${inverse.count}).`)
  return joints.map((joint, i) => {
    const place = scene.matrices.get(joint)
    if (!place) throw refuse(`The joint ${joint} of a skin is outside of the scene.`)
    return inverse ? multiply(place, Array.from(inverse.values.subarray(16 * i, 16 * i + 16))) : place
  })
}

function readInstances(
  attributes: JsonObject,
  node: Matrix,
  readAccessor: ReadAccessor,
): Pick<NodePose, 'count' | 'matrixAt'> {
  const read = (name: string, width: number): Accessor | undefined => {
    const index = readCount(attributes, name, undefined)
    if (index === undefined) return undefined
    const accessor = readAccessor(index)
    if (accessor.width === width) return accessor
    throw refuse(`${name} of instances must be an accessor of VEC${width}.`)
  }
  const parts = {
    translation: read('TRANSLATION', 3),
    rotation: read('ROTATION', 4),
    scale: read('SCALE', 3),
  }
  const counts = Object.values(parts).flatMap((accessor) => accessor?.count ?? [])
  const [count = 1] = counts
  if (counts.some((other) => other !== count))
    throw refuse(`Attributes of instances must have the same count (got ${counts.join(', ')}).`)
  const pick = (accessor: Accessor | undefined, index: number, none: readonly number[]): readonly number[] =>
    accessor ? Array.from(accessor.values.subarray(none.length * index, none.length * (index + 1))) : none
  return {
    count,
    matrixAt: (index) =>
      multiply(
        node,
        toMatrix({
          translation: pick(parts.translation, index, [0, 0, 0]),
          rotation: pick(parts.rotation, index, [0, 0, 0, 1]),
          scale: pick(parts.scale, index, [1, 1, 1]),
        }),
      ),
  }
}
