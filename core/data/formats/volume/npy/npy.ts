/** NPY (NumPy, versions 1 to 3). The README has the table of results by rank and element type. */
import type { SpecimenError } from '../../../../contract/domain/errors.ts'
import type { ElementArray } from '../../../../contract/domain/result/elements.ts'
import type { PointCloudResult, Result } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../../format.ts'
import { toOffsetPositions } from '../../mesh/large-coordinates.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { refuseTag } from '../../tag-table.ts'
import { noteInexact, toImage, toVolume, toVolumes } from '../array-volume.ts'
import { elementBytes, type FileDtype, readSamples } from '../samples.ts'
import { npyTags } from './npy-tags.ts'

/** NumPy's letter and size of each element type. */
const dtypesByCode: { readonly [code: string]: FileDtype } = {
  b1: 'uint8',
  i1: 'int8',
  u1: 'uint8',
  i2: 'int16',
  u2: 'uint16',
  i4: 'int32',
  u4: 'uint32',
  i8: 'int64',
  u8: 'uint64',
  f2: 'float16',
  f4: 'float32',
  f8: 'float64',
}

/** The row of the table for other letters, and for floats that are long. */
const otherKinds: { readonly [kind: string]: 'c' | 'O' | 'S' | 'M' | 'V' | 'g' } = {
  c: 'c',
  O: 'O',
  S: 'S',
  U: 'S',
  a: 'S',
  M: 'M',
  m: 'M',
  V: 'V',
  f12: 'g',
  f16: 'g',
  g: 'g',
}

/** Its decoder, and the tags by which it works. */
export const npyReader: FormatReader = { decode: decodeNpy, tags: npyTags }

/** Returns the likeliest result of an array: an image, points, or a volume. */
function decodeNpy(bytes: Uint8Array, context: DecodeContext): Result | VolumeSeries {
  const { shape, data, isBool } = readArray(bytes, context)
  if (data.length === 0) throw refuse(`An array must have elements (its shape is ${shape.join('×')}).`)
  const [height = 0, width = 0, channels = 1] = shape
  const isPicture = shape.length === 2 || (shape.length === 3 && (channels === 3 || channels === 4))
  const pixels = isBool ? data.map((bit) => bit * 255) : data
  const image = isPicture && toImage({ width, height, channels }, pixels)
  if (image) return image
  if (shape.length === 2 && shape[1] === 3) {
    if (data instanceof Float32Array) return { type: 'point_cloud', points: data }
    if (data instanceof Float64Array) return toPoints(data)
  }
  if (shape.length === 2) return toVolume([1, ...shape], data)
  if (shape.length > 3 && data instanceof Uint8Array && (shape.at(-1) === 3 || shape.at(-1) === 4))
    throw refuseTag(npyTags, 'shape = (…, 3) of uint8')
  if (shape.length >= 3) return toVolumes(shape, data)
  throw refuseTag(npyTags, 'shape = (n,)')
}

/** Returns doubles as points, which keep their steps beside an offset. */
function toPoints(data: Float64Array): PointCloudResult {
  const { positions, offset } = toOffsetPositions({
    length: data.length,
    get: (index) => data[index] ?? Number.NaN,
  })
  return { type: 'point_cloud', points: positions, ...(offset && { offset }) }
}

/** Samples are in C order. */
function readArray(bytes: Uint8Array, context: DecodeContext) {
  requireBytes('the head of an NPY', 12, bytes.length)
  const view = toView(bytes)
  const major = view.getUint8(6)
  if (major < 1 || major > 3) throw refuse(`The version must be 1, 2 or 3 (got ${major}).`)
  const start = major === 1 ? 10 : 12
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true)
  requireBytes('the header', length, bytes.length - start)
  const header = String.fromCharCode(...bytes.slice(start, start + Math.min(length, 4096)))
  const { dtype, isBigEndian, isBool, isFortran, shape } = parseNpyHeader(header)
  const count = shape.reduce((total, extent) => total * extent, 1)
  const content = bytes.subarray(start + length)
  const wanted = count * elementBytes[dtype]
  requireBytes(`an array of ${shape.join('×')} ${dtype}`, wanted, content.length)
  if (content.length > wanted)
    throw refuse(`It must end after its array (got ${content.length - wanted} more bytes).`)
  const data = readSamples(content, { dtype, count, isBigEndian })
  noteInexact(data, dtype, context)
  return { shape, isBool, data: isFortran ? toRowOrder(data, shape) : data }
}

/** The form of the array of a file. */
export interface NpyHeader {
  readonly dtype: FileDtype
  readonly isBigEndian: boolean
  readonly isBool: boolean
  readonly isFortran: boolean
  readonly shape: readonly number[]
}

/** Parses the literal of a Python dictionary without running it. @throws `file.undecodable` */
export function parseNpyHeader(header: string): NpyHeader {
  if (/'descr':\s*\[/.test(header)) throw refuseTag(npyTags, 'descr = V')
  const descr = /'descr':\s*'([<>|=]?)([a-zA-Z]\d*)(\[\w+\])?'/.exec(header)
  const order = /'fortran_order':\s*(True|False)/.exec(header)
  const extents = /'shape':\s*\(([\d,\sL]*)\)/.exec(header)
  if (!descr || !order || !extents) {
    const found = JSON.stringify(header.trim().slice(0, 100))
    throw refuse(`The header must name one simple dtype, an order and a shape (got ${found}).`)
  }
  const [, mark, code = ''] = descr
  const dtype = dtypesByCode[code]
  if (!dtype) throw refuseCode(code)
  const shape = [...(extents[1] ?? '').matchAll(/\d+/g)].map(([digits]) => Number(digits))
  const most = shape.reduce((total, extent) => total * Math.max(extent, 1), 1)
  if (shape.length > 32 || !Number.isSafeInteger(most))
    throw refuse(`A shape of ${shape.join('×')} cannot be.`)
  return { dtype, isBigEndian: mark === '>', isBool: code === 'b1', isFortran: order[1] === 'True', shape }
}

function refuseCode(code: string): SpecimenError {
  const kind = otherKinds[code] ?? otherKinds[code.charAt(0)]
  if (kind) return refuseTag(npyTags, `descr = ${kind}`)
  return refuse(`descr = ${code} is not read by this reader of NPY.`)
}

/** Converts Fortran order to C order. */
function toRowOrder(data: ElementArray, shape: readonly number[]): ElementArray {
  const ordered = data.slice()
  const strides: number[] = []
  let stride = 1
  for (const extent of shape) {
    strides.push(stride)
    stride *= extent
  }
  const index = shape.map(() => 0)
  let from = 0
  for (let to = 0; to < data.length; to++) {
    ordered[to] = data[from] ?? 0
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const next = (index[axis] ?? 0) + 1
      from += strides[axis] ?? 0
      index[axis] = next
      if (next < (shape[axis] ?? 0)) break
      from -= next * (strides[axis] ?? 0)
      index[axis] = 0
    }
  }
  return ordered
}
