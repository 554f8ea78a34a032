/** The codes of ITU-T T.4 (tables 2 and 3): each text has the codes of the lengths 0, 1, 2 … of a run. */
const whiteEnds =
  '00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 ' +
  '101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 ' +
  '0011000 00000010 00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 ' +
  '00101000 00101001 00101010 00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 ' +
  '01010011 01010100 01010101 00100100 00100101 01011000 01011001 01011010 01011011 01001010 01001011 ' +
  '00110010 00110011 00110100'
const blackEnds =
  '0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 ' +
  '000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 ' +
  '00000101000 00000010111 00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 ' +
  '000001101001 000001101010 000001101011 000011010010 000011010011 000011010100 000011010101 ' +
  '000011010110 000011010111 000001101100 000001101101 000011011010 000011011011 000001010100 ' +
  '000001010101 000001010110 000001010111 000001100100 000001100101 000001010010 000001010011 ' +
  '000000100100 000000110111 000000111000 000000100111 000000101000 000001011000 000001011001 ' +
  '000000101011 000000101100 000001011010 000001100110 000001100111'
/** Codes of the lengths 64, 128 … 1728. */
const whiteParts =
  '11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 ' +
  '011010010 011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 ' +
  '010011000 010011001 010011010 011000 010011011'
const blackParts =
  '0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 ' +
  '0000001101100 0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 ' +
  '0000001110011 0000001110100 0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 ' +
  '0000001010100 0000001010101 0000001011010 0000001011011 0000001100100 0000001100101'
/** Codes of the lengths 1792, 1856 … 2560, of both colours. */
const longParts =
  '00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 ' +
  '000000010111 000000011100 000000011101 000000011110 000000011111'

/** Ways in which a row differs from the one above (T.6, table 1). */
export const rowModes = { pass: 0, across: 1, extension: 2, vertical: 10 } as const

const modeCodes: readonly (readonly [code: string, mode: number])[] = [
  ['0001', rowModes.pass],
  ['001', rowModes.across],
  ['1', rowModes.vertical],
  ['011', rowModes.vertical + 1],
  ['000011', rowModes.vertical + 2],
  ['0000011', rowModes.vertical + 3],
  ['010', rowModes.vertical - 1],
  ['000010', rowModes.vertical - 2],
  ['0000010', rowModes.vertical - 3],
  ['0000001', rowModes.extension],
]

/** Bits by which the tables are asked: those of the longest code. */
export const faxBits = 13

/** By the next 13 bits: `value << 4 | bits of the code`, 0 for none. */
export type FaxTable = Uint16Array

function toTable(entries: readonly (readonly [code: string, value: number])[]): FaxTable {
  const table = new Uint16Array(1 << faxBits)
  for (const [code, value] of entries) {
    const free = faxBits - code.length
    const start = Number.parseInt(code, 2) << free
    table.fill((value << 4) | code.length, start, start + (1 << free))
  }
  return table
}

function toRuns(ends: string, parts: string): FaxTable {
  return toTable([
    ...ends.split(' ').map((code, i) => [code, i] as const),
    ...parts.split(' ').map((code, i) => [code, 64 * (i + 1)] as const),
    ...longParts.split(' ').map((code, i) => [code, 1792 + 64 * i] as const),
  ])
}

/** The tables of a decoder: made once it is needed. */
export interface FaxTables {
  readonly white: FaxTable
  readonly black: FaxTable
  readonly modes: FaxTable
}

/** Returns the tables of both colours and of the modes. */
export function createFaxTables(): FaxTables {
  return {
    white: toRuns(whiteEnds, whiteParts),
    black: toRuns(blackEnds, blackParts),
    modes: toTable(modeCodes),
  }
}
