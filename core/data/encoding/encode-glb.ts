import type { MeshResult, PointCloudResult } from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { type Display, defaultDisplay } from '../../contract/look/display.ts'
import { toGltfFrame } from '../../contract/look/gltf-frame.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { repeatVertices, splitHardEdges } from '../../contract/look/mesh-normals.ts'
import type { FileWords } from './written-forms.ts'
import { sayLengths } from './written-lengths.ts'

/**
 * Returns the parts of a binary glTF 2.0 file (Khronos glTF 2.0) of one mesh or of points, with `name` for it
 * and its node: positions, and indices, normals, colours and scalars (`_SCALAR`) if there are any. The root
 * node turns and scales them into glTF's metres and +Y up; unit, upward axis, texts and notes are its extras.
 * An offset is the place of a node below it. A mesh without normals has those of the page, as readers would
 * draw each triangle flat: its vertices at edges that are hard by the view's `creaseAngle` are repeated
 * behind the others.
 * The material is matt, white without colours, and double-sided, because many surfaces are open. glTF has no
 * accessors of length 0 (3.6.2) and no scenes without nodes (5.25.1), so a mesh without triangles and a cloud
 * without points are a node without a mesh.
 */
export async function encodeGlb(
  given: MeshResult | PointCloudResult,
  { name, display: { up, creaseAngle } = defaultDisplay }: FileWords,
): Promise<readonly Uint8Array[]> {
  const result = given.type === 'mesh' ? withNormals(given, creaseAngle) : given
  const { colors, scalars, unit, offset } = result
  const isMesh = result.type === 'mesh'
  const places = isMesh ? result.vertices : result.points
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
  if ((isMesh ? result.indices : places).length > 0) {
    const buffer = document.createBuffer()
    const toAccessor = (array: Float32Array | Uint16Array | Uint32Array) =>
      document.createAccessor().setArray(array).setBuffer(buffer)
    const toVectors = (array: Float32Array | Uint16Array) => toAccessor(array).setType('VEC3')
    const material = document
      .createMaterial(name)
      .setDoubleSided(true)
      .setMetallicFactor(0)
      .setRoughnessFactor(0.8)
    const primitive = document.createPrimitive().setMaterial(material)
    if (isMesh) primitive.setIndices(toAccessor(result.indices))
    else primitive.setMode(0) // points
    primitive.setAttribute('POSITION', toVectors(places))
    if (isMesh && result.normals) primitive.setAttribute('NORMAL', toVectors(toUnitNormals(result.normals)))
    if (colors) primitive.setAttribute('COLOR_0', toVectors(toLinearColors(colors)).setNormalized(true))
    if (scalars) primitive.setAttribute('_SCALAR', toAccessor(scalars))
    node.setMesh(document.createMesh(name).addPrimitive(primitive))
  }
  const { json, resources } = await new WebIO().writeJSON(document, { format: Format.GLB })
  return listChunks(JSON.stringify(json), Object.values(resources)[0])
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
function listTexts(result: MeshResult | PointCloudResult, up: Display['up']): { [name: string]: unknown } {
  const { unit, valueName, valueUnit, orientation } = result
  const notes = [...(result.notes ?? []), ...sayLengths('glb', unit)]
  const texts = { unit, up, valueName, valueUnit, orientation, notes: notes.length > 0 ? notes : undefined }
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/** Returns a mesh with the page's normals where it has none; vertices at hard edges are then repeated. */
export function withNormals(mesh: MeshResult, creaseAngle: number): MeshResult {
  const { vertices, colors, scalars } = mesh
  if (mesh.normals || mesh.indices.length === 0) return mesh
  const { indices, normals, repeated } = splitHardEdges(mesh, findBounds(vertices), creaseAngle)
  return {
    ...mesh,
    vertices: repeatVertices(vertices, repeated, { size: 3, create: Float32Array }),
    indices,
    normals,
    ...(colors && { colors: repeatVertices(colors, repeated, { size: 3, create: Uint8Array }) }),
    ...(scalars && { scalars: repeatVertices(scalars, repeated, { size: 1, create: Float32Array }) }),
  }
}

/** Returns normals of length 1 (glTF, 3.7.2.1), in a copy where needed; length 0 becomes the z axis. */
function toUnitNormals(normals: Float32Array): Float32Array {
  let unit = normals
  for (let i = 0; i < normals.length; i += 3) {
    const [x, y, z] = [normals[i] ?? 0, normals[i + 1] ?? 0, normals[i + 2] ?? 0]
    const square = x * x + y * y + z * z
    if (Math.abs(square - 1) < 2e-3) continue
    const length = Math.sqrt(square)
    if (unit === normals) unit = Float32Array.from(normals)
    unit.set(length > 0 ? [x / length, y / length, z / length] : [0, 0, 1], i)
  }
  return unit
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
