/** Fax codes of one bit a pixel (ITU-T T.4 and T.6, TIFF 6.0 sections 10 and 11): a set bit is black. */
import { refuse } from '../refusal.ts'
import { refuseTag } from '../tag-table.ts'
import { createFaxTables, type FaxTable, type FaxTables, faxBits, rowModes } from './fax-codes.ts'
import { tiffTags } from './tiff-tags.ts'

/** The form of the block that is unpacked. */
export interface BlockForm {
  readonly compression: number
  /** Options of fax codes (tag 292). */
  readonly faxOptions: number
  /** Pixels of a row, of which fax codes are rows. */
  readonly columns: number
}

let tables: FaxTables | undefined

/** Fills the target row by row as far as the codes go, and returns the number of bytes. */
export function unpackFax(packed: Uint8Array, target: Uint8Array, form: BlockForm): number {
  tables ??= createFaxTables()
  const decoder = new FaxDecoder(packed, form, tables)
  const rowBytes = Math.ceil(form.columns / 8)
  let at = 0
  for (; at < target.length && decoder.readRow(); at += rowBytes)
    decoder.writeRow(target.subarray(at, at + rowBytes))
  return Math.min(at, target.length)
}

/** The least zeros before the end of a row (EOL), which is a one behind eleven zeros. */
const zerosOfEnd = 11

class FaxDecoder {
  readonly #packed: Uint8Array
  readonly #form: BlockForm
  readonly #tables: FaxTables
  /** Bits that are read. */
  #at = 0
  /** Places where the colour changes in the row above, and in this one: first from white to black. */
  #above: Int32Array
  #changes: Int32Array
  #count = 0

  constructor(packed: Uint8Array, form: BlockForm, tables: FaxTables) {
    this.#packed = packed
    this.#form = form
    this.#tables = tables
    // Behind the last change three more find the end of the row.
    this.#above = new Int32Array(form.columns + 4).fill(form.columns)
    this.#changes = new Int32Array(form.columns + 4)
  }

  /** Reads the changes of the next row. Returns false where there are no more. */
  readRow(): boolean {
    const { compression, faxOptions, columns } = this.#form
    let isFlat = compression !== 4
    if (compression === 3) {
      const isMarked = this.#skipEnd()
      if (isMarked && (faxOptions & 1) === 1) isFlat = this.#take(1) === 1
    } else if (isFlat) {
      const unit = compression === 2 ? 8 : 16
      this.#at = Math.ceil(this.#at / unit) * unit
    }
    if (this.#at >= 8 * this.#packed.length) return false
    this.#count = 0
    const isWhole = isFlat ? this.#readFlat() : this.#readDifferences()
    if (!isWhole) return false
    this.#changes.fill(columns, this.#count, this.#count + 4)
    const done = this.#changes
    this.#changes = this.#above
    this.#above = done
    return true
  }

  /** Sets the bits of the black runs of the row that was read. */
  writeRow(row: Uint8Array): void {
    const { columns } = this.#form
    for (let i = 0; (this.#above[i] ?? columns) < columns; i += 2) {
      const end = Math.min(columns, this.#above[i + 1] ?? columns)
      for (let x = this.#above[i] ?? columns; x < end; x++) {
        if ((x & 7) === 0 && x + 8 <= end) {
          row[x >> 3] = 0xff
          x += 7
        } else row[x >> 3] = (row[x >> 3] ?? 0) | (0x80 >> (x & 7))
      }
    }
  }

  #readFlat(): boolean {
    const { columns } = this.#form
    let [x, isBlack] = [0, false]
    while (x < columns) {
      const run = this.#readRun(isBlack ? this.#tables.black : this.#tables.white)
      if (run < 0) return false
      x = Math.min(columns, x + run)
      this.#changes[this.#count++] = x
      isBlack = !isBlack
      if (this.#count > columns) break
    }
    return true
  }

  #readDifferences(): boolean {
    const { columns } = this.#form
    let [x, isBlack, place] = [-1, false, 0]
    while (x < columns) {
      // The next change above to the right, of the other colour than the one at hand.
      place = Math.max(0, place - 2)
      if (place % 2 !== (isBlack ? 1 : 0)) place += isBlack ? 1 : -1
      while ((this.#above[place] ?? columns) <= x && (this.#above[place] ?? columns) < columns) place += 2
      const next = this.#above[place] ?? columns
      const mode = this.#readCode(this.#tables.modes)
      if (mode === rowModes.pass) x = this.#above[place + 1] ?? columns
      else if (mode === rowModes.across) {
        const runs = [isBlack, !isBlack].map((isInk) =>
          this.#readRun(isInk ? this.#tables.black : this.#tables.white),
        )
        for (const run of runs) {
          if (run < 0) return false
          x = Math.min(columns, Math.max(0, x) + run)
          this.#changes[this.#count++] = x
        }
      } else if (mode >= rowModes.vertical - 3) {
        const to = next + mode - rowModes.vertical
        if (to < Math.max(0, x)) throw refuse('Its fax codes go back in a row.')
        x = Math.min(columns, to)
        this.#changes[this.#count++] = x
        isBlack = !isBlack
      } else if (mode === rowModes.extension) throw refuseTag(tiffTags, '292 T4Options (uncompressed)')
      else return false
      if (this.#count > columns) break
    }
    return true
  }

  /** Returns the length of a run, which is the sum of several codes up to one below 64; -1 at the end. */
  #readRun(table: FaxTable): number {
    let total = 0
    for (;;) {
      const run = this.#readCode(table)
      if (run < 0) return -1
      total += run
      if (run < 64 || total > this.#form.columns) return total
    }
  }

  /** Returns the value of the next code; -1 for none, at the end of the picture. */
  #readCode(table: FaxTable): number {
    const entry = table[this.#peek(faxBits)] ?? 0
    if (entry === 0 || this.#at >= 8 * this.#packed.length) return this.#stop()
    this.#at += entry & 15
    return entry >> 4
  }

  /** The picture ends early: by its end, or by a code that is none. */
  #stop(): number {
    const isEnd = this.#peek(zerosOfEnd) === 0 || this.#at + faxBits >= 8 * this.#packed.length
    if (!isEnd) throw refuse(`Its fax codes have none at bit ${this.#at} of a strip.`)
    return -1
  }

  /** Goes behind the end of the row before, if one is there. */
  #skipEnd(): boolean {
    let at = this.#at
    const end = 8 * this.#packed.length
    while (at < end && ((this.#packed[at >> 3] ?? 0) & (0x80 >> (at & 7))) === 0) at++
    if (at - this.#at < zerosOfEnd || at >= end) return false
    this.#at = at + 1
    return true
  }

  #take(count: number): number {
    const value = this.#peek(count)
    this.#at += count
    return value
  }

  /** Returns the next bits, at most 16, without reading them; zeros behind the end. */
  #peek(count: number): number {
    const byte = this.#at >> 3
    const bits =
      ((this.#packed[byte] ?? 0) << 16) | ((this.#packed[byte + 1] ?? 0) << 8) | (this.#packed[byte + 2] ?? 0)
    return (bits >> (24 - count - (this.#at & 7))) & ((1 << count) - 1)
  }
}
