import { toShownText } from '../../contract/text/visible-text.ts'

/** The canvas of the board. */
export type BoardContext = OffscreenCanvasRenderingContext2D

/** A line of text. */
export interface Line {
  readonly text: string
  readonly font: string
  readonly color: string
  readonly x: number
  /** The foot of its letters. */
  readonly y: number
  readonly width: number
}

/** A line has room for fewer letters; each more would be measured. */
const mostLetters = 400

/** Returns the font of the board in a size. */
export function toFont(pixels: number, weight = 400): string {
  return `${weight} ${pixels}px system-ui, sans-serif`
}

/** Writes a line, with what hides or turns a text made visible, cut off where it is too wide. */
export function writeLine(context: BoardContext, { text, font, color, x, y, width }: Line): void {
  context.font = font
  context.fillStyle = color
  const shown = cut(context, toShownText(text.slice(0, mostLetters)), width)
  context.fillText(shown, x, y)
}

function cut(context: BoardContext, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text
  const letters = [...text]
  let [fits, tooMany] = [0, letters.length]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (context.measureText(`${letters.slice(0, half).join('')}…`).width <= width) fits = half
    else tooMany = half
  }
  return `${letters.slice(0, fits).join('')}…`
}

/** Returns a text in lines for the font of the canvas, of which the last says that there is more. */
export function breakLines(
  context: BoardContext,
  text: string,
  width: number,
  most: number,
): readonly string[] {
  const lines: string[] = []
  for (const word of text.slice(0, mostLetters).split(/\s+/)) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    const isFull = last === undefined || context.measureText(joined).width > width
    if (isFull && lines.length < most) lines.push(word)
    else lines[lines.length - 1] = joined
  }
  return lines
}
