/** Lines of a table as cells, and cells as numbers. */
import { refuse } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { tableTags } from './table-tags.ts'

/** Returns the cells of a line. */
export type SplitLine = (line: string) => readonly string[]

/** A number as tables write it, with a decimal point or comma. */
const decimal = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)([ed][-+]?\d+)?$/i

/** 1,500 is one and a half to some programs, and to others one and a half thousand. */
const mayBeThousands = /^[-+]?[1-9]\d{0,2},\d{3}$/

/** Returns true for a number with a decimal point or comma. */
export function isDecimal(cell: string): boolean {
  return decimal.test(cell.trim())
}

/** Returns what splits lines at a mark. Cells in quotes may have the mark, and doubled quotes. */
export function splitAt(mark: string): SplitLine {
  if (mark === ' ') return (text) => text.trim().split(/\s+/)
  const escaped = mark.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  const quoted = new RegExp(
    `(?:^|${escaped})\\s*("(?:[^"]|"")*"|[^${mark === '\\' ? '\\\\' : escaped}]*)`,
    'g',
  )
  return (text) => {
    if (!text.includes('"')) return text.split(mark)
    return [...text.matchAll(quoted)].map(([, cell = '']) => unquote(cell.trim()))
  }
}

function unquote(cell: string): string {
  return cell.startsWith('"') && cell.endsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
}

/**
 * Returns what splits lines like this one: at tabs, semicolons, commas or blanks, the first that it has.
 * Commas between blanks may be decimal ones: then all its words are numbers, and some cell is none.
 */
export function findSplit(line: string): SplitLine {
  const mark = findMark(line)
  if (mark !== ',') return splitAt(mark)
  const words = splitAt(' ')(line)
  const hasDecimalCommas = words.length >= 3 && words.every(isDecimal)
  return splitAt(hasDecimalCommas && !splitAt(',')(line).every(isDecimal) ? ' ' : ',')
}

/** Returns the mark at which a line of names is split. */
export function findMark(line: string): string {
  return ['\t', ';', ','].find((candidate) => line.includes(candidate)) ?? ' '
}

/** Reads numbers, and refuses a table that writes some with commas and some with points. */
export class TableNumbers {
  #hasComma = false
  #hasPoint = false
  #hasPlainComma = false

  /** True where commas are taken for decimal ones and all may as well stand between thousands. */
  get hasDoubt(): boolean {
    return this.#hasComma && !this.#hasPlainComma
  }

  /** Returns the number of a cell; undefined for any other text. @throws `file.undecodable` */
  read(cell: string): number | undefined {
    const text = cell.trim()
    const number = Number(text)
    const isPlain = text !== '' && Number.isFinite(number) && !/^[-+]?0[box]/i.test(text)
    if (isPlain) {
      if (text.includes('.')) this.#hasPoint = true
    } else if (text.includes(',') && isDecimal(text)) {
      this.#hasComma = true
      if (!mayBeThousands.test(text)) this.#hasPlainComma = true
    } else if (/^[-+]?\d{1,3}([.,' ]\d{3})+([.,]\d*)?$/.test(text)) throw mixedError(text)
    else return undefined
    if (this.#hasComma && this.#hasPoint) throw mixedError(text)
    return isPlain ? number : Number(text.replace(',', '.'))
  }
}

function mixedError(text: string): Error {
  return refuse(`There must be no ${sayTag(tableTags, 'commas and points')} (got ${JSON.stringify(text)}).`)
}
