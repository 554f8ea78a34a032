/**
 * Results as JSON: flat objects with `type`, numbers in arrays, `data` of volumes and images as base64 of the
 * C-order little-endian bytes. The text is made in stateless pieces, so that each piece is one short task on
 * a thread and memory never holds the whole text (V8 strings end at 512 MiB).
 *
 * Float32 numbers have the few digits that give the same float32 again, not the seventeen of the double: half
 * the bytes, and several times as fast as `JSON.stringify` of the same numbers.
 */
import { holdsNumbers, type TableColumn } from '../domain/result/columns.ts'
import type { ListArray } from '../domain/result/elements.ts'
import {
  type Block,
  listBlocks,
  listParts,
  type PartResult,
  type SceneResult,
  type TableResult,
  type TracedResult,
  toSmallMembers,
  toSmallPart,
} from '../domain/result/result.ts'
import type { JsonObject } from '../values/json.ts'
import { maxNumberBytes, writeDouble, writeFloat, writeInteger } from './number-text.ts'

/** The beginning of the next piece. Opaque, plain data: it may cross to another thread. */
export interface JsonCursor {
  readonly segment: number
  readonly element: number
}

/** Writes bytes as padded base64 into `target` from `at`; returns its end. Browsers lack the fast form. */
export type WriteBase64 = (bytes: Uint8Array, target: Uint8Array, at: number) => number

/** A written piece of the text. */
export interface JsonPiece {
  readonly length: number
  readonly next: JsonCursor | null
}

/** The cursor of the first piece. */
export const jsonStart: JsonCursor = { segment: 0, element: 0 }

type TextSegment =
  | { readonly kind: 'text'; readonly bytes: Uint8Array }
  | { readonly kind: 'floats'; readonly array: Float32Array }
  | { readonly kind: 'integers'; readonly array: Uint32Array | Uint8Array }
  | { readonly kind: 'doubles'; readonly array: Float64Array }
  | { readonly kind: 'base64'; readonly bytes: Uint8Array }

/**
 * Writes the UTF-8 text of `result` from `cursor` on into `target`, nearly full except for the last piece.
 * The pieces joined are one JSON object. A MB takes about 10 ms of numbers, 0.3 ms of base64.
 */
export function encodeJsonPiece(
  result: TracedResult,
  cursor: JsonCursor,
  { target, writeBase64 }: { readonly target: Uint8Array; readonly writeBase64: WriteBase64 },
): JsonPiece {
  let { segment, element } = cursor
  let at = 0
  for (const part of planSegments(result).slice(segment)) {
    const written = writeSegment(part, element, { target, at, writeBase64 })
    at = written.to
    if (written.element < lengthOf(part)) return { length: at, next: { segment, element: written.element } }
    segment++
    element = 0
  }
  return { length: at, next: null }
}

function planSegments({ provenance, ...result }: TracedResult): TextSegment[] {
  const more = provenance === undefined ? '' : `,"provenance":${provenance}`
  if (result.type === 'scene') return planScene(result, more)
  return planObject(toSmallMembers(result), result, more)
}

/** A scene has an object of its parts in place of arrays. */
function planScene({ parts, ...own }: SceneResult, more: string): TextSegment[] {
  const head = JSON.stringify(own).slice(0, -1) + more
  const planned = listParts(parts).flatMap(([name, part], i) => [
    toText(`${i > 0 ? ',' : ''}${JSON.stringify(name)}:`),
    ...planObject(toSmallPart(part), part),
  ])
  return [toText(`${head},"parts":{`), ...planned, toText('}}')]
}

function planObject(members: JsonObject, result: PartResult, more = ''): TextSegment[] {
  if (result.type === 'table') return planTable(members, result, more)
  const head = JSON.stringify(members).slice(0, -1) + more
  return [toText(head), ...listBlocks(result).flatMap(planArray), toText('}')]
}

