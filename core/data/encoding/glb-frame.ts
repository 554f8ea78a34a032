import type { Document, Node } from '@gltf-transform/core'
import type { Display } from '../../contract/look/display.ts'
import { toGltfFrame } from '../../contract/look/gltf-frame.ts'
import type { NodePlace } from '../../contract/look/gltf-place.ts'
import type { FileWords } from './file-words.ts'
import { listChunks } from './glb-chunks.ts'

/** The top of a file of this program: what is below has a unit of its own and its own upward axis. */
export interface GlbFrame {
  readonly document: Document
  /** The one node of its scene. */
  readonly root: Node
  /** Returns the parts of the file. `more` has members of nodes that the library has no exact place for. */
  readonly write: (more?: ReadonlyMap<Node, NodeMembers>) => Promise<readonly Uint8Array[]>
}

/** Members of a node. */
export interface NodeMembers extends Partial<NodePlace> {
  /** Extensions by their names. */
  readonly extensions?: object
}

/** What the top of a file says. */
interface FrameWords extends Pick<FileWords, 'provenance'> {
  readonly unit: string | undefined
  readonly up: Display['up']
}

/** Returns a file whose root node turns and scales into glTF's metres and +Y up. */
export async function createGlbFrame(name: string, { unit, up, provenance }: FrameWords): Promise<GlbFrame> {
  const { Document, Format, WebIO } = await import('@gltf-transform/core') // loaded at first use
  const document = new Document()
  const asset = document.getRoot().getAsset()
  asset.generator = 'specimen-host'
  // A text, as some readers fail at extras with more than that in them.
  if (provenance !== undefined) asset.extras = { provenance }
  const { rotation, scale } = toGltfFrame(unit, up)
  const root = document
    .createNode(name)
    .setRotation([...rotation])
    .setScale([...scale])
  document.getRoot().setDefaultScene(document.createScene(name).addChild(root))
  const write: GlbFrame['write'] = async (more = new Map()) => {
    const { json, resources } = await new WebIO().writeJSON(document, { format: Format.GLB })
    for (const [i, node] of document.getRoot().listNodes().entries())
      Object.assign(json.nodes?.[i] ?? {}, more.get(node))
    const used = [...more.values()].flatMap(({ extensions = {} }) => Object.keys(extensions))
    if (used.length > 0) json.extensionsUsed = [...new Set(used)]
    return listChunks(JSON.stringify(json), Object.values(resources)[0])
  }
  return { document, root, write }
}
