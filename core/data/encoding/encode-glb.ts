import type { SceneResult } from '../../contract/domain/result/result.ts'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { encodeGlbScene } from './encode-glb-scene.ts'
import type { FileWords } from './file-words.ts'
import { createGlbFrame } from './glb-frame.ts'
import { addMesh } from './gltf-mesh.ts'
import { type GltfResult, listPrimitives } from './gltf-primitives.ts'
import { areOfValues, withShownColors } from './shown-colors.ts'
import { sayLengths } from './written-lengths.ts'

/**
 * Returns the parts of a binary glTF 2.0 file (Khronos glTF 2.0) of one result or of a scene, with `name` for
 * it and its node: its primitives, of which {@link listPrimitives} says more. The root node turns and scales
 * them into glTF's metres and +Y up; unit, upward axis, texts and notes are its extras. An offset is the
 * place of a node below it. The material is matt, white without colours, and double-sided, because many
 * surfaces are open. glTF has no accessors of length 0 (3.6.2) and no scenes without nodes (5.25.1), so a
 * mesh without triangles and a cloud without points are a node without a mesh.
 */
export async function encodeGlb(
  result: GltfResult | SceneResult,
  { name, display = defaultDisplay, provenance }: FileWords,
): Promise<readonly Uint8Array[]> {
  if (result.type === 'scene') return await encodeGlbScene(result, name, { ...display, provenance })
  const { unit, offset } = result
  const { up, creaseAngle } = display
  const { document, root, write } = await createGlbFrame(name, {
    type: result.type,
    unit,
    up,
    provenance,
  })
  root.setExtras(listTexts(result, display))
  const node = offset ? document.createNode(name).setTranslation([...offset]) : root
  if (offset) root.addChild(node)
  const primitives = listPrimitives(withShownColors(result, display), creaseAngle)
  if (primitives.length > 0) node.setMesh(addMesh(document, { name, primitives }))
  return await write()
}

/**
 * Returns what the file says of its result. By `unit` and `up` this program undoes turn and scale, and it
 * leaves out colours that were `shown` for the values.
 */
function listTexts(result: GltfResult, display: Display): { [name: string]: unknown } {
  const { up } = display
  const { unit, valueName, valueUnit, orientation } = result
  const notes = [...(result.notes ?? []), ...sayLengths('glb', unit)]
  // Arrows are triangles beside points, as a mesh and a cloud would be.
  const type = result.type === 'arrows' ? result.type : undefined
  // Extras are texts alone, as Assimp ends at lists and objects in them.
  const said = notes.length > 0 ? notes.join(' ') : undefined
  const shown = areOfValues(result, display) ? 'values' : undefined
  const texts = { type, shown, unit, up, valueName, valueUnit, orientation, notes: said }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}
