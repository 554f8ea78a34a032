/** Scenes as files of glTF: a node a part. */
import type { Node } from '@gltf-transform/core'
import { boundNotes } from '../../contract/domain/result/notes.ts'
import {
  type Block,
  listBlocks,
  listParts,
  type ScenePart,
  type SceneResult,
  toSmallPart,
} from '../../contract/domain/result/result.ts'
import type { Display } from '../../contract/look/display.ts'
import { toGltfPlace } from '../../contract/look/gltf-place.ts'
import type { FileWords } from './file-words.ts'
import { createGlbFrame, type GlbFrame, type NodeMembers } from './glb-frame.ts'
import { addMesh } from './gltf-mesh.ts'
import { type GltfPrimitive, type GltfResult, listPrimitives, toPoints } from './gltf-primitives.ts'
import { type HeldParts, pickParts } from './scene-parts.ts'
import { toValueDisplay, withShownColors } from './shown-colors.ts'
import { sayLengths } from './written-lengths.ts'

/**
 * Returns the parts of a file of a scene. Each part is a named node with its place, a turn more where that
 * shears, and its look as the material. The extras have what glTF has no place for. Arrays that are drawn
 * otherwise than they are given (normals that are made, colours below that of a look) stand as they are given
 * in accessors of their own, named `brain/normals`. @throws `form.unavailable` without a part that it holds
 */
export async function encodeGlbScene(
  scene: SceneResult,
  name: string,
  { provenance, ...display }: Display & Pick<FileWords, 'provenance'>,
): Promise<readonly Uint8Array[]> {
  const { unit, orientation } = scene
  const { up } = display
  const { held, said }: HeldParts = pickParts(scene, 'glb')
  const frame = await createGlbFrame(name, { type: 'scene', unit, up, provenance })
  const notes = boundNotes([...(scene.notes ?? []), ...said])
  const lengths = sayLengths('glb', unit)
  frame.root.setExtras({
    type: 'scene',
    ...(unit !== undefined && { unit }),
    up,
    ...(orientation !== undefined && { orientation }),
    ...(notes.length > 0 && { notes: JSON.stringify(notes) }),
    ...(lengths.length > 0 && { lengths: JSON.stringify(lengths) }),
  })
  const members = new Map<Node, NodeMembers>()
  for (const [of, part] of listParts(held)) {
    addPart({ ...frame, members }, of, { part, display: toValueDisplay(of, part, display) })
  }
  return await frame.write(members)
}

/** A file to which parts are added. */
interface SceneFrame extends GlbFrame {
  /** Places of nodes: the library leaves out those that are nearly none. */
  readonly members: Map<Node, NodeMembers>
}

/** A part, and the settings of its view. */
interface DrawnPart {
  readonly part: ScenePart
  readonly display: Display
}

function addPart(frame: SceneFrame, name: string, { part, display }: DrawnPart): void {
  const { document } = frame
  const { look } = part
  const primitives = listDrawn(part, display)
  const { top, below } = addNodes(frame, name, part)
  if (primitives.length > 0) {
    const seen = look?.color ? primitives.map(({ colors: _, ...primitive }) => primitive) : primitives
    below.setMesh(addMesh(document, { name, primitives: seen, color: look?.color, opacity: look?.opacity }))
  }
  const [first] = primitives
  const blocks = listBlocks(part)
  for (const block of listBeside(part, blocks, primitives)) {
    const [buffer = document.createBuffer()] = document.getRoot().listBuffers()
    // The lists of parts that are drawn are of these types.
    const array = block.array as Float32Array | Uint32Array | Uint8Array
    document.createAccessor(`${name}/${block.name}`).setArray(array).setBuffer(buffer)
  }
  const count = part.type === 'mesh' ? part.vertices.length / 3 : undefined
  const isLonger = count !== undefined && (first?.positions.length ?? 0) > 3 * count
  const said = {
    ...toSmallPart(part),
    blocks: blocks.map((block) => block.name),
    ...(isLonger && { count }),
  }
  top.setExtras({ type: part.type, part: JSON.stringify(said) })
}

function listDrawn(part: ScenePart, display: Display): readonly GltfPrimitive[] {
  if (part.type === 'labels') return part.points.length > 0 ? [toPoints(part)] : []
  // A volume and an image are no part of a file of glTF.
  const drawn = part as ScenePart & GltfResult
  return listPrimitives(drawn.look?.color ? drawn : withShownColors(drawn, display), display.creaseAngle)
}

/** Adds the nodes of a part: the one with its name and place, and the one for its mesh. */
function addNodes(
  { document, root, members }: SceneFrame,
  name: string,
  part: ScenePart,
): { readonly top: Node; readonly below: Node } {
  const { outer, turn } = part.place ? toGltfPlace(part.place) : {}
  const isHidden = part.look?.hidden === true
  const top = document.createNode(name)
  // As the Khronos Group has ratified it.
  const extensions = isHidden ? { extensions: { KHR_node_visibility: { visible: false } } } : {}
  root.addChild(top)
  members.set(top, { ...outer, ...extensions })
  const offset = part.type === 'volume' || part.type === 'image' ? undefined : part.offset
  let below = top
  for (const place of [...(turn ? [{ rotation: turn }] : []), ...(offset ? [{ translation: offset }] : [])]) {
    const node = document.createNode(name)
    members.set(node, place)
    below.addChild(node)
    below = node
  }
  return { top, below }
}

/** Returns the arrays that the primitives of a part do not hold as they are given. */
function listBeside(
  part: ScenePart,
  blocks: readonly Block[],
  primitives: readonly GltfPrimitive[],
): readonly Block[] {
  const drawn = primitives.find(({ positions }) => positions.length > 0)
  return blocks.filter(({ name, array }) => {
    if (array.length === 0) return false
    if (!drawn) return true
    if (name === 'starts') return true
    if (name === 'colors') return part.look?.color !== undefined
    if (name === 'normals') return drawn.normals !== array
    return name === 'indices' && drawn.indices !== array
  })
}
