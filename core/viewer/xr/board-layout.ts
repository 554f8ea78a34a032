/** The places of what can be pressed on the board, in its pixels from the upper left corner. */
import type { BoardCell, BoardFace, BoardRow, BoardTrack } from './board-words.ts'

/** Pixels of the board. */
export const [boardWidth, boardHeight] = [1024, 1096]
/** Pixels of the board on a metre: an eye of a headset sees about as many at arm's length. */
export const pixelsPerMetre = 2100
/** Pixels between the edge of the board and what is on it. */
export const edge = 44

/** Pixels between things on it. */
export const gap = 12
/** A target is at least 2.5 cm wide and high, which is 53 pixels. */
export const rowHeight = 84
const [stepWidth, pagerWidth, statusButton] = [84, 84, 200]
const rowsTop = 172
const rowPitch = rowHeight + gap
const allRows = 6
/** The part of a row for its words. */
const wordsPart = 0.42

/** A rectangle: left, top, width, height. */
export type BoardBox = readonly [left: number, top: number, width: number, height: number]

/** A place that can be pressed, or a track along which a hand drags. */
export interface BoardTarget {
  /** The same for the same thing in another layout. */
  readonly key: string
  readonly box: BoardBox
  readonly thing: { readonly cell: BoardCell } | { readonly track: BoardTrack }
}

/** A row with the box of its words. */
export interface PlacedRow {
  readonly row: BoardRow
  readonly words: BoardBox
  /** The box of the hint. */
  readonly rest: BoardBox
}

/** All that can be pressed on a plane. */
export interface TargetLayout {
  readonly targets: readonly BoardTarget[]
}

/** A board as it is drawn. */
export interface BoardLayout extends TargetLayout {
  readonly face: BoardFace
  readonly rows: readonly PlacedRow[]
  /** The box of the colour bar with its words. */
  readonly bar: BoardBox
  /** The box of the state of the work. */
  readonly status: BoardBox
  /** The page of rows that is shown, from 0 on, and their number. */
  readonly page: number
  readonly pageCount: number
}

/**
 * Returns the layout with a page of the rows, or the last one where there are fewer. A colour bar has the
 * place of the first row.
 */
export function layOut(face: BoardFace, wanted: number, onTurn: (by: -1 | 1) => void): BoardLayout {
  const { words, tools, buttons } = face
  const [top, mostRows] = words.colors ? [rowsTop + rowPitch, allRows - 1] : [rowsTop, allRows]
  const pageCount = Math.max(1, Math.ceil(words.rows.length / mostRows))
  const page = Math.max(0, Math.min(wanted, pageCount - 1))
  const width = boardWidth - 2 * edge - (pageCount > 1 ? pagerWidth + gap : 0)
  const rows = words.rows
    .slice(page * mostRows, (page + 1) * mostRows)
    .map((row, i) => placeRow(row, [edge, top + i * rowPitch, width, rowHeight]))
  const buttonsTop = boardHeight - edge - rowHeight
  const statusTop = rowsTop + allRows * rowPitch
  const status: BoardBox = [edge, statusTop, boardWidth - 2 * edge, buttonsTop - rowPitch - gap - statusTop]
  const place = (top: number, cells: readonly BoardCell[], name: string): readonly BoardTarget[] =>
    split([edge, top, boardWidth - 2 * edge, rowHeight], cells.length).flatMap((box, i) =>
      toTarget(`${name} ${i}`, box, cells[i]),
    )
  const targets = [
    ...rows.flatMap(listTargets),
    ...(pageCount > 1 ? placePager({ page, pageCount, top, mostRows }, onTurn) : []),
    ...place(buttonsTop - rowPitch, tools, 'tool'),
    ...place(buttonsTop, buttons, 'button'),
    ...placeStatusButton(status, words.status?.button ?? undefined),
  ]
  const bar: BoardBox = [edge, rowsTop, boardWidth - 2 * edge, rowHeight]
  return { face, rows, targets, bar, status, page, pageCount }
}

