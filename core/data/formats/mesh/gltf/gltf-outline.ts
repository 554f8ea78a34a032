/** A binary glTF by the text at its beginning, for hosts, which list it without decoding it. */
import type { ResultType } from '../../../../contract/domain/result/result.ts'
import { createDecodeContext } from '../../decode-context.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { type OpenGltf, openGltf } from './gltf-content.ts'
import { readList } from './gltf-document.ts'
import { type GltfNodes, listGltfNodes, meetNamedNodes, nameNode } from './gltf-nodes.ts'
import { readOwnGltf } from './gltf-own.ts'
import { openOwnScene } from './gltf-own-scene.ts'
import { findShownType, listShownKinds } from './gltf-placed.ts'
import { readScene } from './gltf-scene.ts'

/** The head of the file and that of its first chunk, which is the text. */
const headBytes = 20
/** Most bytes of a text that is read to list its nodes: about 10,000 of them. */
const mostText = 2 ** 22

type ReadPart = (start: number, byteLength: number) => Promise<Uint8Array>

/** What is known of the nodes of a file without their data. */
export interface GltfOutline extends Pick<GltfNodes, 'names' | 'empty' | 'typeOf'> {
  /** The names of all nodes, those below others too. */
  readonly all: readonly string[]
}

/** Returns the outline of a file of which parts are read. @throws `file.undecodable` */
export async function readGltfOutline(read: ReadPart): Promise<GltfOutline> {
  const open = await openText(read)
  const nodes = readList(open.json, 'nodes')
  return { ...listGltfNodes(open), all: nodes.map((_, index) => nameNode(index, open.json, nodes)) }
}

/**
 * Returns the kind of the one result that a file is, and notes what it leaves out of others beside it;
 * undefined for a scene without anything. @throws `file.undecodable`
 */
export async function findGltfType(
  read: ReadPart,
  onNote: (sentence: string) => void,
): Promise<ResultType | undefined> {
  const open = await openText(read, onNote)
  if (openOwnScene(open)) return 'scene'
  meetNamedNodes(listGltfNodes(open), open)
  if (readOwnGltf(open.json)?.areArrows) return 'arrows'
  const { placed } = readScene(open.json, open.meet)
  const kinds = listShownKinds(placed, open.json)
  if (kinds.size > 1 && kinds.has('lines')) open.meet('mode = 1, 2, 3')
  if (kinds.has('triangles') && kinds.has('points')) open.meet('mode = 0 beside triangles')
  return findShownType(placed, open.json)
}

/** Opens a file of its text alone: its data are of no use to a list. @throws `file.undecodable` */
async function openText(read: ReadPart, onNote: (sentence: string) => void = () => {}): Promise<OpenGltf> {
  const head = Uint8Array.from(await read(0, headBytes))
  if (String.fromCharCode(...head.subarray(0, 4)) !== 'glTF')
    throw refuse('It is no binary glTF (.glb), whose nodes have names.')
  requireBytes('the head of a binary glTF', headBytes, head.length)
  const length = headBytes + toView(head).getUint32(12, true)
  requireWithin('The list of its nodes', length, mostText)
  const text = Uint8Array.from(await read(0, length))
  requireBytes('its text', length, text.length)
  toView(text).setUint32(8, length, true)
  return openGltf(text, createDecodeContext({ byteLimit: mostText, onNote }))
}
