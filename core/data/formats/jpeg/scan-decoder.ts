import { refuse } from '../refusal.ts'
import { BitReader, requireTable } from './bit-reader.ts'
import type { HuffmanTable } from './huffman-table.ts'
import { zigzag } from './inverse-dct.ts'
import type { JpegScan, JpegStream } from './jpeg-stream.ts'

/** The coefficients of one component: all blocks of the picture, or those of one row of units. */
export interface BlockPlane {
  readonly across: number
  readonly down: number
  /** Blocks of a row, filled up to whole units. */
  readonly blocksAcross: number
  /** Blocks that a scan of this component alone has. */
  readonly ownAcross: number
  readonly ownDown: number
  readonly coefficients: Int16Array
}

interface ScanPart {
  readonly plane: BlockPlane
  readonly dc: HuffmanTable | undefined
  readonly ac: HuffmanTable | undefined
  /** The level of the block before (the predictor). */
  level: number
}

type ReadBlock = (part: ScanPart, at: number) => void

/** Decodes the bits of one scan (ISO/IEC 10918-1, annexes F and G) into coefficients. */
export class ScanDecoder {
  readonly #reader: BitReader
  readonly #parts: readonly ScanPart[]
  readonly #scan: JpegScan
  readonly #restartInterval: number
  readonly #readBlock: ReadBlock
  #unitsLeft: number
  /** Blocks that have no further coefficients in this scan. */
  #endOfBand = 0
  #isOver = false

