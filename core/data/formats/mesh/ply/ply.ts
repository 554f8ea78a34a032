/** PLY (Stanford), text or binary. Own code: three's loader drops large polygons and unknown scalars. */
import type { LinesResult, MeshResult, PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { cutPadding } from '../../text-lines.ts'
import { Fans } from '../fans.ts'
import { GrowingArray } from '../growing-array.ts'
import { followPaths, LinePaths } from '../line-paths.ts'
import { findSlicerSpace } from '../slicer-space.ts'
import { createTagReader, type TagReader } from '../tag-reader.ts'
import { type PlyElement, type PlyProperty, readPlyHeader } from './ply-header.ts'
import { createPlyNumbers, type PlyNumbers } from './ply-numbers.ts'
import { type MeetPlyTag, plyTags } from './ply-tags.ts'
import { type PlyVertices, readPlyVertices, skipPlyProperty } from './ply-vertices.ts'

const cornerNames = ['vertex_indices', 'vertex_index']
const faceColorNames = ['red', 'green', 'blue', 'r', 'g', 'b', 'diffuse_red', 'diffuse_green', 'diffuse_blue']
const solidNames = ['face', 'tristrips']
/** Properties of faces that concern textures, or programs. */
const facePlaceNames = ['texcoord', 'texnumber', 'flags']

/** The ends of an edge. */
const endNames = ['vertex1', 'vertex2']

/** Its decoder, and the tags by which it works. */
export const plyReader: FormatReader = { decode: decodePly, tags: plyTags }

/** Returns the mesh of a PLY file; without faces the lines of its edges, or else its points. */
function decodePly(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult | LinesResult {
  const { meet, meetFound } = createTagReader(plyTags, context)
  const header = readPlyHeader(bytes)
  const content = header.form === 'ascii' ? cutPadding(bytes, context) : bytes
  const numbers = createPlyNumbers(content, header)
  const triangles = new GrowingArray(Uint32Array, context)
  const polygons: PlyPolygons = { triangles, fans: new Fans(context), meet }
  const lines = new LinePaths(context)
  const areLines = header.elements.every(({ name, count }) => !solidNames.includes(name) || count === 0)
  let vertices: PlyVertices | undefined
  for (const element of header.elements) {
    // An element without properties has no bytes, whatever its count.
    if (element.properties.length === 0) continue
    numbers.requireRows(element)
    if (element.name === 'vertex') vertices = readPlyVertices(element, numbers, { budget: context, meet })
    else if (element.name === 'face') readFaces(element, numbers, polygons)
    else if (element.name === 'tristrips') readStrips(element, numbers, triangles)
    else if (areLines && isOfEdges(element)) readEdges(element, numbers, { lines, meetFound })
    else skipElement(element, numbers, meet)
  }
  if (numbers.requireEnd()) meet('bytes behind')
  if (/^comment\s+TextureFile\b/im.test(header.comments)) meet('comment TextureFile')
  if (!vertices) throw refuse('It must have an element vertex.')
  const { positions, offset, normals, colors, values } = vertices
  const place = { ...findSlicerSpace(header.comments), ...(offset && { offset }) }
  if (triangles.length === 0) {
    if (normals) meet('nx ny nz of points')
    const points = { points: positions, ...(colors && { colors }), ...values }
    if (lines.isEmpty) return { type: 'point_cloud', ...place, ...points }
    return { type: 'lines', ...place, ...values, ...followPaths(points, lines.takeAll(), context) }
  }
  polygons.fans.cutConcave(positions, [triangles], context)
  return {
    type: 'mesh',
    ...place,
    vertices: positions,
    indices: triangles.takeAll(),
    ...(normals && { normals }),
    ...(colors && { colors }),
    ...values,
  }
}

type Triangles = GrowingArray<Uint32Array>

/** The list that polygons become. */
interface PlyPolygons {
  readonly triangles: Triangles
  readonly fans: Fans
  readonly meet: MeetPlyTag
}

function readFaces({ count, properties }: PlyElement, numbers: PlyNumbers, polygons: PlyPolygons): void {
  const { meet } = polygons
  for (const { name, countType } of properties) {
    if (countType && cornerNames.includes(name)) continue
    if (count === 0 || facePlaceNames.includes(name)) continue
    meet(faceColorNames.includes(name) ? 'face red green blue' : 'face property')
  }
  for (let row = 0; row < count; row++) {
    for (const property of properties) {
      if (property.countType && cornerNames.includes(property.name)) readPolygon(property, numbers, polygons)
      else skipPlyProperty(property, numbers)
    }
  }
}

function readPolygon(
  { type, countType }: PlyProperty,
  numbers: PlyNumbers,
  { triangles, fans, meet }: PlyPolygons,
): void {
  const corners = countType ? numbers.read(countType) : 0
  if (corners < 3) meet('face of two corners')
  fans.add(triangles.length, corners)
  let first = 0
  let last = 0
  for (let i = 0; i < corners; i++) {
    const corner = numbers.read(type)
    if (!Number.isInteger(corner) || corner < 0) throw cornerError(corner)
    if (i === 0) first = corner
    else if (i > 1) {
      triangles.push(first)
      triangles.push(last)
      triangles.push(corner)
    }
    last = corner
  }
}

/** Reads strips of triangles: each corner makes one with the two before it, and -1 begins another strip. */
function readStrips({ count, properties }: PlyElement, numbers: PlyNumbers, triangles: Triangles): void {
  for (let row = 0; row < count; row++) {
    for (const property of properties) {
      if (property.countType && cornerNames.includes(property.name)) readStrip(property, numbers, triangles)
      else skipPlyProperty(property, numbers)
    }
  }
}

function readStrip({ type, countType }: PlyProperty, numbers: PlyNumbers, triangles: Triangles): void {
  const corners = countType ? numbers.read(countType) : 0
  let [before, last, length] = [0, 0, 0]
  for (let i = 0; i < corners; i++) {
    const corner = numbers.read(type)
    if (!Number.isInteger(corner) || corner < -1) throw cornerError(corner)
    if (corner === -1) {
      length = 0
      continue
    }
    length++
    if (length > 2) {
      // Every second one is turned over, so that all are counter-clockwise.
      const isTurned = length % 2 === 0
      triangles.push(isTurned ? last : before)
      triangles.push(isTurned ? before : last)
      triangles.push(corner)
    }
    before = last
    last = corner
  }
}

function isOfEdges({ properties }: PlyElement): boolean {
  return endNames.every((end) =>
    properties.some(({ name, type, countType }) => name === end && !countType && !type.startsWith('float')),
  )
}

/** Joins edges that follow each other into lines. */
function readEdges(
  { count, properties }: PlyElement,
  numbers: PlyNumbers,
  { lines, meetFound }: { readonly lines: LinePaths } & Pick<TagReader<typeof plyTags>, 'meetFound'>,
): void {
  for (const { name } of properties) if (count > 0 && !endNames.includes(name)) meetFound(`edge ${name}`)
  const ends = [0, 0]
  for (let row = 0; row < count; row++) {
    for (const property of properties) {
      const end = endNames.indexOf(property.name)
      if (end < 0) skipPlyProperty(property, numbers)
      else ends[end] = numbers.read(property.type)
    }
    const [first = 0, last = 0] = ends
    if (ends.some((end) => !Number.isInteger(end) || end < 0))
      throw refuse(`The ends of an edge must be vertices (got ${first} and ${last}).`)
    lines.resume(first)
    lines.goTo(last)
  }
}

function cornerError(corner: number): Error {
  return refuse(`A corner of a face must be a vertex (got ${corner}).`)
}

function skipElement({ name, count, properties }: PlyElement, numbers: PlyNumbers, meet: MeetPlyTag): void {
  if (count > 0) meet(name === 'edge' ? 'edge' : 'other element')
  for (let row = 0; row < count; row++) for (const property of properties) skipPlyProperty(property, numbers)
}
