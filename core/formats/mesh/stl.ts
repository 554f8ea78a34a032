/**
 * STL (3D Systems, 1989), binary or text. Merges equal corners. Ignores normals of facets, because triangles
 * imply them, and colours, for which two conflicting forms exist.
 */
import type { MeshResult } from '../../domain/result/result.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import { createFloats } from './growing-array.ts'
import { weldCorners } from './weld.ts'

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

function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
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
  const corners = createFloats()
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
