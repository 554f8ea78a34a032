/**
 * NRRD (Nearly Raw Raster Data), scalar. Own code: three's loader ignores
 * the byte order, makes NaN of hexadecimal digits, and takes truncated data.
 */
import type { ElementArray } from '../../../../contract/domain/result/elements.ts'
import type { Result, VolumeResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../../format.ts'
import { inflate } from '../../inflate.ts'
import { readBeside } from '../../read-beside.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyFoundTag, applyTag, refuseTag } from '../../tag-table.ts'
import { noteInexact, notePlace, toImage, toVolume, toVolumes, type VolumeGrid } from '../array-volume.ts'
import { markLabels } from '../mark-labels.ts'
import { elementBytes, readSamples } from '../samples.ts'
import { findPicture, findPictureAxes, findSpaceAxes, readNrrdGrid } from './nrrd-axes.ts'
import { type NrrdHeader, readNrrdHeader } from './nrrd-header.ts'
import { readSegments } from './nrrd-segments.ts'
import { nrrdTags } from './nrrd-tags.ts'
import { readHexSamples, readTextSamples } from './nrrd-text.ts'

/** Its decoder, and the tags by which it works. */
export const nrrdReader: FormatReader = { decode: decodeNrrd, tags: nrrdTags }

/** Returns the volumes of an NRRD file, or the image where it is one. */
async function decodeNrrd(bytes: Uint8Array, context: DecodeContext): Promise<Result | VolumeSeries> {
  const header = readNrrdHeader(bytes)
  const { sizes, dtype, fields } = header
  if (sizes.length < 2) throw refuse('It must have at least two axes to be shown (got 1).')
  noteUnknown(header, context)
  const picture = findPicture(header)
  if (picture?.isAssumed) applyTag(nrrdTags, 'kinds of none', context, `${picture.channels} samples`)
  const axes = picture ? findPictureAxes(header) : findSpaceAxes(header, context)
  const count = sizes.reduce((total, size) => total * size, 1)
  requireWithin(`An array of ${sizes.join('×')} ${dtype}`, count * elementBytes[dtype], context.byteLimit)
  const samples = await findSamples(bytes, header, context)
  context.take(`An array of ${sizes.join('×')} ${dtype}`, count * elementBytes[dtype])
  const data = await readData(samples, header, { count, context })
  noteInexact(data, dtype, context)
  if (fields.has('old min') || fields.has('old max')) applyTag(nrrdTags, 'old min', context)
  const image = picture && toImage(picture, data)
  const stated = readNrrdGrid(header, axes, context)
  if (image) {
    notePlace(stated, context)
    return image
  }
  const listSegments = readSegments(header.pairs)
  const isOfSlicer = listSegments && header.directions !== undefined && header.spaceUnits.length === 0
  if (isOfSlicer) applyTag(nrrdTags, 'no space units', context)
  const grid = isOfSlicer ? { ...stated, unit: 'mm' } : stated
  if (axes.length > 2) noteUnplaced(header, context)
  const found = splitVolumes(header, data, { axes, grid, context })
  return listSegments ? markLabels(found, listSegments) : found
}

/** Fields that are read with another one, which has the row of the table. */
const pairedFields = ['axis maxs', 'old max']

/** Notes fields of which nothing is known. */
function noteUnknown({ fields }: NrrdHeader, context: DecodeContext): void {
  const known = new Set([...nrrdTags.rows.map(({ tag }) => tag), ...pairedFields])
  for (const name of [...fields.keys()].filter((field) => !known.has(field)).slice(0, 5))
    applyFoundTag(nrrdTags, name.slice(0, 60), context)
}

/** Notes what a volume does not say of its place in a patient or a world. */
function noteUnplaced({ fields, directions }: NrrdHeader, context: DecodeContext): void {
  if (!directions) applyTag(nrrdTags, 'no space directions', context)
  else if (!fields.has('space')) applyTag(nrrdTags, 'no space', context)
}

/** Returns the bytes behind the header, or those of the file that it names. */
async function findSamples(
  bytes: Uint8Array,
  { dataFile, dataStart }: NrrdHeader,
  context: DecodeContext,
): Promise<Uint8Array> {
  if (dataFile === undefined) return bytes.subarray(dataStart)
  if (/^LIST\b|%\d*d/.test(dataFile)) throw refuseTag(nrrdTags, 'data file = LIST')
  const wanted = dataFile.slice(Math.max(dataFile.lastIndexOf('/'), dataFile.lastIndexOf('\\')) + 1)
  const found = await readBeside(context, (name) => name === wanted, 'as it is')
  if (!found) throw refuseTag(nrrdTags, 'data file')
  return found
}

/** Axes of the file with the grid of one volume. */
interface SplitOptions {
  readonly axes: readonly number[]
  readonly grid: VolumeGrid
  readonly context: DecodeContext
}

/** Returns the volumes of three axes of space, in the order of the other axes, the fastest first. */
function splitVolumes(
  { sizes }: NrrdHeader,
  data: ElementArray,
  { axes, grid, context }: SplitOptions,
): VolumeResult | VolumeSeries {
  const strides = sizes.map((_, axis) => sizes.slice(0, axis).reduce((total, size) => total * size, 1))
  const others = [...sizes.keys()].filter((axis) => !axes.includes(axis))
  const count = others.reduce((total, axis) => total * (sizes[axis] ?? 1), 1)
  const [width = 1, height = 1, depth = 1] = axes.map((axis) => sizes[axis])
  const shape = [depth, height, width]
  if (others.every((axis) => axis > Math.max(...axes))) return toVolumes([count, ...shape], data, grid)
  const [toRight = 0, toNext = 0, toDeep = 0] = axes.map((axis) => strides[axis])
  const read = (frame: number): VolumeResult => {
    let [rest, start] = [frame, 0]
    for (const axis of others) {
      start += (rest % (sizes[axis] ?? 1)) * (strides[axis] ?? 0)
      rest = Math.floor(rest / (sizes[axis] ?? 1))
    }
    context.take('A volume', depth * height * width * data.BYTES_PER_ELEMENT)
    const samples = data.slice(0, depth * height * width)
    let to = 0
    for (let z = 0; z < depth; z++)
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          samples[to++] = data[start + z * toDeep + y * toNext + x * toRight] ?? 0
    return toVolume(shape, samples, grid)
  }
  return count === 1 ? read(0) : { count, read }
}

async function readData(
  content: Uint8Array,
  header: NrrdHeader,
  { count, context }: { readonly count: number; readonly context: DecodeContext },
): Promise<ElementArray> {
  const { dtype, encoding, isBigEndian } = header
  const wanted = count * elementBytes[dtype]
  const skipped = content.subarray(skipLines(content, header.lineSkip))
  if (encoding === 'text') return readTextSamples(skipped, header, context)
  // Bytes are skipped after inflating, lines before; -1 skips all but the samples.
  const plain =
    encoding === 'gzip'
      ? await inflate(skipped, Math.min(context.byteLimit, wanted + Math.max(header.byteSkip, 0) + 2 ** 20))
      : encoding === 'hex'
        ? readHexSamples(skipped, wanted, context)
        : skipped
  const start = header.byteSkip === -1 ? Math.max(0, plain.length - wanted) : header.byteSkip
  requireBytes(`an array of ${header.sizes.join('×')} ${dtype}`, wanted, plain.length - start)
  const rest = plain.subarray(start + wanted)
  // Writers and editors end a file with a line break.
  if (!/^\r?\n?$/.test(String.fromCharCode(...rest.subarray(0, 3))))
    throw refuse(`It must end after its samples (got ${rest.length} more bytes).`)
  return readSamples(plain.subarray(start), { dtype, count, isBigEndian })
}

function skipLines(content: Uint8Array, count: number): number {
  let at = 0
  for (let line = 0; line < count; line++) {
    at = content.indexOf(0x0a, at) + 1
    if (at === 0) throw refuse(`line skip must be at most the lines there are (got ${count}).`)
  }
  return at
}
