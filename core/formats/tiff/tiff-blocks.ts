import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { elementBytes, type FileDtype } from '../volume/samples.ts'
import { readNumber, type TiffPage, tags } from './tiff-pages.ts'
import { unpack } from './unpack.ts'

/** The samples of one page in the file: in strips of full width, or in tiles. */
export type TiffLayout = ReturnType<typeof readLayout>

const formatNames: { readonly [format: number]: string } = { 1: 'uint', 2: 'int', 3: 'float', 4: 'uint' }

/** Returns the arrangement of a page, whose sizes are not yet held against the file. */
export function readLayout(page: TiffPage) {
  const read = (tag: number, standard: number): number => readNumber(page, tag, standard)
  const [width, height, samples] = [read(tags.width, 0), read(tags.height, 0), read(tags.samples, 1)]
  const isTiled = page.has(tags.tileOffsets)
  const blockWidth = isTiled ? read(tags.tileWidth, 0) : width
  const blockHeight = isTiled ? read(tags.tileHeight, 0) : Math.min(read(tags.rowsPerStrip, height), height)
  if (Math.min(width, height, samples, blockWidth, blockHeight) < 1)
    throw refuse(
      `A page must have pixels, in strips or tiles (got ${width}×${height} in ${blockWidth}×${blockHeight}).`,
    )
  if (samples > 1 && read(tags.planes, 1) !== 1)
    throw refuse(
      'The samples of a pixel must be side by side (got a plane for each); save it as interleaved.',
    )
  return {
    ...{ width, height, samples, isTiled, blockWidth, blockHeight },
    dtype: readDtype(page),
    offsets: page.get(isTiled ? tags.tileOffsets : tags.stripOffsets) ?? [],
    byteCounts: page.get(isTiled ? tags.tileByteCounts : tags.stripByteCounts) ?? [],
    compression: read(tags.compression, 1),
    predictor: read(tags.predictor, 1),
  }
}

function readDtype(page: TiffPage): FileDtype {
  const name = formatNames[readNumber(page, tags.sampleFormat, 1)] ?? 'complex'
  const bits = new Set(page.get(tags.bits) ?? [1])
  const dtype = `${name}${[...bits].join(' and ')}`
  if (Object.hasOwn(elementBytes, dtype)) return dtype as FileDtype // a name of the table
  throw refuse(
    `Samples must have 8, 16, 32 or 64 bits (got ${dtype.slice(0, 60)}); save it as uint8, for example.`,
  )
}

/** Bytes of the samples of a page. */
export function measurePage({ width, height, samples, dtype }: TiffLayout): number {
  return width * height * samples * elementBytes[dtype]
}

/** Fills `target` with the samples of a page: rows from the top, in the byte order of the file. */
export function readBlocks(
  bytes: Uint8Array,
  layout: TiffLayout,
  { isBigEndian, target }: { readonly isBigEndian: boolean; readonly target: Uint8Array },
): void {
  const { width, height, blockWidth, blockHeight, isTiled, offsets, byteCounts } = layout
  const across = Math.ceil(width / blockWidth)
  const count = across * Math.ceil(height / blockHeight)
  const named = Math.min(offsets.length, byteCounts.length)
  if (named < count) throw refuse(`A page must name all its strips or tiles, ${count} (got ${named}).`)
  const pixelBytes = layout.samples * elementBytes[layout.dtype]
  const rowBytes = blockWidth * pixelBytes
  for (let i = 0; i < count; i++) {
    const top = Math.floor(i / across) * blockHeight
    const left = (i % across) * blockWidth
    const rows = Math.min(blockHeight, height - top)
    const [from = 0, length = 0] = [offsets[i], byteCounts[i]]
    requireBytes('a strip or tile', length, bytes.length - from)
    const wanted = (isTiled ? blockHeight : rows) * rowBytes
    const block = unpack(bytes.subarray(from, from + length), wanted, layout.compression)
    addDifferences(block, layout, { rowBytes, isLittle: !isBigEndian })
    const columns = Math.min(blockWidth, width - left)
    for (let row = 0; row < rows; row++) {
      const samples = block.subarray(row * rowBytes, row * rowBytes + columns * pixelBytes)
      target.set(samples, ((top + row) * width + left) * pixelBytes)
    }
  }
}

/** Undoes predictor 2: a sample is stored as its difference from that of the pixel on its left. */
function addDifferences(
  block: Uint8Array,
  { predictor, dtype, samples }: TiffLayout,
  { rowBytes, isLittle }: { readonly rowBytes: number; readonly isLittle: boolean },
): void {
  if (predictor === 1) return
  const size = elementBytes[dtype]
  if (predictor !== 2 || size > 4)
    throw refuse(`The predictor must be 1, or 2 for up to 32 bits (got ${predictor}); save it without one.`)
  const view = toView(block)
  const back = samples * size
  for (let row = 0; row < block.length; row += rowBytes) {
    for (let at = row + back; at < row + rowBytes; at += size) {
      if (size === 1) block[at] = (block[at] ?? 0) + (block[at - back] ?? 0)
      else if (size === 2)
        view.setUint16(at, view.getUint16(at, isLittle) + view.getUint16(at - back, isLittle), isLittle)
      else view.setUint32(at, view.getUint32(at, isLittle) + view.getUint32(at - back, isLittle), isLittle)
    }
  }
}
