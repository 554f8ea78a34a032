import { type Dtype, elementArrays } from '../../domain/result/elements.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import type { PlyElement, PlyHeader } from './ply-header.ts'

/** Reads numbers in the order of the file. */
export interface PlyNumbers {
  /** @throws `file.undecodable` at the end of the file, and for a word that is not a number */
  read(type: Dtype): number
  /** Refuses more rows than the rest can hold, before allocating for them. */
  requireRows(element: PlyElement): void
  requireEnd(): void
}

const readers: { readonly [type in Dtype]: (view: DataView, at: number, isLittle: boolean) => number } = {
  int8: (view, at) => view.getInt8(at),
  uint8: (view, at) => view.getUint8(at),
  int16: (view, at, isLittle) => view.getInt16(at, isLittle),
  uint16: (view, at, isLittle) => view.getUint16(at, isLittle),
  int32: (view, at, isLittle) => view.getInt32(at, isLittle),
  uint32: (view, at, isLittle) => view.getUint32(at, isLittle),
  float32: (view, at, isLittle) => view.getFloat32(at, isLittle),
  float64: (view, at, isLittle) => view.getFloat64(at, isLittle),
}
const measure = (type: Dtype): number => elementArrays[type].BYTES_PER_ELEMENT

/** Returns the numbers after a header. */
export function createPlyNumbers(bytes: Uint8Array, { form, dataStart }: PlyHeader): PlyNumbers {
  const content = bytes.subarray(dataStart)
  return form === 'ascii'
    ? new TextNumbers(content)
    : new BinaryNumbers(content, form === 'binary_little_endian')
}

class BinaryNumbers implements PlyNumbers {
  readonly #view: DataView
  readonly #isLittle: boolean
  #at = 0

  constructor({ buffer, byteOffset, byteLength }: Uint8Array, isLittle: boolean) {
    this.#view = new DataView(buffer, byteOffset, byteLength)
    this.#isLittle = isLittle
  }

  read(type: Dtype): number {
    const at = this.#at
    this.#at += measure(type)
    if (this.#at > this.#view.byteLength)
      throw refuse('The file is truncated: it ends within its last element.')
    return readers[type](this.#view, at, this.#isLittle)
  }

  requireRows({ name, count, properties }: PlyElement): void {
    const rowBytes = properties.reduce((sum, { type, countType }) => sum + measure(countType ?? type), 0)
    requireBytes(`${count} rows of the element ${name}`, count * rowBytes, this.#view.byteLength - this.#at)
  }

  requireEnd(): void {
    const rest = this.#view.byteLength - this.#at
    if (rest > 0) throw refuse(`It must end after its elements (got ${rest} more bytes).`)
  }
}

class TextNumbers implements PlyNumbers {
  readonly #lines: Generator<string>
  readonly #byteLength: number
  #words: readonly string[] = []
  #next = 0

  constructor(content: Uint8Array) {
    this.#lines = readLines(content)
    this.#byteLength = content.length
  }

  read(): number {
    while (this.#next === this.#words.length) {
      const { done, value } = this.#lines.next()
      if (done) throw refuse('The file is truncated: it ends within its last element.')
      this.#words = splitWords(value)
      this.#next = 0
    }
    const word = this.#words[this.#next++] ?? ''
    const number = Number(word)
    if (!Number.isNaN(number) || /^[-+]?nan$/i.test(word)) return number
    throw refuse(`Every value must be a number (got ${JSON.stringify(word.slice(0, 60))}).`)
  }

  /** A number takes two bytes with its separator; the last one may take one. */
  requireRows({ name, count, properties }: PlyElement): void {
    requireBytes(`${count} rows of the element ${name}`, 2 * count * properties.length - 1, this.#byteLength)
  }

  requireEnd(): void {
    for (; this.#words.length === this.#next; this.#next = 0) {
      const { done, value } = this.#lines.next()
      if (done) return
      this.#words = splitWords(value)
    }
    throw refuse('It must end after its elements (got more numbers).')
  }
}