/** Returns the target at a place; null for none, and for a button that is off. */
export function findTarget({ targets }: TargetLayout, x: number, y: number): BoardTarget | null {
  const target = targets.find(({ box: [left, top, width, height] }) => {
    return x >= left && x <= left + width && y >= top && y <= top + height
  })
  return target && !('cell' in target.thing && target.thing.cell.isOff) ? target : null
}

/** Pixels at both ends of a track that stand for its ends. */
export const trackEnd = 24

/** Returns the part of a track at a place, from 0 to 1. */
export function toPart([left, , width]: BoardBox, x: number): number {
  return Math.max(0, Math.min(1, (x - left - trackEnd) / (width - 2 * trackEnd)))
}

function placeRow(row: BoardRow, [left, top, width, height]: BoardBox): PlacedRow {
  const hasWords = row.label !== '' || row.value !== '' || row.problem !== ''
  const hasRest = row.cells.length > 0 || row.hint !== ''
  const part = hasRest ? wordsPart : 1
  const wordsWidth = hasWords ? width * part - gap : 0
  const start = left + (hasWords ? width * part : 0)
  return {
    row,
    words: [left, top, wordsWidth, height],
    rest: [start, top, left + width - start, height],
  }
}

function listTargets({ row, rest }: PlacedRow): readonly BoardTarget[] {
  const { key, track, cells } = row
  if (!track) return split(rest, cells.length).flatMap((box, i) => toTarget(`${key} ${i}`, box, cells[i]))
  const [left, top, width, height] = rest
  const [less, ...more] = cells
  const inner = width - (1 + more.length) * (stepWidth + gap)
  const end = left + width - more.length * (stepWidth + gap) + gap
  return [
    ...toTarget(`${key} 0`, [left, top, stepWidth, height], less),
    { key: `${key} track`, box: [left + stepWidth + gap, top, inner, height], thing: { track } },
    ...more.flatMap((cell, i) =>
      toTarget(`${key} ${i + 1}`, [end + i * (stepWidth + gap), top, stepWidth, height], cell),
    ),
  ]
}

/** The page of rows that is shown, and the place of the rows. */
interface RowsPage {
  readonly page: number
  readonly pageCount: number
  readonly top: number
  readonly mostRows: number
}

/** Two buttons at the right of the rows. */
function placePager(rows: RowsPage, onTurn: (by: -1 | 1) => void): readonly BoardTarget[] {
  const { page, pageCount, top, mostRows } = rows
  const left = boardWidth - edge - pagerWidth
  const height = (mostRows / 2) * rowPitch - gap
  const bottom = top + (mostRows / 2) * rowPitch
  const [up, down] = ([-1, 1] as const).map((by) => ({
    label: by < 0 ? '▲' : '▼',
    isOn: false,
    isOff: by < 0 ? page === 0 : page === pageCount - 1,
    press: () => onTurn(by),
  }))
  return [
    ...toTarget('up', [left, top, pagerWidth, height], up),
    ...toTarget('down', [left, bottom, pagerWidth, height], down),
  ]
}

function placeStatusButton(
  [left, top, width]: BoardBox,
  cell: BoardCell | undefined,
): readonly BoardTarget[] {
  return toTarget('status', [left + width - statusButton, top, statusButton, rowHeight], cell)
}

/** Pixels for the text of the state, beside its button. */
export function toStatusWidth({ status: [, , width], face }: BoardLayout): number {
  return face.words.status?.button ? width - statusButton - 2 * gap : width
}

/** Returns boxes of equal widths beside each other. */
export function split([left, top, width, height]: BoardBox, count: number): readonly BoardBox[] {
  const each = (width - (count - 1) * gap) / count
  return Array.from({ length: count }, (_, i) => [left + i * (each + gap), top, each, height])
}

function toTarget(key: string, box: BoardBox, cell: BoardCell | undefined): readonly BoardTarget[] {
  return cell ? [{ key, box, thing: { cell } }] : []
}
