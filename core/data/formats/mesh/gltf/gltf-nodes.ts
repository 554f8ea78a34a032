/** The nodes of a file by their names, so that one file may be several parts. */
import type { SpecimenError } from '../../../../contract/domain/errors.ts'
import type { ScenePart, SceneResult } from '../../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import { isCount } from '../../../../contract/values/number.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { openGltf, readContent } from './gltf-content.ts'
import { pickItem, readCounts, readList } from './gltf-document.ts'
import { type OwnScene, openOwnScene } from './gltf-own-scene.ts'
import { listRoots, readScene } from './gltf-scene.ts'

/** Names that a refusal lists. */
const mostListed = 10
/** Nodes above the parts, each the only one of its level. */
const mostLevels = 64

/** A file of glTF whose nodes are read one by one. */
export interface GltfNodes {
  /**
   * The names of the nodes that the scene consists of, each once: those at its top, or below a node that is
   * alone there and has no mesh. A node without a name has that of its mesh, or its number (`node 3`).
   */
  readonly names: readonly string[]
  /**
   * Returns what the nodes of a name show, those at the top or below, each with all that is below it. Its
   * coordinates are those of the scene, in metres; those of a part of a scene of this program are its own,
   * with its look and place.
   * @throws `file.undecodable` for a name that is not there, and for nodes that show nothing
   */
  readonly read: (name: string) => ScenePart
}

/** Opens a file of glTF to read its nodes by name. @throws `file.undecodable` */
export function openGltfNodes(bytes: Uint8Array, context: DecodeContext): GltfNodes {
  const open = openGltf(bytes, context)
  const own = openOwnScene(open)
  if (own) return listOwnParts(own)
  const nodes = readList(open.json, 'nodes')
  const scene = readScene(open.json, open.meet)
  const nameOf = (index: number): string => nameNode(index, open.json, nodes)
  const tops = listTops(
    listRoots(open.json, nodes, () => {}),
    nodes,
  )
  const names = [...new Set(tops.map(nameOf))]
  const read = (name: string): ScenePart => {
    const named = [...scene.matrices.keys()].filter((index) => nameOf(index) === name)
    if (named.length === 0) throw unknownNode(name, names)
    const below = listBelow(named, nodes)
    const placed = scene.placed.filter(({ index }) => below.has(index))
    if (placed.length === 0) throw refuse(`The node ${quote(name)} shows nothing; name one with a mesh.`)
    return readContent({ ...scene, placed }, open, undefined)
  }
  return { names, read }
}

function listOwnParts({ names, read: readScene }: OwnScene): GltfNodes {
  let scene: SceneResult | undefined
  const read = (name: string): ScenePart => {
    scene ??= readScene()
    const { parts } = scene
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part) return part
    throw unknownNode(name, names)
  }
  return { names, read }
}

function unknownNode(name: string, names: readonly string[]): SpecimenError {
  return refuse(`There is no node ${quote(name)}: the file has ${listSome(names)}.`)
}

/** Returns the nodes that a scene consists of. */
function listTops(roots: readonly number[], nodes: readonly JsonObject[]): readonly number[] {
  let tops = roots
  for (let level = 0; level < mostLevels; level++) {
    const [only, ...others] = tops
    const node = only === undefined || others.length > 0 ? undefined : nodes[only]
    const children = node && node.mesh === undefined ? readCounts(node, 'children') : []
    if (children.length === 0) break
    tops = children
  }
  return tops
}

/** Returns the name of a node, that of its mesh where it has none, or its number. */
export function nameNode(index: number, json: JsonObject, nodes: readonly JsonObject[]): string {
  const node = pickItem(nodes, index, 'node')
  const mesh = isCount(node.mesh) ? readList(json, 'meshes')[node.mesh] : undefined
  const [name] = [node.name, mesh?.name].filter((text) => typeof text === 'string' && text !== '')
  return typeof name === 'string' ? name : `node ${index}`
}

/** Returns nodes with all that are below them: the scene is a tree, as it was read. */
function listBelow(tops: readonly number[], nodes: readonly JsonObject[]): ReadonlySet<number> {
  const below = new Set<number>()
  const waiting = [...tops]
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    if (below.has(index)) continue
    below.add(index)
    for (const child of readCounts(pickItem(nodes, index, 'node'), 'children')) waiting.push(child)
  }
  return below
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, 64))
}

function listSome(names: readonly string[]): string {
  const more = names.length > mostListed ? ' …' : ''
  return names.slice(0, mostListed).map(quote).join(', ') + more
}
