import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { cutPadding, splitWords } from '../text-lines.ts'
import { elementBytes, type FileDtype, readSamples } from '../volume/samples.ts'
import { toWrittenNumber } from '../written-number.ts'

const dtypes: ReadonlyMap<string, FileDtype> = new Map([
  ['char', 'int8'],
  ['signed_char', 'int8'],
  ['unsigned_char', 'uint8'],
  ['short', 'int16'],
  ['unsigned_short', 'uint16'],
  ['int', 'int32'],
  ['unsigned_int', 'uint32'],
  ['long', 'int64'],
  ['unsigned_long', 'uint64'],
  ['vtktypeint64', 'int64'],
  ['vtktypeuint64', 'uint64'],
  ['vtkidtype', 'int32'],
  ['float', 'float32'],
  ['double', 'float64'],
])
const known = [...dtypes.keys()].join(', ')
const longestLine = 10_000
const longestWord = 1000
const newline = 0x0a
const latin = new TextDecoder('latin1')

/** Returns the element type of a legacy file by its name. @throws `file.undecodable` */
export function toDtype(name: string | undefined): FileDtype {
  const dtype = dtypes.get(name?.toLowerCase() ?? '')
  if (dtype) return dtype
  throw refuse(`The type of numbers must be one of ${known} (got ${name?.slice(0, 40) ?? 'none'}).`)
}

/** A place in a legacy file, whose lines of text and numbers, as text or bytes, follow each other. */
export class VtkCursor {
  isBinary = false
  #bytes: Uint8Array
  readonly #context: DecodeContext
  #at = 0

  constructor(bytes: Uint8Array, context: DecodeContext) {
    this.#bytes = bytes
    this.#context = context
  }

  /** Ends the file where its text ends. @throws `file.undecodable` for NUL bytes or an end mark within it */
  cutPadding(): void {
    this.#bytes = cutPadding(this.#bytes, this.#context)
  }

  /** Returns the next line; undefined at the end. */
  readLine(): string | undefined {
    if (this.#at >= this.#bytes.length) return undefined
    const most = Math.min(this.#bytes.length, this.#at + longestLine)
    const found = this.#bytes.subarray(this.#at, most).indexOf(newline)
    if (found < 0 && most < this.#bytes.length)
      throw refuse(`A line has more than ${longestLine} characters.`)
    const end = found < 0 ? most : this.#at + found
    const line = latin.decode(this.#bytes.slice(this.#at, end))
    this.#at = end + 1
    return line
  }

  /** Returns the words of the next line that has any; none at the end. */
  readWords(): string[] {
    for (let line = this.readLine(); line !== undefined; line = this.readLine()) {
      const words = splitWords(line)
      if (words.length > 0) return words
    }
    return []
  }

  /** Returns the next words, in this line or later ones, fewer at the end: words are parted by any blanks. */
  takeWords(count: number): string[] {
    const words: string[] = []
    while (words.length < count) {
      const word = this.#takeWord()
      if (word === '') break
      words.push(word)
    }
    return words
  }

  /** Returns the words that follow in the line, which are not needed; none behind its end. */
  takeRest(most: number): string[] {
    const words: string[] = []
    while (words.length < most && !this.#isLineEnd()) words.push(...this.takeWords(1))
    return words
  }

  /** Goes to the next line where bytes begin there; numbers of text may follow in this one. */
  endLine(): void {
    if (this.isBinary) this.readLine()
  }

  /** Returns the same, and stays before it; none where numbers follow as bytes. */
  peekWords(): string[] {
    const before = this.#at
    const isText = !this.isBinary || /[\nA-Za-z]/.test(String.fromCharCode(this.#bytes[before] ?? 0))
    const words = isText ? this.readWords() : []
    this.#at = before
    return words
  }

  /** Skips the rest of the line, and lines up to an empty one. */
  skipBlock(): void {
    this.readLine()
    for (let line = this.readLine(); line !== undefined && line.trim() !== ''; ) line = this.readLine()
  }

  /** Skips what may stand before scalars: the name of their table of colours. */
  skipLookupTable(): void {
    const before = this.#at
    if (/^LOOKUP_TABLE$/i.test(this.takeWords(2)[0] ?? '')) this.endLine()
    else this.#at = before
  }

  /** Returns so many numbers, which are counted before memory is taken. @throws `file.undecodable` */
  readNumbers(count: number, dtype: FileDtype): ElementArray {
    const size = this.isBinary ? elementBytes[dtype] : 2
    const left = this.#bytes.length - this.#at
    requireBytes(`${count} numbers`, Math.max(0, count * size - (this.isBinary ? 0 : 1)), left)
    this.#context.take(`${count} numbers`, count * 8)
    if (this.isBinary) {
      const start = this.#at
      this.#at += count * size
      return readSamples(this.#bytes.subarray(start), { dtype, count, isBigEndian: true }).slice()
    }
    const numbers = readSamples(new Uint8Array(count * elementBytes[dtype]), {
      dtype,
      count,
      isBigEndian: false,
    })
    for (let i = 0; i < count; i++) numbers[i] = this.#readNumber()
    return numbers
  }

  /** Returns whether only blanks are left in the line, or in the file. */
  #isLineEnd(): boolean {
    let at = this.#at
    while (this.#isBlank(at) && this.#bytes[at] !== newline) at++
    return at >= this.#bytes.length || this.#bytes[at] === newline
  }

  #takeWord(): string {
    while (this.#isBlank(this.#at)) this.#at++
    const start = this.#at
    while (this.#at < this.#bytes.length && !this.#isBlank(this.#at) && this.#at - start < longestWord)
      this.#at++
    return latin.decode(this.#bytes.slice(start, this.#at))
  }

  #readNumber(): number {
    const word = this.#takeWord()
    const number = toWrittenNumber(word)
    if (number !== undefined) return number
    throw refuse(
      word === ''
        ? 'The file is truncated: numbers are missing.'
        : `There must be a number (got ${JSON.stringify(word.slice(0, 64))}).`,
    )
  }

  #isBlank(at: number): boolean {
    const byte = this.#bytes[at]
    return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d)
  }
}
