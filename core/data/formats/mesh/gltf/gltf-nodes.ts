/** The nodes of a file by their names, so that one file may be several parts. */
import type { SpecimenError } from '../../../../contract/domain/errors.ts'
import type { PartType, ScenePart, SceneResult } from '../../../../contract/domain/result/result.ts'
import { partCount } from '../../../../contract/domain/result/scene.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import { isCount } from '../../../../contract/values/number.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { type OpenGltf, openGltf, readContent } from './gltf-content.ts'
import { pickItem, readCounts, readList } from './gltf-document.ts'
import { type OwnScene, openOwnScene } from './gltf-own-scene.ts'
import { findShownType } from './gltf-placed.ts'
import { listRoots, readScene } from './gltf-scene.ts'

/** Names that a refusal lists. */
const mostListed = 10
/** Nodes above the parts, each the only one of its level. */
const mostLevels = 64

/** A file of glTF whose nodes are read one by one. */
export interface GltfNodes {
  /**
   * The names of the nodes that the scene consists of and that show something, each once: those at its top,
   * or below a node that is alone there and has no mesh. A node without a name has that of its mesh, or its
   * number (`node 3`).
   */
  readonly names: readonly string[]
  /** The names of the others there, such as cameras and lamps. */
  readonly empty: readonly string[]
  /** Returns the kind of what the nodes of a name show; undefined for nothing. */
  readonly typeOf: (name: string) => PartType | undefined
  /**
   * Returns what the nodes of a name show, each with all that is below it: those that the scene consists of,
   * and of another name those below. Its coordinates are those of the scene, in metres; those of a part of a
   * scene of this program are its own, with its look and place.
   * @throws `file.undecodable` for a name that is not there, and for nodes that show nothing
   */
  readonly read: (name: string) => ScenePart
}

/** Opens a file of glTF to read its nodes by name. @throws `file.undecodable` */
export function openGltfNodes(bytes: Uint8Array, context: DecodeContext): GltfNodes {
  return listGltfNodes(openGltf(bytes, context))
}

/** Returns the nodes of an open file. @throws `file.undecodable` */
export function listGltfNodes(open: OpenGltf): GltfNodes {
  const own = openOwnScene(open)
  if (own) return listOwnParts(own)
  const nodes = readList(open.json, 'nodes')
  const scene = readScene(open.json, open.meet)
  const nameOf = (index: number): string => nameNode(index, open.json, nodes)
  const roots = listRoots(open.json, nodes, () => {})
  const tops = new Map<string, number[]>()
  for (const index of listTops(roots, nodes)) {
    const name = nameOf(index)
    const alike = tops.get(name)
    if (alike) alike.push(index)
    else tops.set(name, [index])
  }
  const find = (name: string): readonly number[] =>
    tops.get(name) ?? [...scene.matrices.keys()].filter((index) => nameOf(index) === name)
  const meshes = new Map(scene.placed.map((placed) => [placed.index, placed]))
  const typeOf = (name: string): PartType | undefined =>
    findShownType(
      [...listBelow(find(name), nodes)].flatMap((index) => meshes.get(index) ?? []),
      open.json,
    )
  const all = [...tops.keys()]
  const read = (name: string): ScenePart => {
    if (find(name).length === 0) throw unknownNode(name, all)
    const below = listBelow(find(name), nodes)
    const placed = scene.placed.filter(({ index }) => below.has(index))
    if (placed.length === 0) throw refuse(`The node ${quote(name)} shows nothing; name one with a mesh.`)
    return readContent({ ...scene, placed }, open, undefined)
  }
  const shown = new Set(all.filter((name) => typeOf(name) !== undefined))
  return { names: [...shown], empty: all.filter((name) => !shown.has(name)), typeOf, read }
}

/** Says that nodes which could be parts of a scene are one result. */
export function meetNamedNodes({ names }: GltfNodes, { json, meet }: OpenGltf): void {
  if (names.length < 2 || names.length > partCount) return
  const known = new Set(readList(json, 'nodes').map(({ name }) => name))
  if (names.every((name) => known.has(name))) meet('node.name')
}

function listOwnParts({ names, typeOf, read: readScene }: OwnScene): GltfNodes {
  let scene: SceneResult | undefined
  const read = (name: string): ScenePart => {
    scene ??= readScene()
    const { parts } = scene
    const part = Object.hasOwn(parts, name) ? parts[name] : undefined
    if (part) return part
    throw unknownNode(name, names)
  }
  return { names, empty: [], typeOf, read }
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
