import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'

/** NIfTI-1: the offsets of `nifti1.h`. Numbers are of 16 and 32 bits. */
const firstPlaces = {
  magic: 344,
  datatype: 70,
  dim: 40,
  pixdim: 76,
  start: 108,
  slope: 112,
  intercept: 116,
  qform: 252,
  sform: 254,
  quaternion: 256,
  rows: 280,
  units: 123,
  intent: 68,
  intentName: 328,
  shownTo: 124,
  shownFrom: 128,
}
/** NIfTI-2: the offsets of `nifti2.h`. Numbers are of 32 and 64 bits. */
const secondPlaces: typeof firstPlaces = {
  magic: 4,
  datatype: 12,
  dim: 16,
  pixdim: 104,
  start: 168,
  slope: 176,
  intercept: 184,
  qform: 344,
  sform: 348,
  quaternion: 352,
  rows: 400,
  units: 500,
  intent: 504,
  intentName: 508,
  shownTo: 192,
  shownFrom: 200,
}

/** Where NIfTI-1 has glmin. */
const leastGreyAt = 144

/** The fields of a header that say something of samples or their places. */
export interface NiftiHeader {
  readonly isBigEndian: boolean
  /** `n+1`, `ni1`, or another text, as Analyze has it. */
  readonly magic: string
  readonly datatype: number
  /** Along x, y, z, time and more: 1 to 7, each at least 1. */
  readonly extents: readonly number[]
  /** pixdim[0], -1 where z of the qform is turned over. */
  readonly qfac: number
  /** Distance of samples along x, y and z. */
  readonly pixdim: readonly number[]
  /** The place of the samples in their file, by the header. */
  readonly dataStart: number
  readonly slope: number
  readonly intercept: number
  readonly qformCode: number
  readonly sformCode: number
  /** b, c, d of the quaternion, then the place of the first sample. */
  readonly quaternion: readonly number[]
  /** Twelve numbers, three rows of four that map voxels to the world. */
  readonly rows: readonly number[]
  readonly unitCode: number
  readonly intentCode: number
  readonly intentName: string
  /** cal_min and cal_max: the measured values between which it is shown; 0 and 0 for none. */
  readonly shown: readonly [low: number, high: number]
  /** Bytes of the header. */
  readonly byteLength: number
}

/** Returns the header of a NIfTI. Floats of 32 bits are the shortest decimals. @throws `file.undecodable` */
export function readNiftiHeader(bytes: Uint8Array): NiftiHeader {
  requireBytes('the header of a NIfTI', 348, bytes.length)
  const view = toView(bytes)
  const sizes = [348, 540]
  const isBigEndian = sizes.includes(view.getInt32(0))
  const isLittle = !isBigEndian
  const size = view.getInt32(0, isLittle)
  if (!sizes.includes(size)) throw refuse(`The size of the header must be 348 or 540 (got ${size}).`)
  requireBytes('the header of a NIfTI', size, bytes.length)
  const isFirst = size === 348
  const places = isFirst ? firstPlaces : secondPlaces
  const float = (at: number): number =>
    isFirst ? toShortest(view.getFloat32(at, isLittle)) : view.getFloat64(at, isLittle)
  const floats = (at: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => float(at + i * (isFirst ? 4 : 8)))
  const long = (at: number): number => Number(view.getBigInt64(at, isLittle))
  const code = (at: number): number => (isFirst ? view.getInt16(at, isLittle) : view.getInt32(at, isLittle))
  const start = isFirst ? float(places.start) : long(places.start)
  const [qfac = 1, ...pixdim] = floats(places.pixdim, 4)
  return {
    isBigEndian,
    magic: readText(bytes, places.magic, 4),
    datatype: view.getInt16(places.datatype, isLittle),
    extents: isFirst
      ? unfold(
          readExtents(
            (i) => view.getInt16(places.dim + 2 * i, isLittle),
            view.getInt32(leastGreyAt, isLittle),
          ),
        )
      : readExtents((i) => long(places.dim + 8 * i)),
    qfac,
    pixdim,
    dataStart: Number.isFinite(start) ? Math.max(0, Math.trunc(start)) : 0,
    slope: float(places.slope),
    intercept: float(places.intercept),
    qformCode: code(places.qform),
    sformCode: code(places.sform),
    quaternion: floats(places.quaternion, 6),
    rows: floats(places.rows, 12),
    unitCode: (isFirst ? view.getUint8(places.units) : code(places.units)) & 7,
    intentCode: code(places.intent),
    intentName: readText(bytes, places.intentName, 16),
    shown: [float(places.shownFrom), float(places.shownTo)],
    byteLength: size,
  }
}

/** Returns the shortest decimal that is the same float32: 1.2 was written as 1.2000000476837158. */
export function toShortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

/**
 * Returns the extents. FreeSurfer writes -1 for one beyond 16 bits, which is in the field that was the least
 * grey (glmin) before: `long`.
 */
function readExtents(read: (index: number) => number, long = 0): readonly number[] {
  const rank = read(0)
  if (rank < 1 || rank > 7) throw refuse(`The number of axes must be from 1 to 7 (got ${rank}).`)
  const stored = Array.from({ length: rank }, (_, i) => read(i + 1))
  const isLong = stored.slice(0, 3).join() === '-1,1,1'
  const extents = isLong ? [long, ...stored.slice(1)] : stored
  if (extents.every((extent) => Number.isSafeInteger(extent) && extent > 0)) return extents
  throw refuse(`Extents must be at least 1 (got ${extents.join('×')}).`)
}

/** Returns extents with the row that FreeSurfer folds: values of the vertices of its finest icosahedron. */
function unfold(extents: readonly number[]): readonly number[] {
  const isFolded = extents.slice(0, 3).join() === '27307,1,6'
  return isFolded ? [27_307 * 6, 1, 1, ...extents.slice(3)] : extents
}

/** Returns printable ASCII up to a zero. */
function readText(bytes: Uint8Array, at: number, length: number): string {
  const [text = ''] = String.fromCharCode(...bytes.subarray(at, at + length)).split('\0')
  return text.replace(/[^ -~]/g, '').trim()
}
