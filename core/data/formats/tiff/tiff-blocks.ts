import { colorRules } from '../jpeg/color-rows.ts'
import { decodeComponents } from '../jpeg/jpeg.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { elementBytes } from '../volume/samples.ts'
import { addDifferences, joinFloatBytes } from './predictor.ts'
import { measurePage, type TiffLayout } from './tiff-layout.ts'
import { findInflation, unpack } from './unpack.ts'
import { isPacked, widen } from './widen.ts'

/** A block of a page: its place in the picture and in the samples of a pixel. */
interface BlockPlace {
  readonly index: number
  readonly left: number
  readonly top: number
  /** The first sample of a pixel that the block has, and the number of those. */
  readonly sample: number
  readonly samples: number
}

const jpeg = 7
/** LZW, deflate and Zstandard. */
const predicted: ReadonlySet<number> = new Set([5, 8, 32_946, 50_000])
const yCbCr = 6

/** Compares what a page announces with the bytes that there are. @throws `file.undecodable` */
export function requireSamples(bytes: Uint8Array, layout: TiffLayout, byteLimit: number): void {
  const { width, height, dtype } = layout
  const byteLength = measurePage(layout)
  requireWithin(`A page of ${width}×${height} ${dtype}`, byteLength, byteLimit)
  const { offsets, byteCounts } = layout
  const named = Math.min(offsets.length, byteCounts.length)
  const count = countBlocks(layout)
  if (named < count) throw refuse(`A page must name all its strips or tiles, ${count} (got ${named}).`)
  let packed = 0
  let isSparse = false
  for (let i = 0; i < count; i++) {
    packed += byteCounts[i] ?? 0
    isSparse ||= offsets[i] === 0 && byteCounts[i] === 0
  }
  if (packed > bytes.length || (!isSparse && byteLength > packed * measureInflation(layout)))
    throw refuse(
      `${byteLength} bytes of samples cannot be in strips of ${packed}, and the file has ${bytes.length}.`,
    )
}

/** Returns the most bytes of elements that a byte of a strip or tile becomes. */
function measureInflation(layout: TiffLayout): number {
  const { blockWidth, samples, bits, compression, chroma } = layout
  const rowBytes = Math.ceil((blockWidth * samples * bits) / 8)
  const shared = chroma[0] * chroma[1] > 1 ? 3 : 1
  return findInflation(compression, rowBytes) * (isPacked(layout) ? 8 : 1) * shared
}

function countBlocks({ width, height, blockWidth, blockHeight, isPlanar, samples }: TiffLayout): number {
  return Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight) * (isPlanar ? samples : 1)
}

/** Returns the samples of a page: rows from the top, samples side by side, in the byte order of the file. */
export function readBlocks(
  bytes: Uint8Array,
  layout: TiffLayout,
  { isBigEndian, byteLimit }: { readonly isBigEndian: boolean; readonly byteLimit: number },
): Uint8Array {
  const { width, height, samples, blockWidth, blockHeight, isPlanar } = layout
  const target = new Uint8Array(measurePage(layout))
  const across = Math.ceil(width / blockWidth)
  const down = Math.ceil(height / blockHeight)
  const count = countBlocks(layout)
  for (let index = 0; index < count; index++) {
    const inPlane = index % (across * down)
    const place = {
      index,
      left: (inPlane % across) * blockWidth,
      top: Math.floor(inPlane / across) * blockHeight,
      sample: isPlanar ? Math.floor(index / (across * down)) : 0,
      samples: isPlanar ? 1 : samples,
    }
    const block = readBlock(bytes, layout, { place, isBigEndian, byteLimit })
    if (block) copyBlock(block, target, { layout, place })
  }
  return target
}

/** A block's place, its byte order, and the most bytes that it may have. */
interface BlockRead {
  readonly place: BlockPlace
  readonly isBigEndian: boolean
  readonly byteLimit: number
}

/** Returns the elements of a block at its full width; undefined for one without bytes, which has zeros. */
function readBlock(
  bytes: Uint8Array,
  layout: TiffLayout,
  { place, isBigEndian, byteLimit }: BlockRead,
): Uint8Array | undefined {
  const [from = 0, length = 0] = [layout.offsets[place.index], layout.byteCounts[place.index]]
  if (from === 0 && length === 0) return undefined
  requireBytes('a strip or tile', length, bytes.length - from)
  const packed = bytes.subarray(from, from + length)
  const rows = layout.isTiled ? layout.blockHeight : Math.min(layout.blockHeight, layout.height - place.top)
  const blockBytes = layout.blockWidth * rows * place.samples * elementBytes[layout.dtype]
  requireBytes('a strip or tile', blockBytes, length * measureInflation(layout))
  // A tile may be larger than its page, in proportion to its bytes.
  requireWithin('A strip or tile', blockBytes, Math.max(byteLimit, 2 ** 20))
  if (layout.compression === jpeg) return readJpeg(packed, layout, { samples: place.samples, rows })
  const straight = layout.isReversed ? reverseBits(packed) : packed
  if (layout.chroma[0] * layout.chroma[1] > 1) return readChromaBlock(straight, layout, rows)
  const rowSamples = layout.blockWidth * place.samples
  const rowBytes = Math.ceil((rowSamples * layout.bits) / 8)
  const { compression, faxOptions } = layout
  const block = unpack(straight, rows * rowBytes, { compression, faxOptions, columns: rowSamples })
  const isLittle = !isBigEndian
  undoPredictor(block, layout, { rowBytes, samples: place.samples, isLittle })
  return isPacked(layout) ? widen(block, layout, { rowBytes, rowSamples, isLittle }) : block
}