  constructor(stream: JpegStream, scan: JpegScan, planes: readonly BlockPlane[]) {
    const isProgressive = stream.frame?.isProgressive ?? false
    if (isProgressive && !isValid(scan)) throw refuse('A scan has parameters that cannot be.')
    this.#scan = scan
    this.#reader = new BitReader(stream.bytes, scan.at)
    this.#restartInterval = stream.restartInterval
    this.#unitsLeft = stream.restartInterval
    const needsDc = !isProgressive || (scan.from === 0 && scan.high === 0)
    const needsAc = !isProgressive || scan.from > 0
    this.#parts = scan.parts.flatMap(({ component, dcTable, acTable }) => {
      const plane = planes[component]
      if (!plane) return []
      const dc = needsDc ? requireTable(stream.huffman, dcTable) : undefined
      const ac = needsAc ? requireTable(stream.huffman, acTable) : undefined
      return [{ plane, dc, ac, level: 0 }]
    })
    this.#readBlock = isProgressive ? this.#chooseProgressive() : this.#readSequential
  }

  /** The place behind the bits that were read. */
  get at(): number {
    return this.#reader.at
  }

  /** The first thing that is not as it must be in the bits; undefined where all is right. */
  get damage(): string | undefined {
    return this.#reader.damage ?? (this.#isOver ? 'its pixels end early' : undefined)
  }

  /** Decodes one row of units of all components into planes that have only that row. */
  readUnitRow(unitsAcross: number): void {
    for (let unit = 0; unit < unitsAcross && this.#beginUnit(); unit++) this.#readUnit(unit, 0)
  }

  /** Decodes the whole scan. */
  readAll(unitsAcross: number, unitsDown: number): void {
    const [only] = this.#parts
    if (only && this.#parts.length === 1) {
      const { ownAcross, ownDown, blocksAcross } = only.plane
      for (let row = 0; row < ownDown; row++) {
        for (let column = 0; column < ownAcross; column++) {
          if (!this.#beginUnit()) return
          this.#readBlock(only, 64 * (row * blocksAcross + column))
        }
      }
      return
    }
    for (let row = 0; row < unitsDown; row++) {
      for (let column = 0; column < unitsAcross; column++) {
        if (!this.#beginUnit()) return
        this.#readUnit(column, row)
      }
    }
  }

  #readUnit(column: number, row: number): void {
    for (const part of this.#parts) {
      const { across, down, blocksAcross } = part.plane
      for (let y = 0; y < down; y++) {
        const start = (row * down + y) * blocksAcross + column * across
        for (let x = 0; x < across; x++) this.#readBlock(part, 64 * (start + x))
      }
    }
  }

  /** Reads what stands between units. Returns false when there is nothing more to read. */
  #beginUnit(): boolean {
    if (this.#isOver) return false
    if (this.#restartInterval > 0 && this.#unitsLeft-- === 0) {
      this.#unitsLeft = this.#restartInterval - 1
      this.#endOfBand = 0
      for (const part of this.#parts) part.level = 0
      if (this.#reader.restart()) return true
      this.#isOver = true
    } else if (this.#restartInterval === 0 && this.#reader.isExhausted) this.#isOver = true
    return !this.#isOver
  }

  readonly #readSequential: ReadBlock = (part, at) => {
    const { dc, ac, plane } = part
    if (!dc || !ac || this.#reader.isExhausted) return
    const reader = this.#reader
    const { coefficients } = plane
    part.level += reader.readSigned(reader.readSymbol(dc) & 15)
    coefficients[at] = part.level
    let i = 1
    for (; i < 64; i++) {
      const symbol = reader.readSymbol(ac)
      const length = symbol & 15
      if (length === 0) {
        if (symbol < 0xf0) return
        i += 15
        continue
      }
      i += symbol >> 4
      const value = reader.readSigned(length)
      if (i < 64) coefficients[at + (zigzag[i] ?? 0)] = value
    }
    if (i > 64) reader.noteNonsense()
  }

  #chooseProgressive(): ReadBlock {
    const { from, high } = this.#scan
    if (from === 0) return high === 0 ? this.#readLevel : this.#refineLevel
    return high === 0 ? this.#readBand : this.#refineBand
  }

  readonly #readLevel: ReadBlock = (part, at) => {
    if (!part.dc || this.#reader.isExhausted) return
    part.level += this.#reader.readSigned(this.#reader.readSymbol(part.dc) & 15)
    part.plane.coefficients[at] = part.level << this.#scan.low
  }

  readonly #refineLevel: ReadBlock = ({ plane: { coefficients } }, at) => {
    if (this.#reader.readBits(1) === 1) coefficients[at] = (coefficients[at] ?? 0) | (1 << this.#scan.low)
  }

  readonly #readBand: ReadBlock = ({ ac, plane: { coefficients } }, at) => {
    const reader = this.#reader
    if (this.#endOfBand > 0) {
      this.#endOfBand--
      return
    }
    if (!ac || reader.isExhausted) return
    const { from, to, low } = this.#scan
    let i = from
    for (; i <= to; i++) {
      const symbol = reader.readSymbol(ac)
      const [run, length] = [symbol >> 4, symbol & 15]
      if (length === 0 && run < 15) {
        this.#endOfBand = (1 << run) - 1 + (run > 0 ? reader.readBits(run) : 0)
        return
      }
      i += run
      const value = reader.readSigned(length)
      if (length > 0 && i < 64) coefficients[at + (zigzag[i] ?? 0)] = value << low
    }
    if (i > to + 1) reader.noteNonsense()
  }

  readonly #refineBand: ReadBlock = ({ ac, plane: { coefficients } }, at) => {
    const reader = this.#reader
    if (!ac || reader.isExhausted) return
    const { from, to, low } = this.#scan
    let i = from
    while (this.#endOfBand === 0 && i <= to) {
      const symbol = reader.readSymbol(ac)
      const run = symbol >> 4
      const isNew = (symbol & 15) > 0
      if (!isNew && run < 15) {
        this.#endOfBand = (1 << run) + (run > 0 ? reader.readBits(run) : 0)
        break
      }
      const value = isNew && reader.readBits(1) === 1 ? 1 : -1
      i = this.#refineUntil(coefficients, at, i, run)
      if (isNew && i <= to) coefficients[at + (zigzag[i] ?? 0)] = value << low
      i++
    }
    if (this.#endOfBand === 0) return
    this.#refineUntil(coefficients, at, i, 64)
    this.#endOfBand--
  }

  /** Reads a further bit of each coefficient that is there, up to the place behind `zeros` that are not. */
  #refineUntil(coefficients: Int16Array, at: number, from: number, zeros: number): number {
    let left = zeros
    const { to, low } = this.#scan
    for (let i = from; i <= to; i++) {
      const place = at + (zigzag[i] ?? 0)
      const value = coefficients[place] ?? 0
      if (value === 0) {
        if (left-- === 0) return i
      } else if (this.#reader.readBits(1) === 1 && (Math.abs(value) & (1 << low)) === 0)
        coefficients[place] = value + (value > 0 ? 1 << low : -(1 << low))
    }
    return to + 1
  }
}

function isValid({ from, to, high, low, parts }: JpegScan): boolean {
  if (from > to || to > 63 || low > 13 || (high !== 0 && high !== low + 1)) return false
  return from === 0 ? to === 0 : parts.length === 1
}
