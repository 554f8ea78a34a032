/**
 * OFF (Object File Format, Geomview): text, with normals and colours of vertices where its first word says
 * so. Each vertex and each face has a line, or the file is one stream of numbers, as Geomview reads it.
 */
import type { MeshResult, PointCloudResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { TextWords } from '../../mesh/text-words.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { cutPadding } from '../../text-lines.ts'
import { Polygons, toSurface } from '../polygons.ts'
import { offTags } from './off-tags.ts'

/** The shortest line of a vertex, `0 0 0`, and of a face, `3 0 1 2`, with its end. */
const [leastVertexBytes, leastFaceBytes] = [6, 4]
const mostCorners = 2 ** 20
const form = { comment: '#' }

interface OffHead {
  readonly hasNormals: boolean
  readonly hasColors: boolean
  /** Colours stand before normals, as MeshLab writes them. */
  readonly isColorFirst: boolean
  readonly hasTexture: boolean
  readonly vertexCount: number
  readonly faceCount: number
}

/** Reads the numbers of one vertex or face, of which the first tells how many are its own; NaN for words. */
type ReadRow = (what: string, measure: (first: number) => number) => readonly number[]

/** Its decoder, and the tags by which it works. */
export const offReader: FormatReader = { decode: decodeOff, tags: offTags }

/** Returns the mesh of an OFF file, or its points where it has no faces. @throws `file.undecodable` */
function decodeOff(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult {
  const { length, ...kind } = readKind(new TextWords(bytes, form), context)
  const text = cutPadding(bytes, context)
  const words = new TextWords(text, form)
  words.next()
  words.end = words.start + length // the count of vertices may be glued to the first word
  const head = { ...kind, ...readCounts(words) }
  const { vertexCount, faceCount } = head
  requireBytes(
    `${vertexCount} vertices and ${faceCount} faces`,
    vertexCount * leastVertexBytes + faceCount * leastFaceBytes,
    bytes.length,
  )
  const body = text.subarray(words.end)
  context.take(`${vertexCount} vertices`, vertexCount * 52)
  const width = findWidth(body, head)
  const rows = new TextWords(body, form)
  if (width === undefined) rows.nextLine()
  const readRow = width === undefined ? createLineReader(rows) : createStreamReader(rows)
  const vertices = readVertices(readRow, head, { width, context })
  const indices = readFaces(readRow, head, { points: vertices.points, context })
  if (width !== undefined && rows.next())
    throw refuse(
      `It must end behind its last vertex or face (got ${JSON.stringify(rows.text)}): give each a line, ` +
        'so that further numbers behind one are told from the next.',
    )
  return toSurface({ ...vertices, indices }, context)
}

function readKind(words: TextWords, context: DecodeContext) {
  words.next()
  const [word = '', letters = ''] = /^([A-Zn4]*)OFF(?=\d|$)/.exec(words.text) ?? []
  if (word === '')
    throw refuse(`The first word must be OFF (got ${JSON.stringify(words.text.slice(0, 40))}).`)
  if (/[4n]/.test(letters)) applyTag(offTags, '4OFF, nOFF', context)
  if (words.nextInLine() && words.is('binary')) applyTag(offTags, 'OFF BINARY', context)
  const hasTexture = letters.includes('ST')
  if (hasTexture) applyTag(offTags, 'STOFF', context)
  return {
    length: word.length,
    hasNormals: letters.includes('N'),
    hasColors: letters.includes('C'),
    isColorFirst: letters.startsWith('NC'),
    hasTexture,
  }
}

/** Reads the counts of vertices, faces and edges; the last may be absent before a line of several numbers. */
function readCounts(words: TextWords): Pick<OffHead, 'vertexCount' | 'faceCount'> {
  requireNext(words, 'the number of vertices')
  const vertexCount = toCount(words)
  requireNext(words, 'the number of faces')
  const faceCount = toCount(words)
  if (words.nextInLine()) return { vertexCount, faceCount }
  const following = new TextWords(words.bytes.subarray(words.end), form)
  if (following.next() && !following.nextInLine()) words.next()
  return { vertexCount, faceCount }
}

/**
 * Returns the numbers of a vertex in a stream: four are those of its colour, as Geomview has them, or three
 * where the file ends only so at its last face. Undefined where each vertex and each face has its own line.
 */
function findWidth(body: Uint8Array, head: OffHead): number | undefined {
  if (areLines(body, head)) return undefined
  const rest = countPlain(head)
  const widths = head.hasColors ? [rest + 4, rest + 3] : [rest]
  const width = widths.find((candidate) => isStream(body, head, candidate))
  // Lines of which one is damaged are no stream, unless the line of the counts has more.
  return width ?? (new TextWords(body, form).nextInLine() ? widths[0] : undefined)
}

/** Returns the numbers of a vertex without those of its colour. */
function countPlain({ hasNormals, hasTexture }: OffHead): number {
  return 3 + (hasNormals ? 3 : 0) + (hasTexture ? 2 : 0)
}

/** Returns whether each vertex and each face has a line with all its numbers. */
function areLines(body: Uint8Array, { vertexCount, faceCount }: OffHead): boolean {
  const words = new TextWords(body, form)
  words.nextLine()
  for (let row = 0; row < vertexCount + faceCount; row++) {
    if (!words.next()) return false
    const least = row < vertexCount ? 3 : 1 + (words.toNumber() ?? Number.NaN)
    let count = 1
    while (count < least && words.nextInLine()) count++
    if (!(count >= least)) return false
    words.nextLine()
  }
  return true
}

/** Returns whether vertices of so many numbers, and faces of as many as each says, fill the file. */
function isStream(body: Uint8Array, { vertexCount, faceCount }: OffHead, width: number): boolean {
  const words = new TextWords(body, form)
  for (let i = 0; i < vertexCount * width; i++) if (!words.next()) return false
  for (let face = 0; face < faceCount; face++) {
    const corners = words.next() ? words.toNumber() : undefined
    if (corners === undefined || !isCount(corners)) return false
    for (let i = 0; i < corners; i++) if (!words.next()) return false
  }
  return !words.next()
}

/** One number more is returned where a line has anything behind its row. */
function createLineReader(words: TextWords): ReadRow {
  return (what, measure) => {
    requireNext(words, what)
    const numbers = [readNumber(words)]
    const count = measure(numbers[0] ?? Number.NaN)
    while (numbers.length <= count && words.nextInLine()) numbers.push(readNumber(words))
    words.nextLine()
    return numbers
  }
}

function createStreamReader(words: TextWords): ReadRow {
  return (what, measure) => {
    requireNext(words, what)
    const numbers = [readNumber(words)]
    const count = measure(numbers[0] ?? Number.NaN)
    while (numbers.length < count) {
      requireNext(words, `a number of ${what}`)
      numbers.push(readNumber(words))
    }
    return numbers
  }
}

/** The numbers of a vertex in a stream, undefined in lines. */
interface VertexOptions {
  readonly width: number | undefined
  readonly context: DecodeContext
}

function readVertices(readRow: ReadRow, head: OffHead, { width, context }: VertexOptions) {
  const { hasNormals, hasColors, isColorFirst, vertexCount } = head
  const points = new Float64Array(3 * vertexCount)
  const normals = hasNormals ? new Float32Array(3 * vertexCount) : undefined
  const given = hasColors ? new Float32Array(3 * vertexCount) : undefined
  const rest = countPlain(head)
  let hasOthers = false
  let mostAlpha = 0
  for (let vertex = 0; vertex < vertexCount; vertex++) {
    const what = `vertex ${vertex + 1} of ${vertexCount}`
    const numbers = readRow(what, () => width ?? rest + (hasColors ? 4 : 0))
    const place = numbers.slice(0, 3)
    if (place.length < 3 || !place.every(Number.isFinite))
      throw refuse(`Vertex ${vertex + 1} must have three finite numbers.`)
    points.set(place, 3 * vertex)
    hasOthers ||= !hasColors && numbers.length > rest
    const hasAlpha = numbers.length > rest + 3
    const normalStart = isColorFirst ? (hasAlpha ? 7 : 6) : 3
    const colorStart = isColorFirst || !hasNormals ? 3 : 6
    if (hasColors && hasAlpha) mostAlpha = Math.max(mostAlpha, numbers[colorStart + 3] ?? 0)
    for (let axis = 0; axis < 3; axis++) {
      if (normals) normals[3 * vertex + axis] = numbers[normalStart + axis] ?? Number.NaN
      if (given) given[3 * vertex + axis] = numbers[colorStart + axis] ?? Number.NaN
    }
  }
  if (hasOthers) applyTag(offTags, 'numbers behind a vertex', context)
  const colors = given && toColors(given, mostAlpha)
  if (given && !colors) applyTag(offTags, 'COFF of missing colours', context)
  return { points, normals, colors }
}

/** Places of the vertices, three numbers each. */
interface FaceOptions {
  readonly points: Float64Array
  readonly context: DecodeContext
}

function readFaces(
  readRow: ReadRow,
  { vertexCount, faceCount }: OffHead,
  { points, context }: FaceOptions,
): Uint32Array {
  const polygons = new Polygons(vertexCount, context)
  let hasFaceColors = false
  for (let face = 0; face < faceCount; face++) {
    let corners = 0
    const numbers = readRow(`face ${face + 1} of ${faceCount}`, (first) => {
      if (!isCount(first) || first > mostCorners)
        throw refuse(
          `Face ${face + 1} must begin with its number of corners, at most ${mostCorners} (got ${first}).`,
        )
      corners = first
      return 1 + corners
    })
    if (numbers.length < corners + 1)
      throw refuse(`Face ${face + 1} must have ${corners} corners (got ${numbers.length - 1}).`)
    hasFaceColors ||= numbers.length > corners + 1
    polygons.add(numbers.slice(1, corners + 1))
  }
  if (hasFaceColors) applyTag(offTags, 'colours of faces', context)
  return polygons.finish(points, context)
}

/** Numbers count from 255 where one of them, or their alpha, is above 1, else from 1, for the whole file. */
function toColors(given: Float32Array, mostAlpha: number): Uint8Array | undefined {
  if (!given.every(Number.isFinite)) return undefined
  const factor = mostAlpha > 1 || given.some((part) => part > 1) ? 1 : 255
  return Uint8Array.from(given, (part) => Math.round(Math.min(255, Math.max(0, part * factor))))
}

function requireNext(words: TextWords, what: string): void {
  if (!words.next()) throw refuse(`The file is truncated: ${what} is missing.`)
}

function readNumber(words: TextWords): number {
  return words.toNumber() ?? Number.NaN
}

function isCount(number: number): boolean {
  return Number.isSafeInteger(number) && number >= 0
}

function toCount(words: TextWords): number {
  const count = words.toNumber() ?? Number.NaN
  if (isCount(count)) return count
  throw refuse(`A count must be a whole number of at least 0 (got ${JSON.stringify(words.text)}).`)
}
