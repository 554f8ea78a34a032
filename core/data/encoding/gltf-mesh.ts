/** Meshes of glTF, their material and their arrays. */
import type { Document, Mesh } from '@gltf-transform/core'
import { toLinear } from '../../contract/look/linear-light.ts'
import type { GltfPrimitive } from './gltf-primitives.ts'

/** A mesh as it is shown. */
export interface ShownMesh {
  readonly name: string
  readonly primitives: readonly GltfPrimitive[]
  /** sRGB; white where it is absent. */
  readonly color?: readonly number[] | undefined
  /** From 0 to 1; 1 where it is absent. */
  readonly opacity?: number | undefined
}

/** Adds a mesh to a document. Its material is matt, and double-sided, because many surfaces are open. */
export function addMesh(document: Document, { name, primitives, color, opacity = 1 }: ShownMesh): Mesh {
  const [buffer = document.createBuffer()] = document.getRoot().listBuffers()
  const toAccessor = (array: Float32Array | Uint16Array | Uint32Array) =>
    document.createAccessor().setArray(array).setBuffer(buffer)
  const toVectors = (array: Float32Array | Uint16Array) => toAccessor(array).setType('VEC3')
  const material = document
    .createMaterial(name)
    .setDoubleSided(true)
    .setMetallicFactor(0)
    .setRoughnessFactor(0.8)
  if (color || opacity < 1) {
    const [red = 1, green = 1, blue = 1] = color?.map((level) => toLinear(level / 255)) ?? []
    material.setBaseColorFactor([red, green, blue, opacity]).setAlphaMode(opacity < 1 ? 'BLEND' : 'OPAQUE')
  }
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
 * sRGB (IEC 61966-2-1) to linear light, in which `COLOR_0` is defined (3.9.2), in 65,535 steps, which keep
 * all 256 levels apart: 255 steps would leave 183 of them. Floats would take 12 bytes a vertex instead of 8.
 */
const linear = Uint16Array.from({ length: 256 }, (_, level) => Math.round(65_535 * toLinear(level / 255)))

function toLinearColors(colors: Uint8Array): Uint16Array {
  const converted = new Uint16Array(colors.length)
  for (let i = 0; i < colors.length; i++) converted[i] = linear[colors[i] ?? 0] ?? 0
  return converted
}
