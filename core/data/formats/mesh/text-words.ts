/** Words of a text, found among its bytes: faster than strings of lines, and without their limits. */
import { refuse } from '../refusal.ts'
import { findTextStart } from '../text-lines.ts'
import { toWrittenNumber } from '../written-number.ts'

const [tab, lineFeed, carriageReturn, blank, backslash] = [9, 10, 13, 32, 92]
const [plus, minus, point, zero, nine] = [43, 45, 46, 48, 57]
/** Powers of ten that a double has exactly. */
const powers = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`))
const shownLength = 60

/** Properties of a text format. */
export interface TextForm {
  /** A character from which the rest of a line is no content. */
  readonly comment?: string
  /** Set when a backslash at the end of a line continues it. */
  readonly continues?: boolean
}

/** Other control characters are parts of words, so that none parts a number. */
function isBlank(byte: number): boolean {
  return byte <= blank && (byte === blank || (byte >= tab && byte <= carriageReturn))
}

/** A place in a text, that goes from word to word. A byte order mark is skipped, UTF-16 refused. */
export class TextWords {
  readonly bytes: Uint8Array
  /** The bytes of the word are those from `start` to before `end`. */
  start = 0
  end: number
  readonly #comment: number
  readonly #continues: boolean

  constructor(bytes: Uint8Array, { comment = '', continues = false }: TextForm = {}) {
    this.bytes = bytes
    this.end = findTextStart(bytes)
    this.#comment = comment === '' ? -1 : comment.charCodeAt(0)
    this.#continues = continues
  }

  /** Goes to the next word of the line; returns whether there is one. */
  nextInLine(): boolean {
    const { bytes } = this
    let at = this.end
    for (; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0
      if (byte === lineFeed || byte === carriageReturn) break
      if (isBlank(byte)) continue
      if (byte === this.#comment) {
        at = this.#findLineEnd(at)
        break
      }
      const next = this.#continues && byte === backslash ? this.#findContinuation(at + 1) : -1
      if (next < 0) return this.#takeWord(at)
      at = next - 1
    }
    this.start = at
    this.end = at
    return false
  }

  /** Goes to the beginning of the next line; returns false at the end of the text. */
  nextLine(): boolean {
    while (this.nextInLine()) {}
    if (this.end >= this.bytes.length) return false
    this.end += this.bytes[this.end] === carriageReturn && this.bytes[this.end + 1] === lineFeed ? 2 : 1
    this.start = this.end
    return this.end < this.bytes.length
  }

  /** Goes to the next word, maybe of a later line; returns whether there is one. */
  next(): boolean {
    while (!this.nextInLine()) if (!this.nextLine()) return false
    return true
  }

  /** The beginning of the word, one character a byte. */
  get text(): string {
    return String.fromCharCode(
      ...this.bytes.subarray(this.start, Math.min(this.end, this.start + shownLength)),
    )
  }

  /** Returns whether the word is `lower`, in any case. */
  is(lower: string): boolean {
    if (this.end - this.start !== lower.length) return false
    for (let i = 0; i < lower.length; i++) {
      const byte = this.bytes[this.start + i] ?? 0
      if ((byte >= 65 && byte <= 90 ? byte + 32 : byte) !== lower.charCodeAt(i)) return false
    }
    return true
  }

  /** Returns the word as a number, NaN and infinities by the words for them; undefined for any other word. */
  toNumber(): number | undefined {
    const { bytes, end } = this
    let at = this.start
    const first = bytes[at]
    const isNegative = first === minus
    if (isNegative || first === plus) at++
    let [mantissa, digits, fraction] = [0, 0, 0]
    let hasPoint = false
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0
      if (byte >= zero && byte <= nine) {
        mantissa = mantissa * 10 + byte - zero
        digits++
        if (hasPoint) fraction++
      } else if (byte === point && !hasPoint) hasPoint = true
      else break
    }
    // Up to 15 digits and 22 decimals, both numbers are exact, and so is the rounding of their quotient.
    if (at < end || digits === 0 || digits > 15) return toWrittenNumber(this.#toText())
    const value = fraction === 0 ? mantissa : mantissa / (powers[fraction] ?? 1)
    return isNegative ? -value : value
  }

  /** Returns the refusal of a word in place of a number. */
  numberError(what: string): Error {
    const isDecimalComma = /^[-+]?\d+,\d+$/.test(this.text)
    const remedy = isDecimalComma ? '; write decimal points in place of commas' : ''
    return refuse(`${what} (got ${JSON.stringify(this.text)})${remedy}.`)
  }

  #toText(): string {
    return this.end - this.start > 400
      ? ''
      : String.fromCharCode(...this.bytes.subarray(this.start, this.end))
  }

  #takeWord(at: number): true {
    const { bytes } = this
    let end = at
    while (end < bytes.length && !isBlank(bytes[end] ?? 0) && bytes[end] !== this.#comment) end++
    this.start = at
    this.end = end
    return true
  }

  #findLineEnd(from: number): number {
    const { bytes } = this
    let at = from
    while (at < bytes.length && bytes[at] !== lineFeed && bytes[at] !== carriageReturn) at++
    return at
  }

  /** Returns the start of the next line where only blanks stand before it, else -1. */
  #findContinuation(from: number): number {
    const { bytes } = this
    let at = from
    while (bytes[at] === blank || bytes[at] === tab) at++
    if (at >= bytes.length) return at
    if (bytes[at] === lineFeed) return at + 1
    if (bytes[at] !== carriageReturn) return -1
    return bytes[at + 1] === lineFeed ? at + 2 : at + 1
  }
}
