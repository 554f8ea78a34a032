/** Rows of lines, one for each point, so that a line of any length is written in pieces. */
import type { LinesResult } from '../../contract/domain/result/result.ts'
import { maxNumberBytes, writeInteger } from '../../contract/wire/number-text.ts'
import { countSegments, createLineFinder } from '../topology/line-ends.ts'
import type { Rows } from './rows.ts'

/** Segments of lines, as pairs of points in binary. */
export interface Segments {
  readonly count: number
  readonly rows: Rows
}

/** Returns the segments of lines; a line of one point is one from it to itself. */
export function planSegments(lines: LinesResult, view: DataView): Segments {
  const findLine = createLineFinder(lines)
  const write = (point: number, at: number): number => {
    const { first, end } = findLine(point)
    if (point === end - 1 && point > first) return at
    view.setInt32(at, point, true)
    view.setInt32(at + 4, Math.min(point + 1, end - 1), true)
    return at + 8
  }
  return { count: countSegments(lines), rows: { count: lines.points.length / 3, most: 8, write } }
}

/** Points of one record of OBJ: some programs read a line of a file into memory of a fixed size. */
const mostOfRecord = 1024
/** A line feed, a blank and the letter l as bytes. */
const feed = 10
const blank = 32
const letter = 108

/**
 * Returns lines as records of OBJ, behind `before` other vertices. A longer one goes on in another, which
 * begins at the end of the last.
 */
export function planRecords(lines: LinesResult, target: Uint8Array, before = 0): Rows {
  const findLine = createLineFinder(lines)
  const add = (point: number, at: number): number => {
    target[at] = blank
    return writeInteger(point + 1 + before, target, at + 1)
  }
  const begin = (point: number, at: number): number => {
    target[at] = letter
    return add(point, at + 1)
  }
  const write = (point: number, at: number): number => {
    const { first, end } = findLine(point)
    const isLast = point === end - 1
    let to = point === first ? begin(point, at) : add(point, at)
    if (isLast && point === first) to = add(point, to) // a record has two points or more
    const isFull = point > first && (point - first) % (mostOfRecord - 1) === 0
    if (!isLast && !isFull) return to
    target[to++] = feed
    return isLast ? to : begin(point, to)
  }
  return { count: lines.points.length / 3, most: 2 * maxNumberBytes + 4, write }
}
