import type { JsonObject } from '../../../../contract/values/json.ts'
import { refuse } from '../../refusal.ts'
import { pickItem, readCount, readCounts, readList, readNumbers, readObject } from './gltf-document.ts'
import { identity, type Matrix, multiply, toMatrix } from './gltf-matrix.ts'
import type { MeetGltfTag } from './gltf-tags.ts'

/** A node with a mesh. */
export interface PlacedMesh {
  readonly mesh: number
  /** The place of its node in the file's list. */
  readonly index: number
  readonly node: JsonObject
  readonly matrix: Matrix
}

/** The nodes that are shown. */
export interface GltfScene {
  readonly placed: readonly PlacedMesh[]
  /** The place of each node by its index. */
  readonly matrices: ReadonlyMap<number, Matrix>
}

/**
 * Returns the default scene; the nodes `still` stay where they would be without their own places. Refuses a
 * repeated node; walks any depth without recursion.
 */
export function readScene(json: JsonObject, meet: MeetGltfTag, still: readonly number[] = []): GltfScene {
  const nodes = readList(json, 'nodes')
  const placed: PlacedMesh[] = []
  const matrices = new Map<number, Matrix>()
  const waiting = listRoots(json, nodes, meet).map((index) => ({ index, parent: identity, isShown: true }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, parent } = next
    if (matrices.has(index)) throw refuse(`The node ${index} stands in the scene twice.`)
    const node = pickItem(nodes, index, 'node')
    const matrix = still.includes(index) ? parent : multiply(parent, readMatrix(node))
    matrices.set(index, matrix)
    const visibility = readObject(readObject(node, 'extensions'), 'KHR_node_visibility')
    const isShown = next.isShown && visibility.visible !== false
    const mesh = readCount(node, 'mesh', undefined)
    if (mesh !== undefined && isShown) placed.push({ mesh, index, node, matrix })
    for (const child of readCounts(node, 'children')) waiting.push({ index: child, parent: matrix, isShown })
  }
  return { placed, matrices }
}

/** Returns the nodes at the top of the default scene. */
export function listRoots(
  json: JsonObject,
  nodes: readonly JsonObject[],
  meet: MeetGltfTag,
): readonly number[] {
  const scenes = readList(json, 'scenes')
  if (scenes.length > 1) meet('scenes')
  if (scenes.length > 0) return readCounts(pickItem(scenes, readCount(json, 'scene', 0), 'scene'), 'nodes')
  const children = new Set(nodes.flatMap((node) => readCounts(node, 'children')))
  return nodes.map((_, index) => index).filter((index) => !children.has(index))
}

function readMatrix(node: JsonObject): Matrix {
  if (node.matrix !== undefined) return readNumbers(node, 'matrix', identity)
  return toMatrix({
    translation: readNumbers(node, 'translation', [0, 0, 0]),
    rotation: readNumbers(node, 'rotation', [0, 0, 0, 1]),
    scale: readNumbers(node, 'scale', [1, 1, 1]),
  })
}
