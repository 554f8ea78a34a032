/** NIfTI-1 and NIfTI-2, header and samples in one file. Own code: the library trusts the header's sizes. */
import { type ElementArray, findDtype } from '../../domain/result/elements.ts'
import type { VolumeResult } from '../../domain/result/result.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { isAlongAxis, toOrientation, toVolumes } from './array-volume.ts'
import { elementBytes, type FileDtype, readSamples } from './samples.ts'

const dtypes: { readonly [code: number]: FileDtype } = {
  2: 'uint8',
  4: 'int16',
  8: 'int32',
  16: 'float32',
  64: 'float64',
  256: 'int8',
  512: 'uint16',
  768: 'uint32',
  1024: 'int64',
  1280: 'uint64',
}

const colors = { 128: 'RGB', 2304: 'RGBA' }
const otherDtypes: { readonly [code: number]: string } = { 32: 'complex', 1792: 'complex', ...colors }

/** Returns the volumes of a NIfTI file, in the order of the file's voxels. */
export function decodeNifti(bytes: Uint8Array, { byteLimit }: DecodeContext): VolumeResult | VolumeSeries {
  const header = readHeader(bytes)
  const { extents, datatype, dataStart, isBigEndian } = header
  if (header.isDetached)
    throw refuse(
      'Its samples are in another file (.img); save it as one file (.nii), with the header attached.',
    )
  const dtype = dtypes[datatype]
  if (!dtype)
    throw refuse(
      `Each voxel must be one real number (got the datatype ${otherDtypes[datatype] ?? datatype}).`,
    )
  const [width = 1, height = 1, depth = 1, ...others] = extents
  const shape = [others.reduce((total, extent) => total * extent, 1), depth, height, width]
  const count = shape.reduce((total, extent) => total * extent, 1)
  const byteLength = count * elementBytes[dtype]
  requireWithin(`An array of ${extents.join('×')} ${dtype}`, byteLength, byteLimit)
  requireBytes(`an array of ${extents.join('×')} ${dtype}`, byteLength, bytes.length - dataStart)
  const data = readSamples(bytes.subarray(dataStart), { dtype, count, isBigEndian })
  const spacing = header.pixdim.map((size) => (Number.isFinite(size) && size !== 0 ? Math.abs(size) : 1))
  const { affine, unit } = header
  const steps = affine && [0, 1, 2].map((axis) => affine.map((row) => row[axis] ?? 0))
  const grid = {
    spacing: spacing.toReversed(),
    origin: affine && steps?.every(isAlongAxis) ? toOrigin(affine) : undefined,
    orientation: steps && toOrientation(steps, 'RAS'),
    unit,
  }
  const found = toVolumes(shape, data, grid)
  if ('type' in found) return rescale(found, header)
  return { ...found, read: async (frame) => rescale(await found.read(frame), header) }
}

/** NIfTI-1: the offsets of `nifti1.h`. Numbers are of 16 and 32 bits. */
const firstPlaces = {
  ...{ magic: 344, datatype: 70, dim: 40, pixdim: 76, start: 108, slope: 112, intercept: 116 },
  ...{ qform: 252, sform: 254, quaternion: 256, rows: 280, units: 123 },
}
/** NIfTI-2: the offsets of `nifti2.h`. Numbers are of 32 and 64 bits. */
const secondPlaces: typeof firstPlaces = {
  ...{ magic: 4, datatype: 12, dim: 16, pixdim: 104, start: 168, slope: 176, intercept: 184 },
  ...{ qform: 344, sform: 348, quaternion: 352, rows: 400, units: 500 },
}
/** The units of space, in the three lowest bits of xyzt_units. */
const units: { readonly [code: number]: string } = { 1: 'm', 2: 'mm', 3: 'µm' }

