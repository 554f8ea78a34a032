/** JPEG files by hand: blocks of one level, in the standard codes of ISO/IEC 10918-1, annex K. */
import { toBytes } from '../files.ts'

/** The parts of a file that tests change. */
export interface JpegParts {
  /** The level of each block of the scan; of each component one, where there is no other. */
  readonly levels: readonly number[]
  readonly marker?: number
  readonly depth?: number
  readonly height?: number
  readonly width?: number
  readonly ids?: readonly number[]
  /** Samples across and down of each component. */
  readonly sampling?: readonly number[]
  /** Segments before the frame: the marker and the content. */
  readonly segments?: readonly (readonly [marker: number, content: string | Uint8Array])[]
  /** Bits of the scan in the place of the levels. */
  readonly scan?: string
  readonly end?: string
}

const lengthCodes = [
  '00',
  '010',
  '011',
  '100',
  '101',
  '110',
  '1110',
  '11110',
  '111110',
  '1111110',
  '11111110',
]
const endOfBlock = '1010'

/** Returns one segment with its length. */
export function toSegment(marker: number, content: string | Uint8Array): Uint8Array {
  const bytes = typeof content === 'string' ? toBytes(content) : content
  return toBytes(new Uint8Array([0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff]), bytes)
}

/** Returns the segment of quantizers that are all 1. */
export function toQuantizers(): Uint8Array {
  return toSegment(0xdb, new Uint8Array(65).fill(1, 1))
}

/** Returns a JPEG of one block of 8×8 pixels a component. */
export function toJpeg(parts: JpegParts): Uint8Array {
  const { levels, ids = levels.map((_, i) => i + 1), sampling = ids.map(() => 0x11) } = parts
  const { marker = 0xc0, depth = 8, height = 8, width = 8, segments = [], end = '\xff\xd9' } = parts
  const frame = [depth, height >> 8, height & 0xff, width >> 8, width & 0xff, ids.length]
  const scan = [ids.length, ...ids.flatMap((id) => [id, 0]), 0, marker === 0xc2 ? 0 : 63, 0]
  return toBytes(
    '\xff\xd8',
    ...segments.map(([of, content]) => toSegment(of, content)),
    toQuantizers(),
    toSegment(marker, new Uint8Array([...frame, ...ids.flatMap((id, i) => [id, sampling[i] ?? 0x11, 0])])),
    toSegment(0xda, new Uint8Array(scan)),
    toScan(parts.scan ?? writeLevels(levels, ids.length, marker === 0xc2)),
    end,
  )
}

/** Each block has the difference of its level to the one before of its component, and nothing else. */
function writeLevels(levels: readonly number[], components: number, isProgressive: boolean): string {
  const before = new Map<number, number>()
  return levels
    .map((level, i) => {
      const component = i % components
      const value = 8 * (level - 128) - (before.get(component) ?? 0)
      before.set(component, 8 * (level - 128))
      return writeNumber(value) + (isProgressive ? '' : endOfBlock)
    })
    .join('')
}

/** Returns the bits of the first coefficient of a block (table K.3, section F.1.2.1). */
export function writeNumber(value: number): string {
  if (value === 0) return '00'
  const length = Math.abs(value).toString(2).length
  const bits = value > 0 ? value : value + 2 ** length - 1
  return (lengthCodes[length] ?? '') + bits.toString(2).padStart(length, '0')
}

/** Returns bits as bytes, filled up with ones; a byte of ones has a zero behind it. */
export function toScan(bits: string): Uint8Array {
  const filled = bits.padEnd(8 * Math.ceil(bits.length / 8), '1')
  const bytes = (filled.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
  return new Uint8Array(bytes.flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte])))
}
