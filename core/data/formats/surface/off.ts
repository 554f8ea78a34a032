/**
 * OFF (Object File Format, Geomview): text, with normals and colours of vertices where its first word says
 * so.
 */
import type { MeshResult, PointCloudResult } from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { readLines, splitWords } from '../text-lines.ts'
import { offTags } from './off-tags.ts'
import { Polygons, toSurface } from './polygons.ts'

/** The shortest line of a vertex, `0 0 0`, and of a face, `3 0 1 2`, with its end. */
const [leastVertexBytes, leastFaceBytes] = [6, 4]

interface OffHead {
  readonly hasNormals: boolean
  readonly hasColors: boolean
  readonly hasTexture: boolean
  /** Numbers in the line of the first word, as some programs write them. */
  readonly rest: readonly string[]
}

/** Returns the mesh of an OFF file, or its points where it has no faces. @throws `file.undecodable` */
export function decodeOff(bytes: Uint8Array, context: DecodeContext): MeshResult | PointCloudResult {
  const lines = readWordLines(bytes)
  const head = readHead(next(lines, 'its first line'), context)
  const counts = head.rest.length > 0 ? head.rest : next(lines, 'its counts')
  const [vertexCount = 0, faceCount = 0] = [toCount(counts[0]), toCount(counts[1])]
  requireBytes(
    `${vertexCount} vertices and ${faceCount} faces`,
    vertexCount * leastVertexBytes + faceCount * leastFaceBytes,
    bytes.length,
  )
  context.take(`${vertexCount} vertices`, vertexCount * 52)
  const vertices = readVertices(lines, vertexCount, head, context)
  const polygons = new Polygons(vertexCount, context)
  let hasFaceColors = false
  for (let face = 0; face < faceCount; face++) {
    const words = next(lines, `face ${face + 1} of ${faceCount}`)
    const corners = toCount(words[0])
    if (words.length < corners + 1)
      throw refuse(`Face ${face + 1} must have ${corners} corners (got ${words.length - 1}).`)
    hasFaceColors ||= words.length > corners + 1
    polygons.add(words.slice(1, corners + 1).map(Number))
  }
  if (hasFaceColors) applyTag(offTags, 'colours of faces', context)
  return toSurface({ ...vertices, indices: polygons.finish(vertices.points, context) }, context)
}

function readHead([word = '', ...rest]: readonly string[], context: DecodeContext): OffHead {
  const [, texture, color, normal, four, n] = /^(ST)?(C)?(N)?(4)?(n)?OFF$/.exec(word) ?? []
  if (!/OFF$/.test(word))
    throw refuse(`The first word must be OFF (got ${JSON.stringify(word.slice(0, 40))}).`)
  if (four ?? n) applyTag(offTags, '4OFF, nOFF', context)
  if (rest[0] === 'BINARY') applyTag(offTags, 'OFF BINARY', context)
  if (texture) applyTag(offTags, 'STOFF', context)
  return {
    hasNormals: normal !== undefined,
    hasColors: color !== undefined,
    hasTexture: texture !== undefined,
    rest,
  }
}

function readVertices(lines: Generator<string[]>, count: number, head: OffHead, context: DecodeContext) {
  const { hasNormals, hasColors, hasTexture } = head
  const points = new Float64Array(3 * count)
  const normals = hasNormals ? new Float32Array(3 * count) : undefined
  const given = hasColors ? new Float32Array(3 * count) : undefined
  const colorStart = hasNormals ? 6 : 3
  let hasOthers = false
  for (let vertex = 0; vertex < count; vertex++) {
    const numbers = next(lines, `vertex ${vertex + 1} of ${count}`).map(Number)
    const place = numbers.slice(0, 3)
    if (place.length < 3 || !place.every(Number.isFinite))
      throw refuse(`Vertex ${vertex + 1} must have three finite numbers.`)
    points.set(place, 3 * vertex)
    hasOthers ||= !hasColors && numbers.length > colorStart
    for (let axis = 0; axis < 3; axis++) {
      if (normals) normals[3 * vertex + axis] = numbers[3 + axis] ?? Number.NaN
      if (given) given[3 * vertex + axis] = numbers[colorStart + axis] ?? Number.NaN
    }
  }
  if (hasOthers && !hasTexture) applyTag(offTags, 'numbers behind a vertex', context)
  const colors = given && toColors(given)
  if (given && !colors) applyTag(offTags, 'COFF of missing colours', context)
  return { points, normals, colors }
}

/** Whole numbers count from 255, others from 1, for the whole file. */
function toColors(given: Float32Array): Uint8Array | undefined {
  if (!given.every(Number.isFinite)) return undefined
  const factor = given.some((part) => part > 1) ? 1 : 255
  return Uint8Array.from(given, (part) => Math.round(Math.min(255, Math.max(0, part * factor))))
}

/** Yields the words of each line that has any, without comments. */
function* readWordLines(bytes: Uint8Array): Generator<string[]> {
  for (const line of readLines(bytes)) {
    const hash = line.indexOf('#')
    const words = splitWords(hash < 0 ? line : line.slice(0, hash))
    if (words.length > 0) yield words
  }
}

function next(lines: Generator<string[]>, what: string): string[] {
  const { value } = lines.next()
  if (value === undefined) throw refuse(`The file is truncated: ${what} is missing.`)
  return value
}

function toCount(word: string | undefined): number {
  const count = Number(word)
  if (Number.isSafeInteger(count) && count >= 0) return count
  throw refuse(
    `A count must be a whole number of at least 0 (got ${JSON.stringify(word?.slice(0, 40) ?? '')}).`,
  )
}
