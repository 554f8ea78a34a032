/** Binary glTF 2.0 (Khronos). Own code: three's loader needs a page, and fetches addresses in the file. */

import type {
  ArrowsResult,
  LinesResult,
  MeshResult,
  PointCloudResult,
} from '../../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { followPaths } from '../line-paths.ts'
import { createTagReader, type TagReader } from '../tag-reader.ts'
import { createAccessors } from './gltf-accessor.ts'
import { readGltfDocument, readList, readObject } from './gltf-document.ts'
import { type MergedScene, mergePrimitives } from './gltf-merge.ts'
import { readOwnGltf } from './gltf-own.ts'
import { hasLines, poseAll } from './gltf-placed.ts'
import { readScene } from './gltf-scene.ts'
import { gltfTags } from './gltf-tags.ts'

/** Its decoder, and the tags by which it works. */
export const gltfReader: FormatReader = { decode: decodeGlb, tags: gltfTags }

/**
 * Returns the triangles of the scene at rest, or else its points, or else its lines. The table of tags has
 * what is left out.
 */
function decodeGlb(bytes: Uint8Array, context: DecodeContext): GltfContent {
  const reader = createTagReader(gltfTags, context)
  const { meet } = reader
  const document = readGltfDocument(bytes)
  const { json } = document
  meetDocument(json, reader)
  if (document.hasMore) meet('bytes behind')
  const own = readOwnGltf(json)
  const areArrows = own?.areArrows === true
  const from = {
    json,
    readAccessor: createAccessors(document, context),
    budget: context,
    ...reader,
    areLines: false,
    areArrows,
  }
  const scene = readScene(json, meet, own?.still)
  const posed = poseAll(scene, from)
  const solid = posed.filter(({ primitive }) => primitive.indices.length > 0)
  const points = posed.filter(({ primitive }) => primitive.kind === 'points')
  const texts = own ? own.texts : { unit: 'm' }
  if (solid.length === 0 && points.length === 0) {
    const lines = hasLines(scene, json) ? poseAll(scene, { ...from, areLines: true }) : []
    if (lines.length > 0) return { ...toLines(mergePrimitives(lines, { context, meet }), context), ...texts }
    throw refuse('There are neither triangles nor points in its scene.')
  }
  if (hasLines(scene, json)) meet('mode = 1, 2, 3')
  if (areArrows && points.every(({ primitive }) => primitive.vectors)) {
    const { mesh, vectors } = mergePrimitives(points, { context, meet })
    if (vectors) return { ...toCloud(mesh), ...texts, type: 'arrows', vectors }
  }
  if (solid.length > 0 && points.length > 0) meet('mode = 0 beside triangles')
  const { mesh } = mergePrimitives(solid.length > 0 ? solid : points, { context, meet })
  return solid.length > 0 ? { ...mesh, ...texts } : { ...toCloud(mesh), ...texts }
}

/** The results that a file of glTF may hold. */
type GltfContent = MeshResult | PointCloudResult | LinesResult | ArrowsResult

function toCloud({ offset, vertices, colors, scalars }: MeshResult): PointCloudResult {
  return {
    type: 'point_cloud',
    ...(offset && { offset }),
    points: vertices,
    ...(colors && { colors }),
    ...(scalars && { scalars }),
  }
}

function toLines({ mesh, starts }: MergedScene, context: DecodeContext): LinesResult {
  const { offset } = mesh
  const lines = followPaths(toCloud(mesh), { vertices: mesh.indices, starts }, context)
  return { type: 'lines', ...(offset && { offset }), ...lines }
}

/** Meets what concerns the whole document. @throws `file.undecodable` for what is required and not read */
function meetDocument(json: JsonObject, { meet, meetFound }: TagReader<typeof gltfTags>): void {
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
    if (gltfTags.rows.find(({ tag }) => tag === name)?.treatment !== 'refused') meetFound(name)
  }
  if (readList(json, 'animations').length > 0) meet('animations')
}

function listNames(json: JsonObject, member: string): readonly string[] {
  const list = json[member]
  return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : []
}
