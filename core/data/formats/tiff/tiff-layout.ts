import { refuse } from '../refusal.ts'
import { refuseTag } from '../tag-table.ts'
import { elementBytes, type FileDtype } from '../volume/samples.ts'
import { tags } from './tag-numbers.ts'
import { readNumber, type TiffPage } from './tiff-pages.ts'
import { tiffTags } from './tiff-tags.ts'

/** The samples of one page in the file: in strips of full width, or in tiles. */
export interface TiffLayout {
  readonly width: number
  readonly height: number
  /** Samples of a pixel. */
  readonly samples: number
  /** Bits of a sample in the file, and the element type that it becomes. */
  readonly bits: number
  readonly dtype: FileDtype
  readonly isTiled: boolean
  readonly blockWidth: number
  readonly blockHeight: number
  /** Whether each sample has a plane of its own. */
  readonly isPlanar: boolean
  readonly offsets: ArrayLike<number>
  readonly byteCounts: ArrayLike<number>
  readonly compression: number
  readonly faxOptions: number
  readonly predictor: number
  /** Whether the lowest bit of a byte comes first. */
  readonly isReversed: boolean
  readonly photometric: number
  /** Pixels across and down that share chroma; 1 and 1 where each has its own. */
  readonly chroma: readonly [across: number, down: number]
  readonly jpegTables: Uint8Array | undefined
}

const kinds: { readonly [format: number]: 'uint' | 'int' | 'float' } = {
  1: 'uint',
  2: 'int',
  3: 'float',
  4: 'uint',
}
/** The formats of tag 339 by those of its forerunner, tag 32996. */
const oldFormats = [4, 2, 1, 3]
const yCbCr = 6

/** Returns the arrangement of a page, not yet held against the file. @throws `file.undecodable` */
export function readLayout(page: TiffPage): TiffLayout {
  const read = (tag: number, standard: number): number => readNumber(page, tag, standard)
  const [width, height, samples] = [read(tags.width, 0), read(tags.height, 0), read(tags.samples, 1)]
  const isTiled = page.has(tags.tileWidth)
  const blockWidth = isTiled ? read(tags.tileWidth, 0) : width
  const blockHeight = isTiled ? read(tags.tileHeight, 0) : Math.min(read(tags.rowsPerStrip, height), height)
  if (Math.min(width, height, samples, blockWidth, blockHeight) < 1)
    throw refuse(
      `A page must have pixels, in blocks (got ${width}×${height} in ${blockWidth}×${blockHeight}).`,
    )
  const [bits, dtype] = readDtype(page)
  const compression = read(tags.compression, 1)
  const photometric = read(tags.photometric, findPhotometric(page, samples, compression))
  const isPlanar = samples > 1 && read(tags.planes, 1) === 2
  const tables = page.get(tags.jpegTables)
  return {
    width,
    height,
    samples,
    bits,
    dtype,
    isTiled,
    blockWidth,
    blockHeight,
    isPlanar,
    compression,
    photometric,
    // Some writers name tiles by the tags of strips, and the other way round.
    offsets: page.get(tags.tileOffsets) ?? page.get(tags.stripOffsets) ?? [],
    byteCounts: page.get(tags.tileByteCounts) ?? page.get(tags.stripByteCounts) ?? [],
    faxOptions: read(tags.faxOptions, 0),
    predictor: read(tags.predictor, 1),
    isReversed: read(tags.fillOrder, 1) === 2,
    chroma: photometric === yCbCr && compression !== 7 ? readChroma(page, isPlanar) : [1, 1],
    jpegTables: tables && Uint8Array.from(tables),
  }
}

/** Codes of faxes, of which 0 is white (T.4, T.6). */
const faxCodes = [2, 3, 4]

/** Returns the colours of a page that does not say them, as libtiff takes them; a note says it. */
function findPhotometric(page: TiffPage, samples: number, compression: number): number {
  const colors = samples - (page.get(tags.extraSamples)?.length ?? 0)
  if (colors >= 3) return 2
  return faxCodes.includes(compression) ? 0 : 1
}

function readChroma(page: TiffPage, isPlanar: boolean): readonly [number, number] {
  const [across = 2, down = 2] = Array.from(page.get(tags.subsampling) ?? [])
  const isValid = [across, down].every((count) => [1, 2, 4].includes(count))
  if (!isValid || (isPlanar && across * down > 1))
    throw refuse(
      `Chroma must be that of 1, 2 or 4 pixels, side by side (got ${across}×${down}); save it as RGB.`,
    )
  return [across, down]
}

function readDtype(page: TiffPage): readonly [bits: number, dtype: FileDtype] {
  const [bits = 1, ...others] = new Set(Array.from(page.get(tags.bits) ?? [1]))
  if (others.length > 0) throw refuseTag(tiffTags, '258 BitsPerSample (several)')
  const old = oldFormats[readNumber(page, tags.dataType, 2)] ?? 1
  const kind = kinds[readNumber(page, tags.sampleFormat, old)]
  const dtype = kind && findDtype(kind, bits)
  if (dtype) return [bits, dtype]
  const found = `${kind ?? 'a number of no known kind and '}${bits}`
  throw refuse(
    'Samples must be unsigned of 1 to 32 or 64 bits, signed of 8, 16, 32 or 64, or floats of 16, 24, 32 ' +
      `or 64 (got ${found}); save it as uint8, for example.`,
  )
}

/** Returns the least element type that has all values. */
function findDtype(kind: 'uint' | 'int' | 'float', bits: number): FileDtype | undefined {
  const name = `${kind}${bits}`
  if (Object.hasOwn(elementBytes, name)) return name as FileDtype // a name of the table
  if (kind === 'float' && bits === 24) return 'float32'
  if (kind !== 'uint' || bits < 1 || bits > 32) return undefined
  return bits < 8 ? 'uint8' : bits < 16 ? 'uint16' : 'uint32'
}

/** Returns the bytes of the samples of a page. */
export function measurePage({ width, height, samples, dtype }: TiffLayout): number {
  return width * height * samples * elementBytes[dtype]
}
