/** What the nodes of a document show: triangles at rest, or else points, or else lines. */
import type {
  ArrowsResult,
  LinesResult,
  MeshResult,
  PointCloudResult,
} from '../../../../contract/domain/result/result.ts'
import type { JsonObject } from '../../../../contract/values/json.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { followPaths } from '../line-paths.ts'
import { createTagReader, type TagReader } from '../tag-reader.ts'
import { createAccessors, type ReadAccessor } from './gltf-accessor.ts'
import { readGltfDocument, readList, readObject } from './gltf-document.ts'
import { type MergedScene, mergePrimitives } from './gltf-merge.ts'
import type { OwnGltf } from './gltf-own.ts'
import { hasLines, poseAll } from './gltf-placed.ts'
import type { GltfScene } from './gltf-scene.ts'
import { gltfTags } from './gltf-tags.ts'

/** The results that a file of glTF may hold. */
export type GltfContent = MeshResult | PointCloudResult | LinesResult | ArrowsResult

/** A document whose extensions are known, and what reads it. */
export interface OpenGltf extends TagReader<typeof gltfTags> {
  readonly json: JsonObject
  readonly readAccessor: ReadAccessor
  readonly budget: DecodeContext
}

/** Opens a document, and meets what concerns all of it. @throws `file.undecodable` */
export function openGltf(bytes: Uint8Array, context: DecodeContext): OpenGltf {
  const reader = createTagReader(gltfTags, context)
  const document = readGltfDocument(bytes)
  meetDocument(document.json, reader)
  if (document.hasMore) reader.meet('bytes behind')
  return {
    json: document.json,
    readAccessor: createAccessors(document, context),
    budget: context,
    ...reader,
  }
}

/**
 * Returns what the meshes of a scene are together, in metres, or as `own` says. The table of tags has what is
 * left out.
 */
export function readContent(scene: GltfScene, open: OpenGltf, own: OwnGltf | undefined): GltfContent {
  const content = readAll(scene, open, own)
  if (!own?.showsValues || !content.scalars) return content
  const { colors: _, ...uncolored } = content
  return uncolored
}

function readAll(scene: GltfScene, open: OpenGltf, own: OwnGltf | undefined): GltfContent {
  const { json, budget: context, meet } = open
  const areArrows = own?.areArrows === true
  const from = { ...open, areLines: false, areArrows }
  const posed = poseAll(scene, from)
  const solid = posed.filter(({ primitive }) => primitive.indices.length > 0)
  const points = posed.filter(({ primitive }) => primitive.kind === 'points')
  const texts = own ? own.texts : { unit: 'm' }
  if (solid.length === 0 && points.length === 0) {
    const lines = hasLines(scene, json) ? poseAll(scene, { ...from, areLines: true }) : []
    if (lines.length > 0)
      return {
        ...toLines(mergePrimitives(lines, { context, meet }), context),
        ...texts,
      }
    throw refuse('There are neither triangles nor points in its scene.')
  }
  if (hasLines(scene, json)) meet('mode = 1, 2, 3')
  if (areArrows && points.every(({ primitive }) => primitive.vectors)) {
    const { mesh, vectors } = mergePrimitives(points, { context, meet })
    if (vectors) return { ...toCloud(mesh), ...texts, type: 'arrows', vectors }
  }
  if (solid.length > 0 && points.length > 0) meet('mode = 0 beside triangles')
  const { mesh } = mergePrimitives(solid.length > 0 ? solid : points, {
    context,
    meet,
  })
  return solid.length > 0 ? { ...mesh, ...texts } : { ...toCloud(mesh), ...texts }
}

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
