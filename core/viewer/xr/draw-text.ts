import { toShownText, toVisibleText } from '../../contract/text/visible-text.ts'

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
  return `${findStart(context, text, width, '…')}…`
}

/** Returns as much of a text as there is room for, with `end` behind it. */
function findStart(context: BoardContext, text: string, width: number, end: string): string {
  const letters = [...text.slice(0, mostLetters)]
  let [fits, tooMany] = [0, letters.length]
  while (tooMany - fits > 1) {
    const half = (fits + tooMany) >> 1
    if (context.measureText(`${letters.slice(0, half).join('')}${end}`).width <= width) fits = half
    else tooMany = half
  }
  return letters.slice(0, fits).join('')
}

/**
 * Returns a text in lines for the font of the canvas, of which the last one is too wide where there is more.
 * What hides is visible in them. A word that is wider than a line is broken, as in a text without blanks.
 */
export function breakLines(
  context: BoardContext,
  text: string,
  width: number,
  most: number,
): readonly string[] {
  const lines: string[] = []
  const isWide = (line: string): boolean => context.measureText(line.slice(0, mostLetters)).width > width
  const visible = toVisibleText(text.slice(0, mostLetters * most)).trim()
  for (const word of visible.split(/\s+/)) {
    const last = lines.pop()
    const joined = last === undefined ? word : `${last} ${word}`
    if (last === undefined || lines.length === most - 1 || !isWide(joined)) lines.push(joined)
    else lines.push(last, word)
    breakLast(lines, most, (line) => (isWide(line) ? findStart(context, line, width, '') : null))
    if (lines.length === most && isWide(lines[most - 1] ?? '')) break
  }
  return lines
}

/** Breaks the last line into more, where there is room for them; `toStart` returns null for one that fits. */
function breakLast(lines: string[], most: number, toStart: (line: string) => string | null): void {
  let rest = lines.pop() ?? ''
  for (let start = toStart(rest); start && lines.length < most - 1; start = toStart(rest)) {
    lines.push(start)
    rest = rest.slice(start.length)
  }
  lines.push(rest)
}