function readHeader(bytes: Uint8Array) {
  requireBytes('the header of a NIfTI', 348, bytes.length)
  const view = toView(bytes)
  const sizes = [348, 540]
  const isBigEndian = sizes.includes(view.getInt32(0))
  const size = view.getInt32(0, !isBigEndian)
  if (!sizes.includes(size)) throw refuse(`The size of the header must be 348 or 540 (got ${size}).`)
  requireBytes('the header of a NIfTI', size, bytes.length)
  const isLittle = !isBigEndian
  const places = size === 348 ? firstPlaces : secondPlaces
  const isFirst = places === firstPlaces
  const float = (at: number): number =>
    isFirst ? toShortest(view.getFloat32(at, isLittle)) : view.getFloat64(at, isLittle)
  const floats = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => float(at + i * (isFirst ? 4 : 8)))
  const long = (at: number): number => Number(view.getBigInt64(at, isLittle))
  const form = (at: number): number => (isFirst ? view.getInt16(at, isLittle) : view.getInt32(at, isLittle))
  const start = isFirst ? float(places.start) : long(places.start)
  const [qfac = 1, ...pixdim] = floats(places.pixdim, 4)
  const quaternion = [qfac, ...floats(places.quaternion, 6)]
  const turned = form(places.qform) > 0 ? toRows(quaternion, pixdim) : undefined
  return {
    isBigEndian,
    isDetached: view.getUint8(places.magic + 1) === 0x69, // ni1, ni2
    datatype: view.getInt16(places.datatype, isLittle),
    /** Along x, y, z, time and more. */
    extents: readExtents((i) =>
      isFirst ? view.getInt16(places.dim + 2 * i, isLittle) : long(places.dim + 8 * i),
    ),
    /** Distance of samples along x, y and z. */
    pixdim,
    dataStart: Math.max(Number.isFinite(start) ? Math.trunc(start) : 0, size),
    slope: float(places.slope),
    intercept: float(places.intercept),
    /** Three rows of four that map voxels to the world, where the header has them: of methods 3 and 2. */
    affine: form(places.sform) > 0 ? [0, 4, 8].map((i) => floats(places.rows, 12).slice(i, i + 4)) : turned,
    unit: units[view.getUint8(places.units) & 7],
  }
}

/** Returns the shortest decimal that is the same float32: 1.2 was written as 1.2000000476837158. */
function toShortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

function readExtents(read: (index: number) => number): readonly number[] {
  const rank = read(0)
  if (rank < 1 || rank > 7) throw refuse(`The number of axes must be from 1 to 7 (got ${rank}).`)
  const extents = Array.from({ length: rank }, (_, i) => read(i + 1))
  if (extents.every((extent) => Number.isSafeInteger(extent) && extent > 0)) return extents
  throw refuse(`Extents must be at least 1 (got ${extents.join('×')}).`)
}

/** Returns the rows of a quaternion (method 2 of `nifti1.h`): qfac, b, c, d and the offset. */
function toRows([qfac = 1, b = 0, c = 0, d = 0, ...offset]: readonly number[], pixdim: readonly number[]) {
  const a = Math.sqrt(Math.max(0, 1 - b * b - c * c - d * d))
  const turned = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c],
  ]
  const [x = 1, y = 1, z = 1] = pixdim
  const sizes = [x, y, qfac < 0 ? -z : z]
  return turned.map((row, i) => [...row.map((part, axis) => part * (sizes[axis] ?? 1)), offset[i] ?? 0])
}

/** Returns the place of the first voxel, slowest axis first. */
function toOrigin(affine: readonly (readonly number[])[]): readonly number[] | undefined {
  const origin = affine.map((row) => row[3] ?? 0).toReversed()
  return origin.every(Number.isFinite) ? origin : undefined
}

/** Scales stored values to measured ones: float32, or float64 where stored as such. */
function rescale(volume: VolumeResult, { slope, intercept }: ReturnType<typeof readHeader>): VolumeResult {
  const isTrivial = slope === 0 || !Number.isFinite(slope) || (slope === 1 && intercept === 0)
  if (isTrivial) return volume
  const offset = Number.isFinite(intercept) ? intercept : 0
  const scaled: ElementArray =
    volume.data instanceof Float64Array
      ? new Float64Array(volume.data.length)
      : new Float32Array(volume.data.length)
  for (let i = 0; i < scaled.length; i++) scaled[i] = (volume.data[i] ?? 0) * slope + offset
  return { ...volume, dtype: findDtype(scaled) ?? 'float32', data: scaled }
}
