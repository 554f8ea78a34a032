import { refuse } from '../refusal.ts'
import { type HuffmanTable, shortBits } from './huffman-table.ts'

/**
 * The bits of a scan, up to the next marker. Behind these it has zeros without end, and says so by
 * `isExhausted`, as libjpeg does: a cut picture has grey blocks.
 */
export class BitReader {
  readonly #bytes: Uint8Array
  #at: number
  #bits = 0
  #count = 0
  /** Bits of zeros that were added behind the end, at most those of `#count` are unread. */
  #added = 0
  #damage: string | undefined

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** The place of the next marker, once the bits before it are read. */
  get at(): number {
    return this.#at
  }

  /** Returns whether bits were read that the file does not have. */
  get isExhausted(): boolean {
    return this.#added > this.#count
  }

  /** The first thing that is not as it must be, among the bits that were read. */
  get damage(): string | undefined {
    return this.#damage ?? (this.isExhausted ? 'its pixels end early' : undefined)
  }

  /** Keeps that bits were read that mean nothing: what follows up to the next restart is lost. */
  noteNonsense(): void {
    this.#damage ??= 'bits of its pixels mean nothing, and pixels behind them are wrong'
  }

  #fill(): void {
    const bytes = this.#bytes
    while (this.#count <= 24) {
      let byte = this.#at < bytes.length ? (bytes[this.#at] ?? 0) : -1
      if (byte === 0xff) {
        if (bytes[this.#at + 1] === 0) this.#at += 2
        else byte = -1
      } else if (byte >= 0) this.#at++
      if (byte < 0) {
        this.#added += 8
        byte = 0
      }
      this.#bits = (this.#bits << 8) | byte
      this.#count += 8
    }
  }

  /** Returns the next symbol of a code. */
  readSymbol(table: HuffmanTable): number {
    if (this.#count < 16) this.#fill()
    const known = table.short[(this.#bits >>> (this.#count - shortBits)) & 0x1ff] ?? 0
    if (known !== 0) {
      this.#count -= known >> 8
      return known & 0xff
    }
    const next = (this.#bits >>> (this.#count - 16)) & 0xffff
    for (let length = shortBits + 1; length <= 16; length++) {
      if (next > (table.last[length] ?? -1)) continue
      this.#count -= length
      return table.symbols[(next >> (16 - length)) + (table.offsets[length] ?? 0)] ?? 0
    }
    // No code of the table: libjpeg takes it for a zero and goes on, for what follows is lost in any case.
    this.#count -= 16
    this.noteNonsense()
    return 0
  }

  /** Returns the next bits as a number, at most 16 of them. */
  readBits(length: number): number {
    if (this.#count < length) this.#fill()
    this.#count -= length
    return (this.#bits >>> this.#count) & ((1 << length) - 1)
  }

  /** Returns a number of this many bits and with a sign (section F.2.2.1). */
  readSigned(length: number): number {
    if (length === 0) return 0
    const value = this.readBits(length)
    return value < 1 << (length - 1) ? value - (1 << length) + 1 : value
  }

  /**
   * Begins anew behind the next marker of a restart. Returns false where another marker or the end comes
   * first, so that there are no more blocks.
   */
  restart(): boolean {
    const bytes = this.#bytes
    let at = this.#at
    this.#damage = this.damage
    while (at + 1 < bytes.length && !(bytes[at] === 0xff && (bytes[at + 1] ?? 0) % 0xff !== 0)) at++
    const marker = bytes[at + 1] ?? 0
    if (at + 1 >= bytes.length || marker < 0xd0 || marker > 0xd7) return false
    this.#at = at + 2
    this.#bits = this.#count = this.#added = 0
    return true
  }
}

/** @throws `file.undecodable` for a table that the file has not defined */
export function requireTable(tables: ReadonlyMap<number, HuffmanTable>, place: number): HuffmanTable {
  const table = tables.get(place)
  if (!table) throw refuse(`Its scan needs a Huffman table that is not there (number ${place}).`)
  return table
}
