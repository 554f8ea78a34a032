/** The form of the samples of a file, checked before one of them is read. */
import type { DataSet } from 'dicom-parser'
import { refuse, requireWithin } from '../refusal.ts'
import { elementBytes, type FileDtype } from '../volume/samples.ts'
import { applyElement } from './dicom-tags.ts'
import { readNumbers, readText } from './elements.ts'

/** The form of the samples of a file. */
export interface PixelLayout {
  readonly width: number
  readonly height: number
  readonly frames: number
  /** Stored samples of a pixel: 1, or 3. */
  readonly samples: 1 | 3
  /** Samples of a pixel that are returned: 3 for a palette, too. */
  readonly channels: 1 | 3
  /** The element type of a sample in memory, where a single bit is a byte. */
  readonly dtype: FileDtype
  /** 1, 8, 16, 32 or 64. */
  readonly bitsAllocated: number
  /** Bits of a sample that count. */
  readonly bits: number
  /** The place of the lowest of them. */
  readonly low: number
  readonly isSigned: boolean
  readonly isFloat: boolean
  /** Colours stand in a plane each, in pixels that are not compressed. */
  readonly isPlanar: boolean
  readonly photometric: Photometric
}

const photometrics = {
  MONOCHROME1: 1,
  MONOCHROME2: 1,
  'PALETTE COLOR': 1,
  RGB: 3,
  YBR_FULL: 3,
  YBR_FULL_422: 3,
  YBR_ICT: 3,
  YBR_RCT: 3,
} as const
const refusedPhotometrics = ['YBR_PARTIAL_422', 'YBR_PARTIAL_420', 'HSV', 'ARGB', 'CMYK', 'XYB'] as const
const mostFrames = 50_000

/** The colour space of stored samples. */
export type Photometric = keyof typeof photometrics

/** Returns the form of the samples of a file. @throws `file.undecodable` */
export function readLayout(data: DataSet, byteLimit: number): PixelLayout {
  const [height = 0, width = 0] = [data.uint16('x00280010'), data.uint16('x00280011')]
  if (width === 0 || height === 0)
    throw refuse(`Rows and columns must be at least 1 (got ${height}×${width}).`)
  const [frames = 1] = readNumbers(data, 'x00280008')
  if (!(Number.isInteger(frames) && frames >= 1 && frames <= mostFrames))
    throw refuse(`The number of frames must be from 1 to ${mostFrames} (got ${frames}).`)
  const photometric = readPhotometric(data)
  const samples = photometrics[photometric]
  const found = data.uint16('x00280002') ?? 1
  if (found !== samples)
    throw refuse(`A pixel of ${photometric} must have ${samples} samples (got ${found}).`)
  const form = readSampleForm(data)
  const isColored = samples === 3 || photometric === 'PALETTE COLOR'
  if (isColored && !['uint8', 'uint16'].includes(form.dtype))
    throw refuse(`Samples of colours must be unsigned, of 8 or 16 bits (got ${form.dtype}).`)
  const channels = isColored ? 3 : 1
  const byteLength = frames * width * height * channels * elementBytes[form.dtype]
  requireWithin(`${frames} frames of ${width}×${height} ${form.dtype}`, byteLength, byteLimit)
  const isPlanar = samples === 3 && data.uint16('x00280006') === 1
  return { width, height, frames, samples, channels, isPlanar, photometric, ...form }
}

function readPhotometric(data: DataSet): Photometric {
  const kind = readText(data, 'x00280004') ?? 'MONOCHROME2'
  const known = Object.keys(photometrics).find((name): name is Photometric => name === kind)
  if (known) return known
  const refused = refusedPhotometrics.find((name) => name === kind)
  if (refused) applyElement(`PhotometricInterpretation (0028,0004) = ${refused}`, () => {})
  throw refuse(`Its colours are unknown (${JSON.stringify(kind)}). Save it as grey, RGB or a palette.`)
}

function readSampleForm(data: DataSet) {
  const bitsAllocated = data.uint16('x00280100') ?? 16
  const isSigned = data.uint16('x00280103') === 1
  const isFloat = !data.elements.x7fe00010 && (isThere(data, 'x7fe00008') || isThere(data, 'x7fe00009'))
  const dtype = isFloat
    ? data.elements.x7fe00008
      ? 'float32'
      : 'float64'
    : findDtype(bitsAllocated, isSigned)
  const most = Math.min(bitsAllocated, 8 * elementBytes[dtype])
  const bits = Math.min(Math.max(data.uint16('x00280101') ?? most, 1), most)
  const high = Math.min(data.uint16('x00280102') ?? bits - 1, most - 1)
  return { bitsAllocated, isSigned, isFloat, dtype, bits, low: Math.max(0, high + 1 - bits) }
}

function isThere(data: DataSet, tag: string): boolean {
  return data.elements[tag] !== undefined
}

function findDtype(bitsAllocated: number, isSigned: boolean): FileDtype {
  if (bitsAllocated === 1) return 'uint8'
  if (bitsAllocated === 8) return isSigned ? 'int8' : 'uint8'
  if (bitsAllocated === 16) return isSigned ? 'int16' : 'uint16'
  if (bitsAllocated === 32) return isSigned ? 'int32' : 'uint32'
  applyElement('BitsAllocated (0028,0100) = other', () => {}, String(bitsAllocated))
  throw new Error('The row above is refused.')
}
