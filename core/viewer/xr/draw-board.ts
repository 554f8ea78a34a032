import { findFree } from '../../contract/look/find-free.ts'
import {
  type BoardBox,
  type BoardLayout,
  type BoardTarget,
  boardHeight,
  boardWidth,
  edge,
  type PlacedRow,
  toStatusWidth,
  trackEnd,
} from './board-layout.ts'
import type { BoardCell, BoardColors, BoardTrack } from './board-words.ts'
import { type BoardContext, breakLines, toFont, writeLine } from './draw-text.ts'

/** The colour of words, as all colours here one of the dark page. */
export const text = '#f2f4f8'
/** The colour of words beside them. */
export const soft = '#a8b0be'
/** The last are for what a ray points at, and for what is held. */
const ground = '#14161b'
const raised = '#2a2f3a'
const accent = '#8ab4f8'
const failure = '#ff9d94'
const [pointedGround, heldGround, pointedAccent] = ['#434b5c', '#e3ecfd', '#b5d0fb']

/** The targets at which rays point, and those that hands hold, by their keys. */
export interface Touched {
  readonly pointed: ReadonlySet<string>
  readonly held: ReadonlySet<string>
}

/** Draws a board. */
export function drawBoard(context: BoardContext, layout: BoardLayout, touched: Touched): void {
  const { face, rows, targets, page, pageCount } = layout
  const width = boardWidth - 2 * edge
  drawGround(context, boardWidth, boardHeight)
  writeLine(context, { text: face.words.title, font: toFont(54, 600), color: text, x: edge, y: 92, width })
  writeLine(context, { text: face.size, font: toFont(32), color: soft, x: edge, y: 142, width })
  if (pageCount > 1) drawPage(context, `${page + 1} / ${pageCount}`)
  if (face.words.colors) drawColors(context, face.words.colors, layout.bar)
  for (const row of rows) drawRow(context, row)
  drawStatus(context, layout)
  for (const target of targets) drawTarget(context, target, touched)
}

/** Begins a board of so many pixels. */
export function drawGround(context: BoardContext, width: number, height: number): void {
  context.clearRect(0, 0, width, height)
  fillRound(context, ground, [0, 0, width, height], 40)
  context.textBaseline = 'alphabetic'
  context.textAlign = 'start'
}

function drawPage(context: BoardContext, said: string): void {
  context.textAlign = 'end'
  writeLine(context, { text: said, font: toFont(32), color: soft, x: boardWidth - edge, y: 142, width: 160 })
  context.textAlign = 'start'
}

/** Draws the bar with its title above and its numbers below, as many as have room. */
function drawColors(context: BoardContext, { title, colors, marks }: BoardColors, box: BoardBox): void {
  const [left, top, width] = box
  const font = toFont(32)
  const barTop = title === '' ? top : top + 36
  if (title !== '') writeLine(context, { text: title, font, color: soft, x: left, y: top + 26, width })
  fillColors(context, colors, [left, barTop, width, 18])
  context.font = font
  const spans = marks.map(({ text: said, percent }): readonly [number, number] => {
    const wide = context.measureText(said).width
    const start = left + (percent / 100) * (width - wide)
    return [start, start + wide]
  })
  const free = findFree(spans, 16)
  marks.forEach(({ text: said }, i) => {
    const [start = left, end = left] = spans[i] ?? []
    if (free[i])
      writeLine(context, { text: said, font, color: text, x: start, y: barTop + 46, width: end - start + 1 })
  })
}

/** Fills a box with colours from the left to the right, four bytes each. */
function fillColors(context: BoardContext, colors: Uint8Array, [left, top, width, height]: BoardBox): void {
  const count = colors.length / 4
  for (let i = 0; i < count; i++) {
    context.fillStyle = `rgb(${colors[4 * i]} ${colors[4 * i + 1]} ${colors[4 * i + 2]})`
    // One pixel more than its part, so that no ground is seen between two.
    context.fillRect(left + (i * width) / count, top, width / count + (i < count - 1 ? 1 : 0), height)
  }
}

function drawRow(context: BoardContext, { row, words, rest }: PlacedRow): void {
  const { label, value, problem, hint } = row
  const [x, top, width, height] = words
  const name = problem || label
  const centre = top + height / 2 + 12
  const color = problem ? failure : value ? soft : text
  const font = toFont(value ? 28 : 32, value ? 400 : 500)
  if (name) writeLine(context, { text: name, font, color, x, y: value ? top + 32 : centre, width })
  const y = name ? top + 71 : centre
  if (value) writeLine(context, { text: value, font: toFont(36, 600), color: text, x, y, width })
  if (row.color) fillRound(context, row.color, [x + width - swatch, top + 12, swatch, height - 24], 16)
  if (!hint) return
  context.textAlign = 'end'
  writeLine(context, {
    text: hint,
    font: toFont(28),
    color: soft,
    x: rest[0] + rest[2],
    y: rest[1] + rest[3] / 2 + 10,
    width: rest[2],
  })
  context.textAlign = 'start'
}

