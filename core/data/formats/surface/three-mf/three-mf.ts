/**
 * 3MF (core 1.3): a zip with a model in XML. Meshes are placed as the build says, components within each
 * other.
 */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { GrowingArray } from '../../mesh/growing-array.ts'
import { toOffsetPositions } from '../../mesh/large-coordinates.ts'
import { savedFromOffice } from '../../other-formats.ts'
import { refuse } from '../../refusal.ts'
import { longStep } from '../../step-budget.ts'
import { applyTag } from '../../tag-table.ts'
import {
  findChild,
  listChildren,
  parseXml,
  readCount,
  readNumbers,
  type XmlElement,
} from '../../xml-document.ts'
import { listZip, readZipEntry, type ZipEntry } from '../../zip.ts'
import { noteUnknown, readColors, type TriangleColors } from './three-mf-colors.ts'
import { nameElement, requireExtensions } from './three-mf-extensions.ts'
import { threeMfTags } from './three-mf-tags.ts'

const units: ReadonlyMap<string, string> = new Map([
  ['micron', 'µm'],
  ['millimeter', 'mm'],
  ['centimeter', 'cm'],
  ['inch', 'in'],
  ['foot', 'ft'],
  ['meter', 'm'],
])
/** Twelve numbers: three rows of a turn, then the shift; a point is a row before it. */
type Transform = readonly number[]
const identity: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
const deepest = 32
const white = 0xff_ff_ff

interface Model {
  readonly objects: ReadonlyMap<string, XmlElement>
  readonly colors: TriangleColors
  readonly context: DecodeContext
}

/** Its decoder, and the tags by which it works. */
export const threeMfReader: FormatReader = { decode: decode3mf, tags: threeMfTags }

/** Returns one mesh of all items of the build. @throws `file.undecodable` */
async function decode3mf(bytes: Uint8Array, context: DecodeContext): Promise<MeshResult> {
  const root = parseXml(await readModel(bytes, context), 'model', nameElement)
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
  if (items.length === 0) throw refuse('Its build has no items.')
  const target = new MeshParts(context)
  const waiting = items.map((item) => toPlaced(item, identity, 0)).toReversed()
  for (let placed = waiting.pop(); placed; placed = waiting.pop()) {
    for (const part of addObject(placed, model, target).toReversed()) waiting.push(part)
  }
  return target.finish(readUnit(root, context))
}

function readUnit({ attributes }: XmlElement, context: DecodeContext): string | undefined {
  const name = attributes.get('unit') ?? 'millimeter'
  const unit = units.get(name)
  if (unit === undefined) applyTag(threeMfTags, 'another unit', context, name.slice(0, 40))
  return unit
}

