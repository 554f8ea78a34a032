/**
 * JPEG lossless (ITU-T T.81, annex H): Huffman codes of the difference of each sample to a prediction from
 * its neighbours. Our own: jpeg-lossless-decoder-js takes 8 GB for an announced size, and its release with
 * types installs 2.7 MB of a bundler.
 */
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { type HuffmanCodes, ScanBits, toHuffmanCodes } from './huffman.ts'
import type { FrameHead } from './jpeg-heads.ts'

interface Scan {
  /** The place of each component in a pixel, with its codes. */
  readonly parts: readonly { readonly place: number; readonly codes: HuffmanCodes }[]
  readonly predictor: number
  /** The point transform: low bits that were left out. */
  readonly shift: number
  /** Lines after which predictions begin again; 0 for never. */
  readonly restartLines: number
}

type Samples = Uint8Array | Uint16Array

/** Returns the samples of a picture, interleaved; its frame has been checked. @throws `file.undecodable` */
export function decodeJpegLossless(bytes: Uint8Array, frame: FrameHead): Samples {
  const { width, height, components, precision, names } = frame
  const Kind = precision > 8 ? Uint16Array : Uint8Array
  const samples = new Kind(width * height * components)
  const head: ScanHead = { tables: new Map(), restart: 0, width, names }
  let left = components
  for (let at = 2; left > 0; ) {
    const { scan, end } = readScan(bytes, at, head)
    at = decodeScan(bytes, end, { scan, frame, samples })
    left -= scan.parts.length
  }
  return samples
}

interface ScanHead {
  readonly tables: Map<number, HuffmanCodes>
  /** Pixels between restarts. */
  restart: number
  readonly width: number
  /** The identifiers of the components in their order in a pixel. */
  readonly names: readonly number[]
}

/** Reads segments up to the beginning of a scan. */
function readScan(bytes: Uint8Array, start: number, head: ScanHead): { scan: Scan; end: number } {
  const view = toView(bytes)
  for (let at = start; ; ) {
    requireBytes('a segment of JPEG', 4, bytes.length - at)
    const [mark = 0, marker = 0] = bytes.subarray(at, at + 2)
    if (mark !== 0xff || marker === 0xd9) throw refuse('The file is truncated: a scan of JPEG is missing.')
    const length = marker === 0xff ? -1 : view.getUint16(at + 2)
    requireBytes('a segment of JPEG', length + 2, bytes.length - at)
    const content = bytes.subarray(at + 4, at + 2 + length)
    if (marker === 0xc4) readTables(content, head.tables)
    if (marker === 0xdd) head.restart = ((content[0] ?? 0) << 8) | (content[1] ?? 0)
    if (marker === 0xda) return { scan: toScan(content, head), end: at + 2 + length }
    at += 2 + Math.max(length, marker === 0xff ? -1 : 2)
  }
}

function readTables(content: Uint8Array, tables: Map<number, HuffmanCodes>): void {
  for (let at = 0; at + 17 <= content.length; ) {
    const counts = content.subarray(at + 1, at + 17)
    const total = counts.reduce((sum, count) => sum + count, 0)
    tables.set(content[at] ?? 0, toHuffmanCodes(counts, content.subarray(at + 17, at + 17 + total)))
    at += 17 + total
  }
}

function toScan(content: Uint8Array, { tables, restart, width, names }: ScanHead): Scan {
  const count = content[0] ?? 0
  const parts = Array.from({ length: count }, (_, i) => {
    const [name = 0, table = 0] = content.subarray(1 + 2 * i, 3 + 2 * i)
    const [place, codes] = [names.indexOf(name), tables.get(table >> 4)]
    if (place < 0 || !codes) throw refuse('A scan of JPEG names a component or table that it has not.')
    return { place, codes }
  })
  const [predictor = 0, , shifts = 0] = content.subarray(1 + 2 * count)
  if (count < 1 || predictor < 1 || predictor > 7)
    throw refuse(`A scan of lossless JPEG must have a predictor from 1 to 7 (got ${predictor}).`)
  if (restart % width !== 0) throw refuse(`A restart must follow a whole line (got ${restart} pixels).`)
  return { parts, predictor, shift: shifts & 15, restartLines: restart / width }
}

/** A scan with its frame and the samples that it fills. */
interface ScanParts {
  readonly scan: Scan
  readonly frame: FrameHead
  readonly samples: Samples
}

/** Decodes a scan and returns the place behind it. */
function decodeScan(bytes: Uint8Array, start: number, { scan, frame, samples }: ScanParts): number {
  const { width, height, components, precision } = frame
  const { parts, predictor, shift, restartLines } = scan
  const reader = new ScanBits(bytes, start)
  const rowLength = width * components
  const half = 2 ** Math.max(0, precision - shift - 1)
  const mask = 2 ** precision - 1
  for (let y = 0; y < height; y++) {
    const isRestart = restartLines > 0 && y > 0 && y % restartLines === 0
    if (isRestart) reader.restart()
    const isFirst = y === 0 || isRestart
    for (let x = 0; x < width; x++)
      for (const { place, codes } of parts) {
        const at = y * rowLength + x * components + place
        const difference = reader.readDifference(codes)
        const left = (samples[at - components] ?? 0) >> shift
        const above = (samples[at - rowLength] ?? 0) >> shift
        let guess: number
        if (x === 0) guess = isFirst ? half : above
        else if (isFirst || predictor === 1) guess = left
        else guess = predict(predictor, left, above, (samples[at - rowLength - components] ?? 0) >> shift)
        samples[at] = ((guess + difference) << shift) & mask
      }
  }
  return reader.at
}

/** Returns the prediction of a sample from those to the left, above, and above to the left. */
function predict(predictor: number, left: number, above: number, corner: number): number {
  if (predictor === 2) return above
  if (predictor === 3) return corner
  if (predictor === 4) return left + above - corner
  if (predictor === 5) return left + ((above - corner) >> 1)
  if (predictor === 6) return above + ((left - corner) >> 1)
  return (left + above) >> 1
}
