/** Binary glTF 2.0 (Khronos). Own code: three's loader needs a page, and fetches addresses in the file. */

import type { MeshResult, PointCloudResult } from '../../../contract/domain/result/result.ts'
import { orientationPattern } from '../../../contract/text/words.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { createAccessors } from './gltf-accessor.ts'
import { pickItem, readGltfDocument, readList, readObject } from './gltf-document.ts'
import { mergePrimitives } from './gltf-merge.ts'
import { readPose } from './gltf-pose.ts'
import { type Primitive, readPrimitives } from './gltf-primitive.ts'
import { type PlacedMesh, readScene } from './gltf-scene.ts'
import { gltfTags } from './gltf-tags.ts'
import { createTagReader, type MeetTag, sayTag } from './tag-reader.ts'

/** Returns the triangles of the scene at rest, or its points. The table of tags has what is left out. */
export function decodeGlb(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult {
  const meet = createTagReader(gltfTags, context)
  const document = readGltfDocument(bytes)
  const { json } = document
  meetDocument(json, meet)
  if (document.hasMore) meet('bytes behind')
  const readAccessor = createAccessors(document, context)
  const scene = readScene(json, meet)
  const meshes = readList(json, 'meshes')
  const known = new Map<number, readonly Primitive[]>()
  const posed = scene.placed.flatMap((placed) => {
    const mesh = pickItem(meshes, placed.mesh, 'mesh')
    const primitives =
      known.get(placed.mesh) ?? readPrimitives(mesh, { json, readAccessor, budget: context, meet })
    known.set(placed.mesh, primitives)
    const pose = readPose(placed, mesh, { json, scene, readAccessor })
    return primitives.map((primitive) => ({ primitive, pose }))
  })
  const solid = posed.filter(({ primitive }) => primitive.indices.length > 0)
  const points = posed.filter(({ primitive }) => primitive.isPoints)
  if (solid.length === 0 && points.length === 0)
    throw refuse('There are neither triangles nor points in its scene.')
  if (solid.length > 0 && points.length > 0) meet('mode = 0 beside triangles')
  const merged = mergePrimitives(solid.length > 0 ? solid : points, { context, meet })
  const texts = readTexts(json, scene.placed)
  if (solid.length > 0) return { ...merged, ...texts }
  const { vertices, offset, colors, scalars } = merged
  return {
    type: 'point_cloud',
    ...texts,
    ...(offset && { offset }),
    points: vertices,
    ...(colors && { colors }),
    ...(scalars && { scalars }),
  }
}

/** Meets what concerns the whole document. @throws `file.undecodable` for what is required and not read */
function meetDocument(json: JsonObject, meet: MeetTag): void {
  const { minVersion } = readObject(json, 'asset')
  if (minVersion !== undefined && minVersion !== '2.0')
    throw refuse(`${sayTag(gltfTags, 'asset.minVersion')} (${String(minVersion).slice(0, 20)}).`)
  const required = listNames(json, 'extensionsRequired')
  for (const name of required) {
    const row = gltfTags.rows.find(({ tag }) => tag === name)
    if (row?.treatment === 'refused') throw refuse(`${row.says} (${name}).`)
    const says = sayTag(gltfTags, 'extensionsRequired = ?')
    if (row === undefined) throw refuse(`${says} (${name.slice(0, 80)}); save it without this extension.`)
  }
  for (const name of new Set([...required, ...listNames(json, 'extensionsUsed')])) {
    // Compressed data is refused where nothing else stands beside it.
    if (gltfTags.rows.find(({ tag }) => tag === name)?.treatment !== 'refused') meet(name)
  }
  if (readList(json, 'animations').length > 0) meet('animations')
}

function listNames(json: JsonObject, member: string): readonly string[] {
  const list = json[member]
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}

/** Lengths are metres (3.4). A file of this host has the unit of its result, or none. */
function readTexts(
  json: JsonObject,
  placed: readonly PlacedMesh[],
): Pick<MeshResult, 'unit' | 'valueName' | 'valueUnit' | 'orientation'> {
  if (readObject(json, 'asset').generator !== 'specimen-host') return { unit: 'm' }
  const [first] = placed
  const mesh = first ? pickItem(readList(json, 'meshes'), first.mesh, 'mesh') : {}
  const extras = readObject(mesh, 'extras')
  const texts = (['unit', 'valueName', 'valueUnit'] as const).flatMap((name) => {
    const text = extras[name]
    return typeof text === 'string' && text.length <= 200 ? [[name, text] as const] : []
  })
  const { orientation } = extras
  const isKnown = typeof orientation === 'string' && new RegExp(orientationPattern).test(orientation)
  return { ...Object.fromEntries(texts), ...(isKnown && { orientation }) }
}
