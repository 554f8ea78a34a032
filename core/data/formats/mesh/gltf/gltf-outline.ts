/** The nodes of a binary glTF by the text at its beginning, for hosts, which list it without decoding it. */
import type { PartType } from '../../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import { createDecodeContext } from '../../decode-context.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { readGltfDocument, readList } from './gltf-document.ts'
import { nameNode, openGltfNodes } from './gltf-nodes.ts'
import { findOwnScene } from './gltf-own.ts'

/** The head of the file and that of its first chunk, which is the text. */
const headBytes = 20
/** Most bytes of a text that is read to list its nodes: about 10,000 of them. */
const mostText = 2 ** 22

/** What is known of the nodes of a file without their data. */
export interface GltfOutline {
  /** The names of the nodes that the scene consists of. */
  readonly names: readonly string[]
  /** The names of all nodes, those below others too. */
  readonly all: readonly string[]
  /** The kind of what they show; undefined where they are not all of one. */
  readonly type: PartType | undefined
}

/** Returns the outline of a file of which parts are read. @throws `file.undecodable` */
export async function readGltfOutline(
  read: (start: number, byteLength: number) => Promise<Uint8Array>,
): Promise<GltfOutline> {
  const head = Uint8Array.from(await read(0, headBytes))
  if (String.fromCharCode(...head.subarray(0, 4)) !== 'glTF')
    throw refuse('It is no binary glTF (.glb), whose nodes have names.')
  requireBytes('the head of a binary glTF', headBytes, head.length)
  const length = headBytes + toView(head).getUint32(12, true)
  requireWithin('The list of its nodes', length, mostText)
  // A whole file of the text alone: its data are of no use to a list.
  const text = Uint8Array.from(await read(0, length))
  requireBytes('its text', length, text.length)
  toView(text).setUint32(8, length, true)
  const { json } = readGltfDocument(text)
  const nodes = readList(json, 'nodes')
  const { names } = openGltfNodes(text, createDecodeContext({ byteLimit: mostText }))
  return {
    names,
    all: nodes.map((_, index) => nameNode(index, json, nodes)),
    type: findOwnScene(json) ? undefined : findType(json),
  }
}

function findType(json: JsonObject): PartType | undefined {
  const primitives = readList(json, 'meshes').flatMap((mesh) => readList(mesh, 'primitives'))
  const types = new Set(primitives.map(({ mode }): PartType => toType(mode)))
  const [type, ...others] = types
  return others.length > 0 ? undefined : type
}

function toType(mode: unknown): PartType {
  if (mode === 0) return 'point_cloud'
  return mode === 1 || mode === 2 || mode === 3 ? 'lines' : 'mesh'
}
