/** OBJ (Wavefront). Own code: three's loader gives every corner its own vertex, and splits by material. */
import type { LinesResult, MeshResult, PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { cutPadding } from '../../text-lines.ts'
import { findLargest, toColorBytes } from '../color-bytes.ts'
import { Fans } from '../fans.ts'
import { GrowingArray, toFiniteOrNone } from '../growing-array.ts'
import { toOffsetPositions } from '../large-coordinates.ts'
import { followPaths, LinePaths } from '../line-paths.ts'
import { findSlicerSpace } from '../slicer-space.ts'
import { createTagReader, type TagReader } from '../tag-reader.ts'
import { TextWords } from '../text-words.ts'
import { splitByNormal } from './obj-corners.ts'
import { type MeetObjTag, objTags } from './obj-tags.ts'

/** Bytes among which a comment on the whole file is looked for. */
const mostCommentBytes = 1024
const noNormal = 0xffff_ffff
const [minus, slash, zero, nine] = [45, 47, 48, 57]

/** The content of a file, before its vertices are those of the mesh. */
interface ObjParts {
  readonly positions: GrowingArray<Float64Array>
  /** Three for each position with colours; missing ones are black. */
  readonly colors: GrowingArray<Float32Array>
  readonly normals: GrowingArray<Float32Array>
  /** Indices of the positions and of the normals of triangles' corners. */
  readonly corners: GrowingArray<Uint32Array>
  readonly cornerNormals: GrowingArray<Uint32Array>
  readonly fans: Fans
  readonly lines: LinePaths
  /** The refusal of a line that names a vertex that is not there, for a file of lines alone. */
  lineError: Error | undefined
  /** True when a corner has no normal, or one that is not there. */
  lacksNormals: boolean
}

/** Its decoder, and the tags by which it works. */
export const objReader: FormatReader = { decode: decodeObj, tags: objTags }

/**
 * Returns the mesh of an OBJ file; without faces its lines, or else its vertices as points. Omits groups,
 * materials and textures. A corner with another normal becomes another vertex.
 */
function decodeObj(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult | LinesResult {
  const reader = createTagReader(objTags, context)
  const { meet } = reader
  const words = new TextWords(cutPadding(bytes, context), { comment: '#', continues: true })
  const parts = readParts(words, context, reader)
  const { positions, corners } = parts
  if (positions.length === 0) throw refuse('It must have vertices, in lines that begin with v (got none).')
  context.take('A list of its vertices', 4 * positions.length)
  const { positions: vertices, offset } = toOffsetPositions(positions)
  positions.clear()
  const colors = takeColors(parts, vertices.length, meet)
  const place = { ...findSlicerSpace(readComments(bytes)), ...(offset && { offset }) }
  if (corners.length === 0) {
    if (parts.lineError) throw parts.lineError
    const points = { points: vertices, ...(colors && { colors }) }
    if (parts.lines.isEmpty) return { type: 'point_cloud', ...place, ...points }
    return { type: 'lines', ...place, ...followPaths(points, parts.lines.takeAll(), context) }
  }
  parts.fans.cutConcave(vertices, [corners, parts.cornerNormals], context)
  const normals = takeNormals(parts, meet)
  if (normals)
    return { type: 'mesh', ...place, ...splitByNormal(parts, { vertices, normals, colors, budget: context }) }
  return { type: 'mesh', ...place, vertices, indices: corners.takeAll(), ...(colors && { colors }) }
}

/** Returns the comments before the first vertex. */
function readComments(bytes: Uint8Array): string {
  const start = String.fromCharCode(...bytes.subarray(0, mostCommentBytes))
  return /^(?:\s*#.*[\r\n]+)*/.exec(start)?.[0] ?? ''
}

function readParts(
  words: TextWords,
  budget: ByteBudget,
  { meet, meetFound }: TagReader<typeof objTags>,
): ObjParts {
  const parts: ObjParts = {
    positions: new GrowingArray(Float64Array, budget),
    colors: new GrowingArray(Float32Array, budget),
    normals: new GrowingArray(Float32Array, budget),
    corners: new GrowingArray(Uint32Array, budget),
    cornerNormals: new GrowingArray(Uint32Array, budget),
    fans: new Fans(budget),
    lines: new LinePaths(budget),
    lineError: undefined,
    lacksNormals: false,
  }
  let [hasPoints, hasLines] = [false, false]
  do {
    if (!words.nextInLine()) continue
    if (words.is('v')) addVertex(words, parts, meet)
    else if (words.is('vn')) for (let axis = 0; axis < 3; axis++) parts.normals.push(readNumber(words))
    else if (words.is('f') || words.is('fo')) addFace(words, parts, meet)
    else if (words.is('p')) hasPoints = true
    else if (words.is('l')) {
      hasLines = true
      if (parts.corners.length === 0) addLine(words, parts)
    } else if (!words.is('vt')) meetFound(words.text)
  } while (words.nextLine())
  if (parts.corners.length === 0) return parts
  if (hasPoints) meet('p')
  if (hasLines) meet('l')
  parts.lines.clear()
  return parts
}

/** `x y z`, `x y z w`, `x y z r g b` or `x y z r g b a`. */
function addVertex(words: TextWords, { positions, colors }: ObjParts, meet: MeetObjTag): void {
  const before = positions.length
  for (let axis = 0; axis < 3; axis++) {
    const number = readNumber(words)
    if (!Number.isFinite(number)) throw words.numberError('A vertex must have three finite numbers')
    positions.push(number)
  }
  let count = 0
  const color = [0, 0, 0]
  for (; count < 4 && words.nextInLine(); count++) {
    const number = words.toNumber()
    if (number === undefined) break
    if (count < 3) color[count] = number
  }
  if (count < 3) return
  while (colors.length < before) colors.push(Number.NaN)
  for (const part of color) colors.push(part)
  if (count > 3) meet('v r g b a')
}

function readNumber(words: TextWords): number {
  const number = words.nextInLine() ? words.toNumber() : undefined
  if (number === undefined) throw words.numberError('There must be three numbers')
  return number
}

/** A corner of a face as the file counts: 0 where it names none. */
interface Corner {
  position: number
  normal: number
}

function addFace(words: TextWords, parts: ObjParts, meet: MeetObjTag): void {
  const { positions, normals, corners, cornerNormals } = parts
  const slot = corners.length
  const [vertexCount, normalCount] = [positions.length / 3, normals.length / 3]
  const corner: Corner = { position: 0, normal: 0 }
  let [firstPosition, firstNormal, lastPosition, lastNormal] = [0, 0, 0, 0]
  let count = 0
  for (; words.nextInLine(); count++) {
    if (!readCorner(words, corner)) throw cornerError(words, vertexCount, 'vertices')
    const position = toIndex(corner.position, vertexCount)
    if (position < 0) throw cornerError(words, vertexCount, 'vertices')
    const hasNormal = corner.normal !== 0 && normalCount > 0
    const normal = hasNormal ? toIndex(corner.normal, normalCount) : noNormal
    if (normal < 0) throw cornerError(words, normalCount, 'normals')
    if (!hasNormal) parts.lacksNormals = true
    if (count === 0) [firstPosition, firstNormal] = [position, normal]
    else if (count > 1) {
      corners.push(firstPosition)
      corners.push(lastPosition)
      corners.push(position)
      cornerNormals.push(firstNormal)
      cornerNormals.push(lastNormal)
      cornerNormals.push(normal)
    }
    lastPosition = position
    lastNormal = normal
  }
  if (count < 3) meet('f of two corners')
  parts.fans.add(slot, count)
}

/** Reads a line; one that begins where the last one has ended goes on with that. */
function addLine(words: TextWords, parts: ObjParts): void {
  const { positions, lines } = parts
  const corner: Corner = { position: 0, normal: 0 }
  for (let isFirst = true; words.nextInLine(); isFirst = false) {
    const count = positions.length / 3
    const vertex = readCorner(words, corner) ? toIndex(corner.position, count) : -1
    if (vertex < 0) {
      parts.lineError ??= pointError(words, count)
      return
    }
    if (isFirst) lines.resume(vertex)
    else lines.goTo(vertex)
  }
}

function pointError(words: TextWords, count: number): Error {
  const found = JSON.stringify(words.text)
  return refuse(`A point of a line must name one of the ${count} vertices before it (got ${found}).`)
}

/** Reads `position`, `position/texture`, `position//normal` or all three. Returns false for another word. */
function readCorner({ bytes, start, end }: TextWords, corner: Corner): boolean {
  let [part, value, digits, sign] = [0, 0, 0, 1]
  corner.normal = 0
  for (let at = start; at <= end; at++) {
    const byte = at === end ? slash : (bytes[at] ?? 0)
    if (byte >= zero && byte <= nine) {
      value = value * 10 + byte - zero
      digits++
    } else if (byte === minus && digits === 0 && sign === 1) sign = -1
    else if (byte === slash && part < 3) {
      if (part === 0) {
        if (digits === 0) return false
        corner.position = sign * value
      } else if (part === 2) corner.normal = sign * value
      ;[value, digits, sign] = [0, 0, 1]
      part++
    } else return false
  }
  return true
}

/** Converts an index that counts from 1, a negative one back from the last; -1 beyond the ends. */
function toIndex(given: number, count: number): number {
  const index = given < 0 ? count + given : given - 1
  return index >= 0 && index < count ? index : -1
}

function cornerError(words: TextWords, count: number, what: string): Error {
  return refuse(
    `A corner of a face must name one of the ${count} ${what} before it (got ${JSON.stringify(words.text)}).`,
  )
}

/** Converts colors from 0 to 1, or from 0 to 255 where one is larger than 1. */
function takeColors({ colors }: ObjParts, length: number, meet: MeetObjTag): Uint8Array | undefined {
  if (colors.length === 0) return undefined
  while (colors.length < length) colors.push(Number.NaN)
  const values = toFiniteOrNone(colors.takeAll())
  if (!values) meet('v r g b = nan')
  return values && toColorBytes(values, findLargest(values) > 1 ? 1 : 255)
}

function takeNormals({ normals, lacksNormals }: ObjParts, meet: MeetObjTag): Float32Array | undefined {
  if (normals.length === 0) return undefined
  const values = lacksNormals ? undefined : toFiniteOrNone(normals.takeAll())
  if (!values) meet(lacksNormals ? 'f without vn' : 'vn = nan')
  return values
}
