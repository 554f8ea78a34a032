/** Files that this program wrote: what they say of the result in them. */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import { type GltfFrame, toGltfFrame } from '../../../../contract/look/gltf-frame.ts'
import type { NodePlace } from '../../../../contract/look/gltf-place.ts'
import { orientationPattern } from '../../../../contract/text/words.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import { pickItem, readCount, readCounts, readList, readNumbers, readObject } from './gltf-document.ts'

type OwnTexts = Pick<MeshResult, 'unit' | 'valueName' | 'valueUnit' | 'orientation' | 'offset'>

/** A file of this program. */
export interface OwnGltf {
  readonly texts: OwnTexts
  /** Its points are arrows, and its triangles their shapes. */
  readonly areArrows: boolean
  /** Its colours are those in which its values were seen, and none of its own. */
  readonly showsValues: boolean
  /** The nodes whose places are undone: they are the frame of the file, and the offset. */
  readonly still: readonly number[]
}

/** Turns and scales differ less, whatever program has saved the file again. */
const slack = 1e-6

/** The one node at the top of a file of this program. */
interface OwnRoot {
  readonly index: number
  readonly root: JsonObject
  readonly extras: JsonObject
}

/** Returns the node at the top of a file of this program; undefined for others. */
function findRoot(json: JsonObject): OwnRoot | undefined {
  if (readObject(json, 'asset').generator !== 'specimen-host') return undefined
  const scenes = readList(json, 'scenes')
  const [index, ...others] =
    scenes.length > 0 ? readCounts(pickItem(scenes, readCount(json, 'scene', 0), 'scene'), 'nodes') : []
  if (index === undefined || others.length > 0) return undefined
  const root = pickItem(readList(json, 'nodes'), index, 'node')
  return { index, root, extras: readObject(root, 'extras') }
}

/** Returns whether the node at the top turns and scales as this program wrote it. */
function isOwnFrame({ root, extras }: OwnRoot): boolean {
  if (extras.up !== 'y' && extras.up !== 'z') return false
  return isPlaced(root, { translation: none, ...toGltfFrame(readTexts(extras).unit, extras.up) })
}

/** Returns the node at the top of a scene of this program, which nobody has moved; undefined for others. */
export function findOwnScene(json: JsonObject): OwnRoot | undefined {
  const own = findRoot(json)
  return own && own.extras.type === sceneType && isOwnFrame(own) ? own : undefined
}

/**
 * Returns what a file of this program says of its one result. Lengths of all others are metres (3.4), and so
 * are those of a file whose nodes another program has changed: undefined.
 */
export function readOwnGltf(json: JsonObject): OwnGltf | undefined {
  const own = findRoot(json)
  if (!own || own.extras.type === sceneType) return undefined
  const { index, root, extras } = own
  if (extras.up === 'y' || extras.up === 'z') {
    const found = {
      texts: readTexts(extras),
      areArrows: extras.type === 'arrows',
      showsValues: extras.shown === 'values',
      still: [index],
    }
    return isOwnFrame(own) ? withOffset(found, root, readList(json, 'nodes')) : undefined
  }
  // The first versions turned and scaled nothing, and their texts were the mesh's.
  if (!isFramed(root, identity)) return undefined
  const mesh = readCount(root, 'mesh', undefined)
  const of = mesh === undefined ? {} : pickItem(readList(json, 'meshes'), mesh, 'mesh')
  return { texts: readTexts(readObject(of, 'extras')), areArrows: false, showsValues: false, still: [] }
}

/** Returns the file with the place of the one node below its root as its offset; undefined for others. */
function withOffset(own: OwnGltf, root: JsonObject, nodes: readonly JsonObject[]): OwnGltf | undefined {
  const [index, ...others] = readCounts(root, 'children')
  if (index === undefined) return own
  const node = pickItem(nodes, index, 'node')
  const [x = 0, y = 0, z = 0] = readNumbers(node, 'translation', none)
  const isOther = others.length > 0 || root.mesh !== undefined || node.children !== undefined
  if (isOther || !isFramed(node, identity)) return undefined
  return { ...own, texts: { ...own.texts, offset: [x, y, z] }, still: [...own.still, index] }
}

/** The `type` in the extras of a scene. */
const sceneType = 'scene'
const identity = toGltfFrame(undefined, 'y')
const none = [0, 0, 0] as const

/** Returns whether a node has a place, as near as programs write it. */
export function isPlaced(node: JsonObject, { translation, ...frame }: NodePlace): boolean {
  const size = Math.max(...[...translation, ...frame.scale].map(Math.abs))
  return areNear(readNumbers(node, 'translation', none), translation, size) && isFramed(node, frame)
}

function isFramed(node: JsonObject, { rotation, scale }: GltfFrame): boolean {
  return (
    node.matrix === undefined &&
    areNear(readNumbers(node, 'rotation', [0, 0, 0, 1]), rotation, 1) &&
    areNear(readNumbers(node, 'scale', [1, 1, 1]), scale, Math.max(...scale.map(Math.abs)))
  )
}

function areNear(found: readonly number[], wanted: readonly number[], size: number): boolean {
  return wanted.every((part, i) => Math.abs((found[i] ?? 0) - part) <= slack * size)
}

function readTexts(extras: JsonObject): OwnTexts {
  const texts = (['unit', 'valueName', 'valueUnit'] as const).flatMap((name) => {
    const text = extras[name]
    return typeof text === 'string' && text.length <= 200 ? [[name, text] as const] : []
  })
  const { orientation } = extras
  const isKnown = typeof orientation === 'string' && new RegExp(orientationPattern).test(orientation)
  return { ...Object.fromEntries(texts), ...(isKnown && { orientation }) }
}
