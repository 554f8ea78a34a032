import { refuse } from '../refusal.ts'

/** A code of ISO/IEC 10918-1, annex C, for decoding. */
export interface HuffmanTable {
  /** By the next 9 bits: `length << 8 | symbol`, 0 for a code that is longer. */
  readonly short: Uint16Array
  /** By length: the largest code, shifted left to 16 bits; -1 for none. */
  readonly last: Int32Array
  /** By length: the place of a code in `symbols`, less the code. */
  readonly offsets: Int32Array
  readonly symbols: Uint8Array
}

/** Bits of the codes that are looked up at once. */
export const shortBits = 9

/** Returns the table of 16 counts of codes by length, and of the symbols in their order. */
export function toHuffmanTable(counts: ArrayLike<number>, symbols: Uint8Array): HuffmanTable {
  const table = {
    short: new Uint16Array(1 << shortBits),
    last: new Int32Array(18).fill(-1),
    offsets: new Int32Array(18),
    symbols,
  }
  let [code, place] = [0, 0]
  for (let length = 1; length <= 16; length++, code <<= 1) {
    const count = counts[length - 1] ?? 0
    if (code + count > 1 << length) throw refuse('Its Huffman table has more codes than there can be.')
    table.offsets[length] = place - code
    for (let i = 0; i < count && length <= shortBits; i++) {
      const start = (code + i) << (shortBits - length)
      table.short.fill((length << 8) | (symbols[place + i] ?? 0), start, start + (1 << (shortBits - length)))
    }
    place += count
    code += count
    if (count > 0) table.last[length] = (code << (16 - length)) - 1
  }
  return table
}

/** The tables of annex K.3, which frames of a film do without: each is a list of counts, and of symbols. */
const standardCounts = {
  dcLuminance: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0],
  dcChrominance: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
  acLuminance: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
  acChrominance: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
}
const dcSymbols = Uint8Array.from({ length: 12 }, (_, i) => i)
const acLuminance =
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a3435' +
  '363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798' +
  '999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4' +
  'f5f6f7f8f9fa'
const acChrominance =
  '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a' +
  '35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a9293949596' +
  '9798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4' +
  'f5f6f7f8f9fa'

function toSymbols(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  )
}

/** Returns the standard tables by class (0 DC, 1 AC) and place: `16 * class + place`. */
export function createStandardTables(): Map<number, HuffmanTable> {
  return new Map([
    [0x00, toHuffmanTable(standardCounts.dcLuminance, dcSymbols)],
    [0x01, toHuffmanTable(standardCounts.dcChrominance, dcSymbols)],
    [0x10, toHuffmanTable(standardCounts.acLuminance, toSymbols(acLuminance))],
    [0x11, toHuffmanTable(standardCounts.acChrominance, toSymbols(acChrominance))],
  ])
}