/** Pixels of the width of a colour beside its digits. */
const swatch = 76

/** Draws a button or a track. */
export function drawTarget(context: BoardContext, { key, box, thing }: BoardTarget, touched: Touched): void {
  const isHeld = touched.held.has(key)
  const isPointed = touched.pointed.has(key)
  if ('track' in thing) drawTrack(context, thing.track, box, { isHeld, isPointed })
  else if (thing.cell.color) drawSwatch(context, thing.cell, box, isHeld || isPointed)
  else drawCell(context, thing.cell, box, { isHeld, isPointed })
}

interface CellTouch {
  readonly isHeld: boolean
  readonly isPointed: boolean
}

/** Draws a colour, with a rim where it is the chosen one or a ray points at it. */
function drawSwatch(
  context: BoardContext,
  { color = ground, isOn }: BoardCell,
  box: BoardBox,
  isTouched: boolean,
): void {
  const [left, top, width, height] = box
  const rim = isTouched || isOn ? 8 : 0
  if (rim > 0) fillRound(context, isTouched ? heldGround : accent, box, 20)
  fillRound(context, color, [left + rim, top + rim, width - 2 * rim, height - 2 * rim], 20 - rim)
}

function drawCell(
  context: BoardContext,
  { label, isOn, isOff }: BoardCell,
  box: BoardBox,
  touch: CellTouch,
): void {
  const [left, top, width, height] = box
  const { isHeld, isPointed } = touch
  const plain = isOn ? accent : raised
  const bright = isOn ? pointedAccent : pointedGround
  context.globalAlpha = isOff ? 0.35 : 1
  fillRound(context, isHeld ? heldGround : isPointed ? bright : plain, box, 20)
  const color = isHeld || isOn ? ground : text
  if (drawArrow(context, label, color, [left + width / 2, top + height / 2])) {
    context.globalAlpha = 1
    return
  }
  context.textAlign = 'center'
  const size = [...label].length === 1 ? 44 : 32
  writeLine(context, {
    text: label,
    font: toFont(size, isOn ? 600 : 500),
    color,
    x: left + width / 2,
    y: top + height / 2 + 0.35 * size,
    width: width - 20,
  })
  context.textAlign = 'start'
  context.globalAlpha = 1
}

/** The turns of arrows: not every font of a headset has them. */
const arrows: { readonly [label: string]: number } = { '▶': 0, '▼': 0.5, '◀': 1, '▲': 1.5 }

/** Draws a label that is an arrow; returns false for any other. */
function drawArrow(
  context: BoardContext,
  label: string,
  color: string,
  [x, y]: readonly [number, number],
): boolean {
  const turn = arrows[label]
  if (turn === undefined) return false
  context.strokeStyle = color
  context.lineWidth = 6
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const [right, down] = [Math.cos(turn * Math.PI), Math.sin(turn * Math.PI)]
  context.beginPath()
  for (const [along, across] of [
    [-7, -15],
    [8, 0],
    [-7, 15],
  ] as const)
    context.lineTo(x + along * right - across * down, y + along * down + across * right)
  context.stroke()
  return true
}

function drawTrack(
  context: BoardContext,
  { part, colors }: BoardTrack,
  box: BoardBox,
  { isHeld, isPointed }: CellTouch,
): void {
  const [left, top, width, height] = box
  const [start, length, middle] = [left + trackEnd, width - 2 * trackEnd, top + height / 2]
  const radius = isHeld ? 28 : isPointed ? 25 : 22
  if (colors) fillColors(context, colors, [start, middle - 22, length, 44])
  else {
    fillRound(context, isPointed || isHeld ? pointedGround : raised, [left, middle - 9, width, 18], 9)
    fillRound(context, accent, [left, middle - 9, trackEnd + part * length, 18], 9)
  }
  context.fillStyle = isHeld ? heldGround : text
  context.beginPath()
  context.arc(start + part * length, middle, radius, 0, 2 * Math.PI)
  context.fill()
}

function drawStatus(context: BoardContext, layout: BoardLayout): void {
  const { status } = layout.face.words
  if (!status) return
  const [x, top, , height] = layout.status
  const width = toStatusWidth(layout)
  context.font = toFont(30)
  const lines = breakLines(context, status.text, width, Math.max(1, Math.floor(height / 36)))
  const color = status.isFailure ? failure : text
  lines.forEach((line, i) => {
    writeLine(context, { text: line, font: toFont(30), color, x, y: top + 30 + 36 * i, width })
  })
  if (status.fraction === null) return
  fillRound(context, raised, [x, top + 58, width, 12], 6)
  fillRound(context, accent, [x, top + 58, Math.max(12, width * status.fraction), 12], 6)
}

function fillRound(context: BoardContext, color: string, box: BoardBox, radius: number): void {
  const [left, top, width, height] = box
  context.fillStyle = color
  context.beginPath()
  context.roundRect(left, top, width, height, radius)
  context.fill()
}
