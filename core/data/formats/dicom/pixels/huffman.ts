/** Huffman codes of JPEG (ITU-T T.81, annexes C and F). */
import { refuse } from '../../refusal.ts'

/** By the next 16 bits: 32 × the length of the code, plus its value; 0 for no code. */
export type HuffmanCodes = Uint16Array

/** Returns the codes by the number of those of each length, and their values. @throws `file.undecodable` */
export function toHuffmanCodes(counts: Uint8Array, values: Uint8Array): HuffmanCodes {
  const codes = new Uint16Array(65_536)
  let [from, index] = [0, 0]
  counts.forEach((count, i) => {
    const length = i + 1
    const reach = 2 ** (16 - length)
    if (from + count * reach > codes.length) throw refuse('A table of Huffman codes has too many of them.')
    for (let n = 0; n < count; n++) {
      const value = values[index++] ?? 0
      if (value > 16) throw refuse(`A difference of samples has at most 16 bits (got ${value}).`)
      codes.fill(32 * length + value, from, from + reach)
      from += reach
    }
  })
  return codes
}

/** Reads the bits of a scan, in which a zero stands behind each byte FF that is no marker. */
export class ScanBits {
  readonly #bytes: Uint8Array
  #at: number
  /** The next bits, the last `#count` of these. */
  #bits = 0
  #count = 0
  /** The last of these that are not there: zeros behind the end. */
  #missing = 0

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  /** The place of the next marker, or of the end, where all bits have been read. */
  get at(): number {
    return this.#at
  }

  /** Returns the next difference. @throws `file.undecodable` at the end, and without a code */
  readDifference(codes: HuffmanCodes): number {
    if (this.#count < 16) this.#fill()
    const code = codes[(this.#bits >>> (this.#count - 16)) & 0xffff] ?? 0
    if (code === 0) throw refuse('The compressed samples are damaged: there is no such code.')
    this.#take(code >> 5)
    const size = code & 31
    if (size === 0) return 0
    if (size === 16) return 32_768
    if (this.#count < size) this.#fill()
    const value = (this.#bits >>> (this.#count - size)) & ((1 << size) - 1)
    this.#take(size)
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value
  }

  /** Goes on behind the next marker of a restart. @throws `file.undecodable` where there is none */
  restart(): void {
    this.#bits = 0
    this.#count = 0
    this.#missing = 0
    const [mark = 0, kind = 0] = this.#bytes.subarray(this.#at, this.#at + 2)
    if (mark !== 0xff || kind < 0xd0 || kind > 0xd7)
      throw refuse('The compressed samples are damaged: a restart is missing.')
    this.#at += 2
  }

  #take(count: number): void {
    this.#count -= count
    if (this.#count < this.#missing) throw refuse('The file is truncated: compressed samples are missing.')
  }

  /** Has 17 to 24 bits afterwards. */
  #fill(): void {
    while (this.#count <= 16) {
      const byte = this.#bytes[this.#at]
      const isMarker = byte === 0xff && this.#bytes[this.#at + 1] !== 0
      const isThere = byte !== undefined && !isMarker
      if (isThere) this.#at += byte === 0xff ? 2 : 1
      else this.#missing += 8
      this.#bits = ((this.#bits << 8) | (isThere ? byte : 0)) & 0xffffff
      this.#count += 8
    }
  }
}
