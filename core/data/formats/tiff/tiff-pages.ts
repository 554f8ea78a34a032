import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { longStep, type StepBudget } from '../step-budget.ts'
import { tags } from './tag-numbers.ts'

const known: ReadonlySet<number> = new Set(Object.values(tags))

/**
 * The numbers of one directory of the file, by tag. A text is the bytes of all its parts, each with a zero
 * behind it. Of tags that only have a row in the table the first number is enough.
 */
export type TiffPage = ReadonlyMap<number, ArrayLike<number>>

/** Bytes of the types: BYTE to DOUBLE (TIFF 6.0), IFD (supplement 1), LONG8 to IFD8 (BigTIFF). */
const typeBytes: { readonly [type: number]: number } = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
}
const mostValues = 2 ** 24

/** The directories of a TIFF. */
export interface TiffDirectories {
  readonly isBigEndian: boolean
  /** Those of the chain that begins in the head, in their order. */
  readonly pages: readonly TiffPage[]
  /** Returns the directories that a page names as its parts (SubIFDs). @throws `file.undecodable` */
  readonly readParts: (page: TiffPage) => readonly TiffPage[]
}

/**
 * Returns all pages of a TIFF or BigTIFF in their order. Directories may have no more entries, and tags no
 * more values, than the file has place for, also when several share them.
 * @throws `file.undecodable`
 */
export function readPages(bytes: Uint8Array, budget: StepBudget): TiffDirectories {
  const reader = new DirectoryReader(bytes, budget)
  const pages = new Map<number, TiffPage>()
  for (let at = reader.first; at !== 0; ) {
    if (pages.has(at)) throw refuse(`Its directories must not form a circle (got byte ${at} twice).`)
    const { page, next } = reader.readDirectory(at)
    pages.set(at, page)
    at = next
  }
  return {
    isBigEndian: reader.isBigEndian,
    pages: [...pages.values()],
    readParts: (page) =>
      Array.from(page.get(tags.subDirectories) ?? [], (at) => reader.readDirectory(at).page),
  }
}

class DirectoryReader {
  readonly isBigEndian: boolean
  readonly first: number
  readonly #budget: StepBudget
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #countBytes: number
  readonly #entryBytes: number
  readonly #placeBytes: number
  #valuesLeft: number
  #entriesLeft: number

  constructor(bytes: Uint8Array, budget: StepBudget) {
    this.#budget = budget
    this.#bytes = bytes
    this.#view = toView(bytes)
    this.isBigEndian = bytes[0] === 0x4d
    const isWide = this.#read(2, 2) === 43
    this.#countBytes = isWide ? 8 : 2
    this.#entryBytes = isWide ? 20 : 12
    this.#placeBytes = isWide ? 8 : 4
    this.#valuesLeft = Math.min(bytes.length, mostValues)
    this.#entriesLeft = bytes.length / this.#entryBytes
    this.first = isWide ? this.#read(8, 8) : this.#read(4, 4)
  }

  readDirectory(at: number): { readonly page: TiffPage; readonly next: number } {
    this.#budget.step('Its pages, with those that others name,', longStep)
    const start = at + this.#countBytes
    const count = this.#read(at, this.#countBytes)
    const length = count * this.#entryBytes + this.#placeBytes
    requireBytes(`a directory of ${count} entries`, length, this.#bytes.length - start)
    this.#entriesLeft -= count
    if (this.#entriesLeft < 0)
      throw refuse('Its directories overlap: they have more entries than fit into the file.')
    const page = new Map<number, ArrayLike<number>>()
    for (let i = 0; i < count; i++) {
      const entry = start + i * this.#entryBytes
      const tag = this.#read(entry, 2)
      const before = page.get(tag)
      if (!before) page.set(tag, this.#readValues(entry, known.has(tag)))
      // tifffile writes its own text behind that of its caller.
      else if (tag === tags.description)
        page.set(
          tag,
          Uint8Array.from([...Array.from(before), 0, ...Array.from(this.#readValues(entry, true))]),
        )
    }
    return { page, next: this.#read(start + count * this.#entryBytes, this.#placeBytes) }
  }

  #readValues(at: number, isKnown: boolean): ArrayLike<number> {
    const type = this.#read(at + 2, 2)
    const size = typeBytes[type] ?? 0
    const announced = size === 0 ? 0 : this.#read(at + 4, this.#placeBytes)
    const count = isKnown ? announced : Math.min(announced, 1)
    const inside = at + 4 + this.#placeBytes
    const from = announced * size <= this.#placeBytes ? inside : this.#read(inside, this.#placeBytes)
    if (!isKnown && from + count * size > this.#bytes.length) return []
    requireBytes(`the tag ${this.#read(at, 2)}`, count * size, this.#bytes.length - from)
    if (type === 1 || type === 2 || type === 7) return this.#bytes.subarray(from, from + count)
    this.#valuesLeft -= count
    if (this.#valuesLeft < 0) throw refuse('Its directories have more values than can be in the file.')
    return Array.from({ length: count }, (_, i) => this.#readValue(from + i * size, type))
  }

  /** Returns one number; a rational one as a quotient. */
  #readValue(at: number, type: number): number {
    const isLittle = !this.isBigEndian
    switch (type) {
      case 5:
        return this.#read(at, 4) / this.#read(at + 4, 4)
      case 6:
        return this.#view.getInt8(at)
      case 8:
        return this.#view.getInt16(at, isLittle)
      case 9:
        return this.#view.getInt32(at, isLittle)
      case 10:
        return this.#view.getInt32(at, isLittle) / this.#view.getInt32(at + 4, isLittle)
      case 11:
        return this.#view.getFloat32(at, isLittle)
      case 12:
        return this.#view.getFloat64(at, isLittle)
      case 17:
        return Number(this.#view.getBigInt64(at, isLittle))
      default:
        return this.#read(at, typeBytes[type] ?? 1)
    }
  }

  #read(at: number, size: number): number {
    requireBytes(`the value at byte ${at}`, size, this.#bytes.length - at)
    const isLittle = !this.isBigEndian
    if (size === 1) return this.#view.getUint8(at)
    if (size === 2) return this.#view.getUint16(at, isLittle)
    return size === 4 ? this.#view.getUint32(at, isLittle) : Number(this.#view.getBigUint64(at, isLittle))
  }
}

/** Returns the number of a tag of which a page has one. */
export function readNumber(page: TiffPage, tag: number, standard: number): number {
  return page.get(tag)?.[0] ?? standard
}

/** Returns the texts that describe a page; programs write their own behind that of their user. */
export function readDescriptions(page: TiffPage): string[] {
  const codes = Uint8Array.from(page.get(tags.description) ?? [])
  return new TextDecoder()
    .decode(codes)
    .split('\0')
    .filter((text) => text !== '')
}
