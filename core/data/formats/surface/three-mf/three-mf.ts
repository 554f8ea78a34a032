/**
 * 3MF (core 1.3): a zip with a model in XML. Meshes are placed as the build says, components within each
 * other.
 */
import type { MeshResult, SceneResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { savedFromOffice } from '../../other-formats.ts'
import { refuse } from '../../refusal.ts'
import { longStep } from '../../step-budget.ts'
import { applyTag } from '../../tag-table.ts'
import { findChild, listChildren, parseXml, readNumbers, type XmlElement } from '../../xml-document.ts'
import { listZip, readZipEntry, type ZipEntry } from '../../zip.ts'
import { noteUnknown, readColors, type TriangleColors } from './three-mf-colors.ts'
import { nameElement, requireExtensions } from './three-mf-extensions.ts'
import { ownIndex, readOwnScene } from './three-mf-own.ts'
import { identity, MeshParts, type Transform } from './three-mf-parts.ts'
import { threeMfTags } from './three-mf-tags.ts'

const units: ReadonlyMap<string, string> = new Map([
  ['micron', 'µm'],
  ['millimeter', 'mm'],
  ['centimeter', 'cm'],
  ['inch', 'in'],
  ['foot', 'ft'],
  ['meter', 'm'],
])
const deepest = 32

interface Model {
  readonly objects: ReadonlyMap<string, XmlElement>
  readonly colors: TriangleColors
  readonly context: DecodeContext
}

/** Its decoder, and the tags by which it works. */
export const threeMfReader: FormatReader = { decode: decode3mf, tags: threeMfTags }

/** Returns one mesh of all items of the build, or the scene of this program. @throws `file.undecodable` */
async function decode3mf(bytes: Uint8Array, context: DecodeContext): Promise<MeshResult | SceneResult> {
  const entries = listZip(bytes)
  const root = parseXml(await readModel(entries, context), 'model', nameElement)
  requireExtensions(root.attributes.get('requiredextensions') ?? '', root.spaces)
  const resources = findChild(root, 'resources')
  const objects = resources ? listChildren(resources, 'object') : []
  const model: Model = {
    objects: new Map(objects.map((object) => [object.attributes.get('id') ?? '', object])),
    colors: readColors(resources, context),
    context,
  }
  const build = findChild(root, 'build')
  const items = build ? listChildren(build, 'item') : []
  const index = entries.find(({ path }) => toPart(path) === ownIndex)
  const unit = readUnit(root, context)
  const scene = index && readOwnScene({ ...model, index: await readZipEntry(index, context), items, unit })
  if (scene) return scene
  if (items.length === 0) throw refuse('Its build has no items.')
  const target = new MeshParts(context)
  const waiting = items.map((item) => toPlaced(item, identity, 0)).toReversed()
  for (let placed = waiting.pop(); placed; placed = waiting.pop()) {
    for (const part of addObject(placed, model, target).toReversed()) waiting.push(part)
  }
  return target.finish(unit)
}

function readUnit({ attributes }: XmlElement, context: DecodeContext): string | undefined {
  const name = attributes.get('unit') ?? 'millimeter'
  const unit = units.get(name)
  if (unit === undefined) applyTag(threeMfTags, 'another unit', context, name.slice(0, 40))
  return unit
}

/** Returns the bytes of the model: the one that the archive names, else that of the usual name. */
async function readModel(entries: readonly ZipEntry[], context: DecodeContext): Promise<Uint8Array> {
  const find = (path: string | undefined): ZipEntry | undefined =>
    entries.find((entry) => toPart(entry.path) === toPart(path ?? ''))
  const relations = find('_rels/.rels')
  const named =
    relations && find(findStart(parseXml(await readZipEntry(relations, context), 'Relationships')))
  const models = entries.filter(({ path }) => /^\/?3D\/[^/]*[.]model$/i.test(path))
  const entry = named ?? models.find(({ path }) => /3dmodel[.]model$/i.test(path)) ?? models[0]
  if (!entry && entries.some(({ path }) => /^(xl|word|ppt)\//.test(path)))
    throw refuse(`It is a document of an office program, which is not read: ${savedFromOffice}.`)
  if (!entry)
    throw refuse('It is an archive without a model of 3MF (3D/3dmodel.model); unpack it and open a file.')
  return await readZipEntry(entry, context)
}

/** Returns the path of the start part (section 2.1), by the relationships of the archive. */
function findStart(relations: XmlElement): string | undefined {
  const start = listChildren(relations, 'Relationship').find(({ attributes }) =>
    attributes.get('Type')?.endsWith('/2013/01/3dmodel'),
  )
  return start?.attributes.get('Target')
}

/** Returns the name of a part in the archive: without the first slash, in any case (OPC, 6.2). */
function toPart(path: string): string {
  return path.replace(/^\//, '').toLowerCase()
}

interface PlacedObject {
  readonly id: string
  readonly transform: Transform
  readonly depth: number
}

function toPlaced({ attributes }: XmlElement, outer: Transform, depth: number): PlacedObject {
  if (attributes.has('path'))
    throw refuse('Its parts are in several models (production extension); save it as plain 3MF.')
  const given = attributes.get('transform')
  const own = given === undefined ? identity : Array.from(readNumbers(given, 12))
  if (!own.every(Number.isFinite)) throw refuse('A transform must have twelve finite numbers.')
  return { id: attributes.get('objectid') ?? '', transform: multiply(own, outer), depth }
}

/** Adds the mesh of an object; returns its components, which are added next. */
function addObject(
  { id, transform, depth }: PlacedObject,
  model: Model,
  target: MeshParts,
): readonly PlacedObject[] {
  const object = model.objects.get(id)
  if (!object) throw refuse(`The build names an object ${JSON.stringify(id.slice(0, 40))} that is not there.`)
  const mesh = findChild(object, 'mesh')
  const components = findChild(object, 'components')
  const parts = [object, mesh, components].reduce((sum, part) => sum + (part?.children.length ?? 0), 0)
  model.context.step('The components that it places', longStep + 16 * parts) // each is a name to compare
  if (depth > deepest) throw refuse(`Components are more than ${deepest} deep, or contain themselves.`)
  const type = object.attributes.get('type') ?? 'model'
  if (type !== 'model') {
    applyTag(threeMfTags, 'object type = support, solidsupport, surface, other', model.context)
    return []
  }
  for (const part of object.children) if (!objectParts.includes(part.name)) noteUnknown(part, model.context)
  if (mesh) target.add(mesh, { transform, colors: model.colors, object })
  return (components ? listChildren(components, 'component') : []).map((part) =>
    toPlaced(part, transform, depth + 1),
  )
}

/** Returns what is `inner` first and then `outer`. */
function multiply(inner: Transform, outer: Transform): Transform {
  const at = (row: number, column: number): number => {
    let sum = row === 3 ? (outer[9 + column] ?? 0) : 0
    for (let k = 0; k < 3; k++) sum += (inner[3 * row + k] ?? 0) * (outer[3 * k + column] ?? 0)
    return sum
  }
  return [0, 1, 2, 3].flatMap((row) => [0, 1, 2].map((column) => at(row, column)))
}

/** The elements of an object that are read, and texts about it. */
const objectParts = ['mesh', 'components', 'metadatagroup']
