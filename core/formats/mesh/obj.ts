/** OBJ (Wavefront). Own code: three's loader gives every corner its own vertex, and splits by material. */
import type { MeshResult, PointCloudResult } from '../../domain/result/result.ts'
import { refuse } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import { GrowingArray, toFiniteOrNone } from './growing-array.ts'

type ObjParts = ReturnType<typeof readParts>

const noNormal = 0xffff_ffff

/** Returns the mesh of an OBJ file, or its vertices as points. Another normal makes another vertex. */
export function decodeObj(bytes: Uint8Array): MeshResult | PointCloudResult {
  const parts = readParts(bytes)
  const { positions } = parts
  if (positions.length === 0) throw refuse('It must have vertices, in lines that begin with v (got none).')
  const colors = toColors(parts)
  if (parts.faceCount === 0)
    return { type: 'point_cloud', points: positions.toArray(), ...(colors && { colors }) }
  const hasNormals = parts.normals.length > 0 && !parts.cornerNormals.toArray().includes(noNormal)
  if (hasNormals) return splitByNormal(parts, colors)
  const indices = parts.corners.toArray()
  return { type: 'mesh', vertices: positions.toArray(), indices, ...(colors && { colors }) }
}

function readParts(bytes: Uint8Array) {
  const parts = {
    positions: new GrowingArray(Float32Array),
    /** Three for each position with colors; missing ones are black. */
    colors: new GrowingArray(Float32Array),
    normals: new GrowingArray(Float32Array),
    /** Indices of the positions and of the normals of triangles' corners. */
    corners: new GrowingArray(Uint32Array),
    cornerNormals: new GrowingArray(Uint32Array),
    faceCount: 0,
  }
  let begun = ''
  for (const line of readLines(bytes)) {
    // A backslash continues a line.
    const text = begun + line
    begun = /\\\s*$/.test(line) ? text.replace(/\\\s*$/, ' ') : ''
    if (begun !== '') continue
    const [word, ...words] = splitWords(text)
    if (word === 'v') addVertex(parts, words)
    else if (word === 'vn') for (const number of toNumbers(words, 3)) parts.normals.push(number)
    else if (word === 'f') addFace(parts, words)
  }
  return parts
}

/** `x y z`, `x y z w` or `x y z r g b`; programs without colors write the first two. */
function addVertex({ positions, colors }: ObjParts, words: readonly string[]): void {
  const numbers = toNumbers(words, 3)
  if (words.length >= 6) {
    while (colors.length < positions.length) colors.push(0)
    for (const number of toNumbers(words.slice(words.length - 3), 3)) colors.push(number)
  }
  for (const number of numbers) positions.push(number)
}

function addFace(parts: ObjParts, words: readonly string[]): void {
  parts.faceCount++
  const vertexCount = parts.positions.length / 3
  const normalCount = parts.normals.length / 3
  const polygon = words.map((word) => {
    const [position, , normal] = word.split('/')
    return {
      position: toIndex(position, vertexCount, word),
      normal: normal ? toIndex(normal, normalCount, word) : noNormal,
    }
  })
  const [first] = polygon
  polygon.forEach((corner, i) => {
    const before = polygon[i - 1]
    if (i < 2 || !first || !before) return
    for (const { position, normal } of [first, before, corner]) {
      parts.corners.push(position)
      parts.cornerNormals.push(normal)
    }
  })
}

/** Converts indices that count from 1; negative ones count back from the last. */
function toIndex(text: string | undefined, count: number, word: string): number {
  const given = Number(text)
  const index = given < 0 ? count + given : given - 1
  if (Number.isInteger(index) && index >= 0 && index < count) return index
  throw refuse(
    `A corner of a face must name one of the ${count} before it (got ${JSON.stringify(word.slice(0, 60))}).`,
  )
}

function toNumbers(words: readonly string[], count: number): number[] {
  const numbers = words.slice(0, count).map(Number)
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers
  throw refuse(`There must be ${count} numbers (got ${JSON.stringify(words.join(' ').slice(0, 60))}).`)
}

/** Converts colors from 0 to 1, or from 0 to 255 where one is larger than 1. */
function toColors({ positions, colors }: ObjParts): Uint8Array | undefined {
  if (colors.length === 0) return undefined
  while (colors.length < positions.length) colors.push(0)
  const values = colors.toArray()
  const factor = values.some((value) => value > 1) ? 1 : 255
  return Uint8Array.from(values, (value) => Math.round(Math.min(255, Math.max(0, value * factor))))
}

function splitByNormal(parts: ObjParts, colors: Uint8Array | undefined): MeshResult {
  const [vertices, normals, split] = [
    new GrowingArray(Float32Array),
    new GrowingArray(Float32Array),
    new GrowingArray(Float32Array),
  ]
  const known = new Map<number, number>()
  const normalCount = parts.normals.length / 3
  const indices = Uint32Array.from({ length: parts.corners.length }, (_, i) => {
    const position = parts.corners.get(i)
    const normal = parts.cornerNormals.get(i)
    const pair = position * normalCount + normal
    const before = known.get(pair)
    if (before !== undefined) return before
    const index = vertices.length / 3
    known.set(pair, index)
    for (let axis = 0; axis < 3; axis++) {
      vertices.push(parts.positions.get(3 * position + axis))
      normals.push(parts.normals.get(3 * normal + axis))
      split.push(colors?.[3 * position + axis] ?? 0)
    }
    return index
  })
  const finite = toFiniteOrNone(normals.toArray())
  return {
    type: 'mesh',
    vertices: vertices.toArray(),
    indices,
    ...(finite && { normals: finite }),
    ...(colors && { colors: Uint8Array.from(split.toArray()) }),
  }
}
