import type { Document, Mesh } from '@gltf-transform/core'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { toGltfFrame } from '../../contract/look/gltf-frame.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import type { FileWords } from './file-words.ts'
import { type GltfPrimitive, type GltfResult, listPrimitives } from './gltf-primitives.ts'
import { sayLengths } from './written-lengths.ts'

/**
 * Returns the parts of a binary glTF 2.0 file (Khronos glTF 2.0) of one result, with `name` for it and its
 * node: its primitives, of which {@link listPrimitives} says more. The root node turns and scales them into
 * glTF's metres and +Y up; unit, upward axis, texts and notes are its extras. An offset is the place of a
 * node below it. The material is matt, white without colours, and double-sided, because many surfaces are
 * open. glTF has no accessors of length 0 (3.6.2) and no scenes without nodes (5.25.1), so a mesh without
 * triangles and a cloud without points are a node without a mesh.
 */
export async function encodeGlb(
  result: GltfResult,
  { name, display: { up, creaseAngle } = defaultDisplay }: FileWords,
): Promise<readonly Uint8Array[]> {
  const { unit, offset } = result
  const { Document, Format, WebIO } = await import('@gltf-transform/core') // loaded at first use
  const document = new Document()
  document.getRoot().getAsset().generator = 'specimen-host'
  const { rotation, scale } = toGltfFrame(unit, up)
  const root = document
    .createNode(name)
    .setRotation([...rotation])
    .setScale([...scale])
  root.setExtras(listTexts(result, up))
  const node = offset ? document.createNode(name).setTranslation([...offset]) : root
  if (offset) root.addChild(node)
  document.getRoot().setDefaultScene(document.createScene(name).addChild(root))
  const primitives = listPrimitives(result, creaseAngle)
  if (primitives.length > 0) node.setMesh(addMesh(document, name, primitives))
  const { json, resources } = await new WebIO().writeJSON(document, { format: Format.GLB })
  return listChunks(JSON.stringify(json), Object.values(resources)[0])
}

function addMesh(document: Document, name: string, primitives: readonly GltfPrimitive[]): Mesh {
  const buffer = document.createBuffer()
  const toAccessor = (array: Float32Array | Uint16Array | Uint32Array) =>
    document.createAccessor().setArray(array).setBuffer(buffer)
  const toVectors = (array: Float32Array | Uint16Array) => toAccessor(array).setType('VEC3')
  const material = document
    .createMaterial(name)
    .setDoubleSided(true)
    .setMetallicFactor(0)
    .setRoughnessFactor(0.8)
  const mesh = document.createMesh(name)
  for (const { mode, positions, indices, normals, colors, scalars, vectors } of primitives) {
    const primitive = document.createPrimitive().setMaterial(material).setMode(mode)
    if (indices) primitive.setIndices(toAccessor(indices))
    primitive.setAttribute('POSITION', toVectors(positions))
    if (normals) primitive.setAttribute('NORMAL', toVectors(normals))
    if (colors) primitive.setAttribute('COLOR_0', toVectors(toLinearColors(colors)).setNormalized(true))
    if (scalars) primitive.setAttribute('_SCALAR', toAccessor(scalars))
    if (vectors) primitive.setAttribute('_VECTOR', toVectors(vectors))
    mesh.addPrimitive(primitive)
  }
  return mesh
}

/**
 * Returns the header and the chunks of a file (4.4). The library's own writer copies the arrays twice more.
 */
function listChunks(json: string, binary = new Uint8Array()): readonly Uint8Array[] {
  const text = new TextEncoder().encode(json)
  const chunks = [
    { type: 0x4e4f_534a, content: text, padding: new Uint8Array(-text.length & 3).fill(32) },
    { type: 0x004e_4942, content: binary, padding: new Uint8Array(-binary.length & 3) },
  ].filter(({ content }) => content.length > 0)
  const parts = chunks.flatMap(({ type, content, padding }) => [
    toWords([content.length + padding.length, type]),
    content,
    padding,
  ])
  const length = parts.reduce((sum, { byteLength }) => sum + byteLength, 12)
  return [toWords([0x4654_6c67, 2, length]), ...parts]
}

/** Returns numbers of 32 bits, little-endian. */
function toWords(numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * numbers.length))
  for (const [i, number] of numbers.entries()) view.setUint32(4 * i, number, true)
  return new Uint8Array(view.buffer)
}

/** Returns what the file says of its result. By `unit` and `up` this program undoes turn and scale. */
function listTexts(result: GltfResult, up: Display['up']): { [name: string]: unknown } {
  const { unit, valueName, valueUnit, orientation } = result
  const notes = [...(result.notes ?? []), ...sayLengths('glb', unit)]
  // Arrows are triangles beside points, as a mesh and a cloud would be.
  const type = result.type === 'arrows' ? result.type : undefined
  const said = notes.length > 0 ? notes : undefined
  const texts = { type, unit, up, valueName, valueUnit, orientation, notes: said }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/**
 * sRGB (IEC 61966-2-1) to linear light, in which `COLOR_0` is defined (3.9.2), in 65,535 steps, which keep
 * all 256 levels apart: 255 steps would leave 183 of them. Floats would take 12 bytes a vertex instead of 8.
 */
const linear = Uint16Array.from({ length: 256 }, (_, level) => Math.round(65_535 * toLinear(level / 255)))

function toLinearColors(colors: Uint8Array): Uint16Array {
  const converted = new Uint16Array(colors.length)
  for (let i = 0; i < colors.length; i++) converted[i] = linear[colors[i] ?? 0] ?? 0
  return converted
}
