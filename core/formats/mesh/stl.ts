/**
 * STL (3D Systems, 1989), binary or text. Merges equal corners. Ignores normals of facets, because triangles
 * imply them, and colours, for which two conflicting forms exist.
 */
import type { MeshResult } from '../../domain/result/result.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import { GrowingArray } from './growing-array.ts'

const headBytes = 84
const facetBytes = 50

/** Returns the mesh of an STL file. */
export function decodeStl(bytes: Uint8Array): MeshResult {
  const corners = isText(bytes) ? readTextCorners(bytes) : readBinaryCorners(bytes)
  if (corners.length === 0) throw refuse('There are no triangles in it.')
  return { type: 'mesh', ...weldCorners(corners) }
}

/** A file with the length of a binary one is binary, whatever its first word. */
function isText(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 256))
  return /^\s*solid\b/.test(start) && bytes.length !== toByteLength(bytes)
}

function toByteLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < headBytes) return undefined
  return headBytes + facetBytes * toView(bytes).getUint32(80, true)
}

function readBinaryCorners(bytes: Uint8Array): Float32Array {
  requireBytes('the head of a binary STL', headBytes, bytes.length)
  const view = toView(bytes)
  const count = view.getUint32(80, true)
  requireBytes(`${count} triangles`, count * facetBytes, bytes.length - headBytes)
  const rest = bytes.length - headBytes - count * facetBytes
  if (rest > 0) throw refuse(`It must end after its ${count} triangles (got ${rest} more bytes).`)
  const corners = new Float32Array(9 * count)
  for (let facet = 0; facet < count; facet++) {
    const start = headBytes + facet * facetBytes + 12 // after the normal
    for (let i = 0; i < 9; i++) corners[9 * facet + i] = view.getFloat32(start + 4 * i, true)
  }
  return corners
}

/** Reads the facets of all solids as one mesh. A text that ends within a solid is truncated. */
function readTextCorners(bytes: Uint8Array): Float32Array {
  const corners = new GrowingArray(Float32Array)
  let facetStart = 0
  let isOpen = false
  for (const line of readLines(bytes)) {
    const [word = '', ...rest] = splitWords(line)
    switch (word.toLowerCase()) {
      case 'solid':
        isOpen = true
        break
      case 'endsolid':
        isOpen = false
        break
      case 'facet':
        facetStart = corners.length
        break
      case 'vertex':
        for (const number of toPosition(rest)) corners.push(number)
        break
      case 'endfacet':
        if (corners.length !== facetStart + 9) {
          const found = (corners.length - facetStart) / 3
          throw refuse(`Each facet must have 3 vertices (got ${found} in facet ${facetStart / 9}).`)
        }
    }
  }
  if (isOpen) throw refuse('The file is truncated: the last solid has no endsolid.')
  if (corners.length % 9 !== 0) throw refuse('The file is truncated: the last facet has no three vertices.')
  return corners.toArray()
}

function toPosition(words: readonly string[]): number[] {
  const numbers = words.map(Number)
  if (numbers.length === 3 && numbers.every(Number.isFinite)) return numbers
  throw refuse(
    `A vertex must have three finite numbers (got ${JSON.stringify(words.join(' ').slice(0, 60))}).`,
  )
}

const longestSearch = 32
const noSlot = -1

/**
 * Merges corners with the very same three numbers, in about 0.3 µs a corner. Gives up a long search, so that
 * a file made to collide is still shown quickly: its corner becomes a vertex.
 */
function weldCorners(corners: Float32Array) {
  const count = corners.length / 3
  const vertices = new Float32Array(corners.length)
  const bits = new Uint32Array(vertices.buffer)
  /** The number of a vertex, or -1; the length is a power of two. */
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * count + 1))).fill(-1)
  const mask = slots.length - 1
  const findSlot = (vertex: number): number => {
    const [a, b, c] = [bits[3 * vertex] ?? 0, bits[3 * vertex + 1] ?? 0, bits[3 * vertex + 2] ?? 0]
    const mixed = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d)
    const hash = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
    const start = (hash ^ (hash >>> 13)) & mask
    for (let i = 0; i < longestSearch; i++) {
      const slot = (start + i) & mask
      const known = slots[slot] ?? -1
      if (known === -1 || isEqual(vertices, known, vertex)) return slot
    }
    return noSlot
  }
  const indices = new Uint32Array(count)
  let vertexCount = 0
  for (let corner = 0; corner < count; corner++) {
    // + 0, so that -0 is 0
    for (let axis = 0; axis < 3; axis++)
      vertices[3 * vertexCount + axis] = (corners[3 * corner + axis] ?? 0) + 0
    const slot = findSlot(vertexCount)
    const known = slots[slot] ?? -1
    if (known === -1 && slot !== noSlot) slots[slot] = vertexCount
    indices[corner] = known === -1 ? vertexCount++ : known
  }
  return { vertices: vertices.slice(0, 3 * vertexCount), indices }
}

function isEqual(vertices: Float32Array, one: number, other: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (vertices[3 * one + axis] !== vertices[3 * other + axis]) return false
  return true
}
