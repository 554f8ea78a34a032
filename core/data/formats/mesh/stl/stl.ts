/**
 * STL (3D Systems, 1989), binary or text. Merges equal corners. Ignores normals of facets, because triangles
 * imply them, and colours, for which two conflicting forms exist.
 */
import type { MeshResult } from '../../../../contract/domain/result/result.ts'
import type { ByteBudget } from '../../byte-budget.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { cutPadding } from '../../text-lines.ts'
import { GrowingArray } from '../growing-array.ts'
import { findSlicerSpace } from '../slicer-space.ts'
import { createTagReader } from '../tag-reader.ts'
import { TextWords } from '../text-words.ts'
import { weldCorners } from '../weld-corners.ts'
import { type MeetStlTag, stlTags } from './stl-tags.ts'

const headBytes = 84
const facetBytes = 50

/** Its decoder, and the tags by which it works. */
export const stlReader: FormatReader = { decode: decodeStl, tags: stlTags }

/** Returns the mesh of an STL file. */
function decodeStl(bytes: Uint8Array, context: DecodeContext): MeshResult {
  const { meet } = createTagReader(stlTags, context)
  const corners = isText(bytes)
    ? readTextCorners(cutPadding(bytes, context), context)
    : readBinaryCorners(bytes, context, meet)
  if (corners.length === 0) throw refuse('There are no triangles in it.')
  return { type: 'mesh', ...findSlicerSpace(readHead(bytes)), ...weldCorners(corners, context) }
}

/** Returns the first line of a text, or what stands in the 80 bytes before a binary mesh. */
function readHead(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes.subarray(0, headBytes)).split(/[\r\n]/)[0] ?? ''
}

/**
 * Many binary files begin with the word of text files. Such a one has the length that its count says, or a
 * zero in its head, as the highest byte of a count below 2^24 is. A text with a zero in its place has facets,
 * and a count of letters, for which it is too short.
 */
function isText(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 256))
  if (/^(\xff\xfe|\xfe\xff)?\0?s\0o\0l\0i\0d/i.test(start)) throw refuse(sayTag(stlTags, 'UTF-16'))
  if (!/^(\xef\xbb\xbf)?\s*solid\b/i.test(start)) return false
  const byteLength = toByteLength(bytes) ?? 0
  if (bytes.length === byteLength) return false
  return !bytes.subarray(0, headBytes).includes(0) || (bytes.length < byteLength && /\bfacet\b/i.test(start))
}

function toByteLength(bytes: Uint8Array): number | undefined {
  if (bytes.length < headBytes) return undefined
  return headBytes + facetBytes * toView(bytes).getUint32(80, true)
}

function readBinaryCorners(bytes: Uint8Array, budget: ByteBudget, meet: MeetStlTag): Float32Array {
  const start = String.fromCharCode(...bytes.subarray(0, headBytes))
  if (/^[\t\n\r -~]{2,}$/.test(start) && bytes.length !== toByteLength(bytes))
    throw refuse(`It must begin with solid, or be binary (got ${JSON.stringify(start.slice(0, 40))}).`)
  requireBytes('the head of a binary STL', headBytes, bytes.length)
  const view = toView(bytes)
  const count = view.getUint32(80, true)
  requireBytes(`${count} triangles`, count * facetBytes, bytes.length - headBytes)
  const rest = bytes.length - headBytes - count * facetBytes
  if (rest >= facetBytes) throw refuse(`It must end after its ${count} triangles (got ${rest} more bytes).`)
  if (rest > 0) meet('bytes behind')
  budget.take(`A mesh of ${count} triangles`, 36 * count)
  const corners = new Float32Array(9 * count)
  let attributes = 0
  for (let facet = 0; facet < count; facet++) {
    const at = headBytes + facet * facetBytes + 12 // after the normal
    for (let i = 0; i < 9; i++) corners[9 * facet + i] = view.getFloat32(at + 4 * i, true)
    attributes |= view.getUint16(at + 36, true)
  }
  if (start.includes('COLOR=')) meet('COLOR=')
  else if (attributes !== 0) meet('attribute byte count')
  return corners
}

/** Reads the facets of all solids as one mesh. A text that ends within a solid is truncated. */
function readTextCorners(bytes: Uint8Array, budget: ByteBudget): Float32Array {
  const corners = new GrowingArray(Float32Array, budget)
  const words = new TextWords(bytes)
  let facetStart = 0
  let [isOpen, isName] = [false, false]
  for (let isEnd = false; words.next(); ) {
    const isSolid: boolean = words.is('solid')
    if (words.is('endsolid') || (isEnd && isSolid)) [isOpen, isName] = [false, true]
    else if (isSolid) isName = true
    else if (words.is('facet') && !isEnd) {
      // A name may have this word, and no facet is without its normal.
      ;[isOpen, isName] = [true, false]
      facetStart = corners.length
    } else if (words.is('vertex') && !isName) addPosition(words, corners)
    else if ((words.is('endfacet') || (isEnd && words.is('facet'))) && corners.length !== facetStart + 9)
      throw facetError(facetStart, corners.length)
    isEnd = words.is('end')
  }
  if (isOpen) throw refuse('The file is truncated: the last solid has no endsolid.')
  if (corners.length % 9 !== 0) throw refuse('The file is truncated: the last facet has no three vertices.')
  return corners.takeAll()
}

function facetError(start: number, end: number): Error {
  return refuse(`Each facet must have 3 vertices (got ${(end - start) / 3} in facet ${start / 9}).`)
}

function addPosition(words: TextWords, corners: GrowingArray<Float32Array>): void {
  for (let axis = 0; axis < 3; axis++) {
    const number = words.nextInLine() || words.next() ? words.toNumber() : undefined
    if (number === undefined || !Number.isFinite(number))
      throw words.numberError('A vertex must have three finite numbers')
    corners.push(number)
  }
}
