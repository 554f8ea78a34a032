import { toLevel } from '../../../../contract/look/linear-light.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import { refuse } from '../../refusal.ts'
import type { Accessor } from './gltf-accessor.ts'
import { pickItem, readCount, readList, readNumbers, readObject } from './gltf-document.ts'
import type { MeetGltfTag } from './gltf-tags.ts'

const white: readonly number[] = [1, 1, 1, 1]
const specular = 'KHR_materials_pbrSpecularGlossiness'

/** Returns red, green and blue of the material of a primitive, in linear light; white without one. */
export function readBaseColor(primitive: JsonObject, json: JsonObject, meet: MeetGltfTag): readonly number[] {
  const index = readCount(primitive, 'material', undefined)
  if (index === undefined) return white.slice(0, 3)
  const material = pickItem(readList(json, 'materials'), index, 'material')
  const metallic = readObject(material, 'pbrMetallicRoughness')
  const extensions = readObject(material, 'extensions')
  const glossy = readObject(extensions, specular)
  if (metallic.baseColorTexture !== undefined || glossy.diffuseTexture !== undefined) meet('baseColorTexture')
  if (material.alphaMode !== undefined && material.alphaMode !== 'OPAQUE') meet('alphaMode')
  const hasSpecular = extensions[specular] !== undefined
  const color = hasSpecular
    ? readNumbers(glossy, 'diffuseFactor', white)
    : readNumbers(metallic, 'baseColorFactor', white)
  return color.slice(0, 3)
}

/**
 * Returns the product of the colors of material and vertices, both in linear light, as bytes of sRGB for
 * each vertex; undefined where all is white.
 */
export function readColors(
  accessor: Accessor | undefined,
  base: readonly number[],
  { count, budget }: { readonly count: number; readonly budget: ByteBudget },
): Uint8Array | undefined {
  if (!accessor && base.every((part) => part === 1)) return undefined
  if (accessor && (accessor.width < 3 || accessor.width > 4 || accessor.count !== count))
    throw refuse(`COLOR_0 must be an accessor of ${count} VEC3 or VEC4 (got ${accessor.count}).`)
  budget.take(`A list of ${count} colours`, 3 * count)
  const colors = new Uint8Array(3 * count)
  if (!accessor) {
    const bytes = base.map(toLevel)
    for (let i = 0; i < colors.length; i++) colors[i] = bytes[i % 3] ?? 0
    return colors
  }
  const { width, values } = accessor
  for (let vertex = 0; vertex < count; vertex++) {
    for (let part = 0; part < 3; part++)
      colors[3 * vertex + part] = toLevel((base[part] ?? 1) * (values[vertex * width + part] ?? 1))
  }
  return colors
}