/** The columns of a table have their numbers in them: missing ones are null. */
function planTable({ columns: _, ...members }: JsonObject, result: TableResult, more: string): TextSegment[] {
  const head = JSON.stringify(members).slice(0, -1) + more
  const arrays = listBlocks(result).filter(({ form }) => form !== 'columns')
  return [
    toText(`${head},"columns":[`),
    ...result.columns.flatMap(planColumn),
    toText(']'),
    ...arrays.flatMap(planArray),
    toText('}'),
  ]
}

function planColumn(column: TableColumn, i: number): TextSegment[] {
  const { values, ...words } = column
  const dtype = holdsNumbers(column) ? 'float64' : 'text'
  const before = `${i > 0 ? ',' : ''}${JSON.stringify({ ...words, dtype }).slice(0, -1)},"values":`
  if (!holdsNumbers(column)) return [toText(`${before}${JSON.stringify(values)}}`)]
  return [toText(`${before}[`), { kind: 'doubles', array: column.values }, toText(']}')]
}

function planArray({ form, name, array }: Block): TextSegment[] {
  if (form === 'samples') {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    return [toText(`,"${name}":"`), { kind: 'base64', bytes }, toText('"')]
  }
  return [toText(`,"${name}":[`), toNumbers(array), toText(']')]
}

function toNumbers(array: ListArray | Float64Array): TextSegment {
  if (array instanceof Float64Array) return { kind: 'doubles', array }
  return array instanceof Float32Array ? { kind: 'floats', array } : { kind: 'integers', array }
}

function toText(text: string): TextSegment {
  return { kind: 'text', bytes: new TextEncoder().encode(text) }
}

function lengthOf(segment: TextSegment): number {
  return 'array' in segment ? segment.array.length : segment.bytes.length
}

/** Memory, and the byte in it from which on a segment is written. */
interface SegmentPlace {
  readonly target: Uint8Array
  readonly at: number
  readonly writeBase64: WriteBase64
}

/** Writes the elements that fit into `target`; returns the first remaining one and the end of the text. */
function writeSegment(
  segment: TextSegment,
  from: number,
  { target, at, writeBase64 }: SegmentPlace,
): { element: number; to: number } {
  switch (segment.kind) {
    case 'text': {
      const part = segment.bytes.subarray(from, from + target.length - at)
      target.set(part, at)
      return { element: from + part.length, to: at + part.length }
    }
    case 'base64': {
      // Whole triples, so that only the last piece is padded.
      const triples = Math.floor((target.length - at) / 4)
      const part = segment.bytes.subarray(from, from + triples * 3)
      return { element: from + part.length, to: writeBase64(part, target, at) }
    }
    case 'floats':
      return writeFloats(segment.array, from, target, at)
    case 'integers':
      return writeIntegers(segment.array, from, target, at)
    case 'doubles':
      return writeDoubles(segment.array, from, target, at)
  }
}

function writeFloats(array: Float32Array, from: number, target: Uint8Array, at: number) {
  const last = target.length - maxNumberBytes - 1
  let element = from
  let to = at
  for (; element < array.length && to <= last; element++) {
    if (element > 0) target[to++] = 0x2c
    to = writeFloat(array[element] ?? 0, target, to)
  }
  return { element, to }
}

// The same loop again: one function for both runs at half the speed, as it sees several types.
function writeIntegers(array: Uint32Array | Uint8Array, from: number, target: Uint8Array, at: number) {
  const last = target.length - maxNumberBytes - 1
  let element = from
  let to = at
  for (; element < array.length && to <= last; element++) {
    if (element > 0) target[to++] = 0x2c
    to = writeInteger(array[element] ?? 0, target, to)
  }
  return { element, to }
}

function writeDoubles(array: Float64Array, from: number, target: Uint8Array, at: number) {
  const last = target.length - maxNumberBytes - 1
  let element = from
  let to = at
  for (; element < array.length && to <= last; element++) {
    if (element > 0) target[to++] = 0x2c
    to = writeDouble(array[element] ?? 0, target, to)
  }
  return { element, to }
}
