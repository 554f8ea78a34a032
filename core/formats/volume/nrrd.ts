/**
 * NRRD (Nearly Raw Raster Data), scalar, with its samples in the same file. Own code: three's loader ignores
 * the byte order, makes NaN of hexadecimal digits, and takes truncated data.
 */
import type { ElementArray } from '../../domain/result/elements.ts'
import type { Result, VolumeResult } from '../../domain/result/result.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import { inflate } from '../inflate.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { readLines, splitWords } from '../text-lines.ts'
import { isAlongAxis, toImage, toOrientation, toVolume, toVolumes, type VolumeGrid } from './array-volume.ts'
import { type NrrdHeader, readNrrdHeader } from './nrrd-header.ts'
import { elementBytes, readSamples } from './samples.ts'

/** Kinds of axes in space or time; the others hold the parts of one sample. */
const sampledKinds = ['domain', 'space', 'time', 'list', '???', 'none']

/** Returns the volumes of an NRRD file, or the image for two axes and unsigned samples of 8 or 16 bits. */
export async function decodeNrrd(
  bytes: Uint8Array,
  { byteLimit }: DecodeContext,
): Promise<Result | VolumeSeries> {
  const header = readNrrdHeader(bytes)
  const { sizes, dtype, kinds } = header
  const parts = kinds.find((kind) => !sampledKinds.includes(kind.toLowerCase()))
  if (parts !== undefined)
    throw refuse(
      `Each sample must be one number (got an axis of the kind ${parts}); save one component alone.`,
    )
  if (sizes.length < 2) throw refuse('It must have at least two axes to be shown (got 1).')
  const count = sizes.reduce((total, size) => total * size, 1)
  requireWithin(`An array of ${sizes.join('×')} ${dtype}`, count * elementBytes[dtype], byteLimit)
  const data = await readData(bytes.subarray(header.dataStart), header, { count, byteLimit })
  const shape = sizes.toReversed()
  const [first = ''] = kinds
  if (shape.length === 4 && ['list', 'time'].includes(first.toLowerCase())) return splitSamples(header, data)
  if (shape.length > 2) return toVolumes(shape, data, toGrid(header))
  const [height = 0, width = 0] = shape
  return toImage({ width, height, channels: 1 }, data) ?? toVolume([1, ...shape], data)
}

/** Returns the volumes of a file whose fastest axis counts them, as series of Slicer have it. */
function splitSamples(header: NrrdHeader, data: ElementArray): VolumeResult | VolumeSeries {
  const [count = 1, ...extents] = header.sizes
  const directions = header.directions?.slice(1)
  const grid = toGrid({ ...header, directions, spacings: header.spacings?.slice(1) })
  if (count === 1) return toVolume(extents.toReversed(), data, grid)
  const read = (frame: number): VolumeResult => {
    const samples = data.slice(0, data.length / count)
    for (let i = 0; i < samples.length; i++) samples[i] = data[i * count + frame] ?? 0
    return toVolume(extents.toReversed(), samples, grid)
  }
  return { count, read }
}

async function readData(
  content: Uint8Array,
  header: NrrdHeader,
  { count, byteLimit }: { readonly count: number; readonly byteLimit: number },
): Promise<ElementArray> {
  const { dtype, encoding, isBigEndian } = header
  const wanted = count * elementBytes[dtype]
  const skipped = content.subarray(skipLines(content, header.lineSkip))
  if (encoding === 'text') return readText(skipped, header, count)
  // Bytes are skipped after inflating, lines before; -1 skips all but the samples.
  const plain =
    encoding === 'gzip'
      ? await inflate(skipped, Math.min(byteLimit, wanted + Math.max(header.byteSkip, 0) + 2 ** 20))
      : encoding === 'hex'
        ? readHex(skipped, wanted)
        : skipped
  const start = header.byteSkip === -1 ? Math.max(0, plain.length - wanted) : header.byteSkip
  requireBytes(`an array of ${header.sizes.join('×')} ${dtype}`, wanted, plain.length - start)
  const rest = plain.length - start - wanted
  if (rest > 0) throw refuse(`It must end after its samples (got ${rest} more bytes).`)
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

function readText(content: Uint8Array, { dtype, sizes }: NrrdHeader, count: number): ElementArray {
  // A number takes two bytes with its separator.
  requireBytes(`an array of ${sizes.join('×')} numbers`, 2 * count - 1, content.length)
  const numbers = new Float64Array(count)
  let found = 0
  for (const line of readLines(content)) {
    for (const word of line.split(/[\s,]+/)) {
      if (word === '') continue
      const number = toNumber(word)
      if (found < count) numbers[found] = number
      found++
    }
  }
  if (found !== count) throw refuse(`It must have ${count} numbers (got ${found}).`)
  if (dtype === 'float64' || dtype === 'int64' || dtype === 'uint64') return numbers
  const target = readSamples(new Uint8Array(count * elementBytes[dtype]), {
    dtype,
    count,
    isBigEndian: false,
  })
  target.set(numbers)
  return target
}

function toNumber(word: string): number {
  const known = /^[-+]?(nan|inf(inity)?)$/i.exec(word)
  const number = known ? toSpecial(word) : Number(word)
  if (known || Number.isFinite(number)) return number
  throw refuse(`Samples must be numbers (got ${JSON.stringify(word.slice(0, 60))}).`)
}

function toSpecial(word: string): number {
  if (/nan/i.test(word)) return Number.NaN
  return word.startsWith('-') ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
}

function readHex(content: Uint8Array, byteLength: number): Uint8Array {
  requireBytes('the samples in hexadecimal digits', 2 * byteLength, content.length)
  const plain = new Uint8Array(byteLength)
  let digits = 0
  for (const line of readLines(content)) {
    for (const word of splitWords(line)) {
      if (!/^[0-9a-f]*$/i.test(word))
        throw refuse(`Samples must be hexadecimal digits (got ${word.slice(0, 60)}).`)
      for (const digit of word) {
        const at = digits++ >> 1
        if (at < byteLength) plain[at] = ((plain[at] ?? 0) << 4) | Number.parseInt(digit, 16)
      }
    }
  }
  if (digits !== 2 * byteLength)
    throw refuse(`It must have ${2 * byteLength} hexadecimal digits (got ${digits}).`)
  return plain
}

function toGrid({ spacings, directions, spaceOrigin, spaceEnds }: NrrdHeader): VolumeGrid {
  const steps = directions?.map((step) => step && Math.hypot(...step)) ?? spacings
  // A fourth axis is the slowest; the three before it are those of the first volume.
  const spacing = steps?.slice(0, 3).reverse()
  const isAxisAligned =
    directions?.slice(0, 3).every((step, axis) => step && isAlongAxis(step, axis)) ?? false
  const origin = isAxisAligned ? spaceOrigin?.toReversed() : undefined
  return {
    spacing: spacing?.length === 3 ? spacing.map((step) => toSpacing(step)) : undefined,
    origin: origin?.length === 3 && origin.every(Number.isFinite) ? origin : undefined,
    orientation: directions && spaceEnds && toOrientation(directions.slice(0, 3), spaceEnds),
  }
}

function toSpacing(step: number | undefined): number {
  return step !== undefined && Number.isFinite(step) && step > 0 ? step : 1
}