/** Returns the bytes of the model: the one that the archive names, else that of the usual name. */
async function readModel(bytes: Uint8Array, context: DecodeContext): Promise<Uint8Array> {
  const entries = listZip(bytes)
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

interface PlacedMesh {
  readonly transform: Transform
  readonly colors: TriangleColors
  readonly object: XmlElement
}

/** The elements of an object that are read, and texts about it. */
const objectParts = ['mesh', 'components', 'metadatagroup']
/** The elements of a mesh that are read; sets name some of the triangles again. */
const readParts = ['vertices', 'triangles', 'trianglesets']

/** The vertices and triangles of all meshes so far. */
class MeshParts {
  readonly #context: DecodeContext
  readonly #vertices: GrowingArray<Float64Array>
  readonly #indices: GrowingArray<Uint32Array>
  /** The colour of each vertex as 0xRRGGBB. */
  readonly #colors: GrowingArray<Uint32Array>
  #isColored = false

  constructor(context: DecodeContext) {
    this.#context = context
    this.#vertices = new GrowingArray(Float64Array, context)
    this.#indices = new GrowingArray(Uint32Array, context)
    this.#colors = new GrowingArray(Uint32Array, context)
  }

  add(mesh: XmlElement, { transform, colors, object }: PlacedMesh): void {
    // Beams and other extensions add to a mesh.
    for (const part of mesh.children) if (!readParts.includes(part.name)) noteUnknown(part, this.#context)
    const vertices = listChildren(findChild(mesh, 'vertices') ?? mesh, 'vertex')
    const triangles = listChildren(findChild(mesh, 'triangles') ?? mesh, 'triangle')
    this.#context.take(`A mesh of ${triangles.length} triangles`, 48 * (vertices.length + triangles.length))
    const places = vertices.map((vertex) => toPlace(vertex, transform))
    const found = triangles.map((triangle) => colors.find(triangle, object))
    const isColored = found.some((color) => color !== undefined)
    this.#isColored ||= isColored
    const toIndex = isColored ? this.#splitByColor(places) : this.#addAll(places)
    const names = determinant(transform) < 0 ? ['v1', 'v3', 'v2'] : ['v1', 'v2', 'v3']
    const order = names[1] === 'v2' ? [0, 1, 2] : [0, 2, 1]
    for (const [i, triangle] of triangles.entries())
      for (const [corner, name] of names.entries()) {
        const vertex = readCount(triangle, name)
        if (vertex >= places.length) throw refuse(`${name} must be below ${places.length} (got ${vertex}).`)
        this.#indices.push(toIndex(vertex, found[i]?.[order[corner] ?? 0] ?? white))
      }
  }

  finish(unit: string | undefined): MeshResult {
    if (this.#indices.length === 0) throw refuse('There are no triangles in it.')
    this.#context.take('The positions', 4 * this.#vertices.length)
    const { positions: vertices, offset } = toOffsetPositions(this.#vertices)
    const indices = this.#indices.takeAll()
    const mesh: MeshResult = {
      type: 'mesh',
      ...(unit !== undefined && { unit }),
      ...(offset && { offset }),
      vertices,
      indices,
    }
    if (!this.#isColored) return mesh
    const colors = new Uint8Array(vertices.length)
    for (let i = 0; i < colors.length; i++)
      colors[i] = (this.#colors.get(Math.floor(i / 3)) >> (8 * (2 - (i % 3)))) & 0xff
    return { ...mesh, colors }
  }

  /** Adds all vertices in their order. */
  #addAll(places: readonly (readonly number[])[]): (vertex: number) => number {
    const start = this.#vertices.length / 3
    for (const place of places) this.#add(place, white)
    return (vertex) => start + vertex
  }

  /** Adds a vertex for each colour that it has. */
  #splitByColor(places: readonly (readonly number[])[]): (vertex: number, color: number) => number {
    const known = new Map<number, number>()
    return (vertex, color) => {
      const key = vertex * 2 ** 24 + color
      const index = known.get(key) ?? this.#add(places[vertex] ?? [], color)
      known.set(key, index)
      return index
    }
  }

  #add(place: readonly number[], color: number): number {
    for (const part of place) this.#vertices.push(part)
    this.#colors.push(color)
    return this.#colors.length - 1
  }
}

function toPlace({ attributes }: XmlElement, transform: Transform): number[] {
  const [x, y, z] = ['x', 'y', 'z'].map((axis) => Number(attributes.get(axis) ?? Number.NaN))
  if (x === undefined || y === undefined || z === undefined || !Number.isFinite(x + y + z))
    throw refuse('A vertex must have finite x, y and z.')
  return [0, 1, 2].map(
    (axis) =>
      x * (transform[axis] ?? 0) +
      y * (transform[3 + axis] ?? 0) +
      z * (transform[6 + axis] ?? 0) +
      (transform[9 + axis] ?? 0),
  )
}

function determinant(t: Transform): number {
  const at = (row: number, column: number): number => t[3 * row + column] ?? 0
  return (
    at(0, 0) * (at(1, 1) * at(2, 2) - at(1, 2) * at(2, 1)) -
    at(0, 1) * (at(1, 0) * at(2, 2) - at(1, 2) * at(2, 0)) +
    at(0, 2) * (at(1, 0) * at(2, 1) - at(1, 1) * at(2, 0))
  )
}
