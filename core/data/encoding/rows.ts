/**
 * Rows of one kind after another, written in stateless pieces, so that memory never holds a whole file.
 * Anatomical directions stand where 3D Slicer writes its own, in the same words: `SPACE=LPS`.
 */
import type { MeshResult, Result } from '../../contract/domain/result/result.ts'
import { maxNumberBytes, writeFloat, writeInteger } from '../../contract/wire/number-text.ts'
import type { JsonCursor, JsonPiece } from '../../contract/wire/result-json.ts'
import { toNoteLines } from './note-lines.ts'

/** Rows of one kind, each of at most `most` bytes. */
export interface Rows {
  readonly count: number
  readonly most: number
  /** Writes a row at a place of the piece; returns its end. */
  readonly write: (row: number, at: number) => number
}

/** The place of a piece in its file, and in memory. */
export interface RowPiece {
  readonly cursor: JsonCursor
  readonly target: Uint8Array
}

/** Writes rows from a place on, into the memory that they were planned for. */
export function writeRows(parts: readonly Rows[], { cursor, target }: RowPiece): JsonPiece {
  let at = 0
  let row = cursor.element
  for (let segment = cursor.segment; segment < parts.length; segment++) {
    const { count, most, write } = parts[segment] ?? noRows
    for (; row < count && at + most <= target.length; row++) at = write(row, at)
    if (row < count) return { length: at, next: { segment, element: row } }
    row = 0
  }
  return { length: at, next: null }
}

/** Rows of a part that a file lacks. */
export const noRows: Rows = { count: 0, most: 0, write: (_, at) => at }

/** Writes a row, or one number of it, at a place; returns the end. */
export type Write = Rows['write']

/** Returns rows by a template, in which each `%` is a number. */
export function toRows(count: number, template: string, numbers: readonly Write[], target: Uint8Array): Rows {
  const words = template.split('%').map((word) => new TextEncoder().encode(word))
  const [last = new Uint8Array()] = words.slice(-1)
  const write: Write = (row, at) => {
    let to = at
    for (let i = 0; i < words.length - 1; i++) {
      to = copy(words[i] ?? last, target, to)
      to = numbers[i]?.(row, to) ?? to
    }
    return copy(last, target, to)
  }
  return { count, most: template.length + words.length * maxNumberBytes, write }
}

/** Writes bytes at a place; returns their end. */
export function copy(word: Uint8Array, target: Uint8Array, at: number): number {
  for (let i = 0; i < word.length; i++) target[at + i] = word[i] ?? 0
  return at + word.length
}

/** Returns what writes each number of a row, divided by `unit`. */
export function toFloats(
  array: Float32Array | Uint8Array,
  group: number,
  target: Uint8Array,
  unit = 1,
): Write[] {
  return Array.from({ length: group }, (_, part) => (row, at) => {
    return writeFloat(Math.fround((array[group * row + part] ?? 0) / unit), target, at)
  })
}

/** Returns what writes the coordinates of a row: with an offset as doubles of as many digits as they have. */
export function toPlaces(
  array: Float32Array,
  offset: MeshResult['offset'],
  target: Uint8Array,
): readonly Write[] {
  if (!offset) return toFloats(array, 3, target)
  return offset.map((part, axis) => (row, at) => {
    const text = String(toShortest(array[3 * row + axis] ?? 0) + part)
    for (let i = 0; i < text.length; i++) target[at + i] = text.charCodeAt(i)
    return at + text.length
  })
}

/** Returns the number with the fewest digits that float32 rounds to this one: 0.1 for 0.10000000149011612. */
export function toShortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/** Returns what writes each whole number of a row, with `first` added. */
export function toIntegers(
  array: Uint32Array | Uint8Array,
  group: number,
  target: Uint8Array,
  first = 0,
): Write[] {
  return Array.from({ length: group }, (_, part) => (row, at) => {
    return writeInteger((array[group * row + part] ?? 0) + first, target, at)
  })
}

/** Returns notes as lines behind a mark. */
export function toComments(mark: string, notes: Result['notes'], target: Uint8Array): Rows {
  const lines = toNoteLines(notes).map((note) => new TextEncoder().encode(`${mark} ${note}\n`))
  const write: Write = (row, at) => copy(lines[row] ?? new Uint8Array(), target, at)
  return { count: lines.length, most: Math.max(0, ...lines.map(({ length }) => length)), write }
}

/** Returns one row without numbers. */
export function toText(text: string, target: Uint8Array): Rows {
  return toRows(1, text, [], target)
}

/** Returns a view on the same bytes. */
export function toView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}

/** Returns the words of 3D Slicer for directions, behind a mark; empty without any. */
export function toSpace(mark: string, orientation: string | undefined, end = ''): string {
  return orientation === undefined ? '' : `${mark} SPACE=${orientation}${end}`
}