/** The rows of a block as a predictor has changed them. */
interface PredictedRows {
  readonly rowBytes: number
  readonly samples: number
  readonly isLittle: boolean
}

function undoPredictor(
  block: Uint8Array,
  { compression, predictor, bits, dtype }: TiffLayout,
  rows: PredictedRows,
): void {
  // Other methods have no predictor, whatever the tag says, as in libtiff.
  if (predictor === 1 || !predicted.has(compression)) return
  const isFloat = dtype.startsWith('float')
  if (predictor === 2) addDifferences(block, { ...rows, size: bits / 8 })
  else if (predictor === 3 && isFloat) joinFloatBytes(block, { ...rows, size: bits / 8 })
  else
    throw refuse(
      `The predictor must be 1, 2 or, for floats, 3 (got ${predictor} for ${dtype}); save it without one.`,
    )
}

const reversed = Uint8Array.from({ length: 256 }, (_, byte) => {
  let bits = 0
  for (let i = 0; i < 8; i++) bits |= ((byte >> i) & 1) << (7 - i)
  return bits
})

function reverseBits(packed: Uint8Array): Uint8Array {
  return packed.map((byte) => reversed[byte] ?? 0)
}

function readJpeg(
  packed: Uint8Array,
  { blockWidth, photometric, jpegTables, bits }: TiffLayout,
  { samples, rows }: { readonly samples: number; readonly rows: number },
): Uint8Array {
  if (bits !== 8)
    throw refuse(`JPEG within a TIFF must have 8 bits (got ${bits}); save it with LZW or deflate.`)
  const rule = samples === 1 ? colorRules.grey : photometric === yCbCr ? colorRules.yCbCr : colorRules.plain
  const byteLimit = 4 * blockWidth * Math.max(rows, 8) * samples + 2 ** 20
  const { width, height, channels, data } = decodeComponents(packed, { tables: jpegTables, rule, byteLimit })
  if (width !== blockWidth || height < rows || channels !== samples)
    throw refuse(
      `The JPEG of a strip or tile must have ${blockWidth}×${rows}×${samples} samples ` +
        `(got ${width}×${height}×${channels}); save it with LZW or deflate.`,
    )
  return data
}

/** Returns Y, Cb and Cr of each pixel, of which several share the last two (TIFF 6.0, section 21). */
function readChromaBlock(packed: Uint8Array, layout: TiffLayout, rows: number): Uint8Array {
  const { blockWidth, compression, faxOptions, predictor, bits, samples } = layout
  const [across, down] = layout.chroma
  if (predictor !== 1 || bits !== 8 || samples !== 3)
    throw refuse(
      'YCbCr of shared chroma must have three samples of 8 bits, without a predictor; save it as RGB.',
    )
  const unitsAcross = Math.ceil(blockWidth / across)
  const unitBytes = across * down + 2
  const unitRows = Math.ceil(rows / down)
  const wanted = unitRows * unitsAcross * unitBytes
  const units = unpack(packed, wanted, { compression, faxOptions, columns: unitsAcross * unitBytes })
  const block = new Uint8Array(3 * blockWidth * rows)
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < blockWidth; x++) {
      const unit = (Math.floor(y / down) * unitsAcross + Math.floor(x / across)) * unitBytes
      const to = 3 * (y * blockWidth + x)
      block[to] = units[unit + (y % down) * across + (x % across)] ?? 0
      block[to + 1] = units[unit + across * down] ?? 0
      block[to + 2] = units[unit + across * down + 1] ?? 0
    }
  }
  return block
}

function copyBlock(
  block: Uint8Array,
  target: Uint8Array,
  { layout, place }: { readonly layout: TiffLayout; readonly place: BlockPlace },
): void {
  const { width, height, samples, dtype, blockWidth, blockHeight } = layout
  const size = elementBytes[dtype]
  const pixelBytes = samples * size
  const ownBytes = place.samples * size
  const rows = Math.min(blockHeight, height - place.top)
  const columns = Math.min(blockWidth, width - place.left)
  for (let row = 0; row < rows; row++) {
    const from = row * blockWidth * ownBytes
    const to = ((place.top + row) * width + place.left) * pixelBytes + place.sample * size
    if (ownBytes === pixelBytes) target.set(block.subarray(from, from + columns * ownBytes), to)
    else
      for (let x = 0; x < columns; x++)
        for (let byte = 0; byte < size; byte++)
          target[to + x * pixelBytes + byte] = block[from + x * size + byte] ?? 0
  }
}
