/**
 * What a function returns, once it is trusted: a mesh, volume, point cloud or image whose counts, element
 * types and contents fit together. Trust is earned in two steps, because the second reads every element:
 * {@link parseResult} looks at the shape (cheap, anywhere), {@link checkElements} at the contents (about 1 ms
 * a MB; off the event loop). Results are immutable. Their arrays lie in shared memory inside the host, in
 * ordinary memory in a client.
 */
import { describe } from './describe.ts'
import { SpecimenError } from './errors.ts'

export const resultTypes = ['mesh', 'volume', 'point_cloud', 'image'] as const
export type ResultType = (typeof resultTypes)[number]

/** Element types of a volume, by the names they have in preambles and JSON. */
export const volumeArrays = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
} as const
export type VolumeDtype = keyof typeof volumeArrays
export type VolumeArray =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | Float32Array
  | Float64Array
export type ImageDtype = 'uint8' | 'uint16'

export interface MeshResult {
  readonly type: 'mesh'
  /** n×3 float32, xyz interleaved, finite. */
  readonly vertices: Float32Array
  /** m×3 uint32, each below n. */
  readonly indices: Uint32Array
  /** n×3 float32, finite; absent rather than empty. */
  readonly normals?: Float32Array
  /** n×3 uint8, sRGB red, green, blue; absent rather than empty. The v1 envelope has no place for them. */
  readonly colors?: Uint8Array
}

export interface VolumeResult {
  readonly type: 'volume'
  /** Slowest axis first; three axes when a function made it. */
  readonly shape: readonly number[]
  readonly dtype: VolumeDtype
  readonly data: VolumeArray
  readonly spacing?: readonly number[]
  readonly origin?: readonly number[]
}

export interface PointCloudResult {
  readonly type: 'point_cloud'
  /** n×3 float32, xyz interleaved, finite. */
  readonly points: Float32Array
  /** n×3 uint8 sRGB. */
  readonly colors?: Uint8Array
  /** n float32, finite. */
  readonly scalars?: Float32Array
}

export interface ImageResult {
  readonly type: 'image'
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly dtype: ImageDtype
  /** height·width·channels, top row first, interleaved. */
  readonly data: Uint8Array | Uint16Array
}

export type Result = MeshResult | VolumeResult | PointCloudResult | ImageResult

/**
 * Returns the arrays of a result in the order in which links carry them, and envelopes but for the colours of
 * a mesh.
 */
export function listArrays(result: Result): VolumeArray[] {
  switch (result.type) {
    case 'mesh':
      return [result.vertices, result.indices, result.normals, result.colors].filter(
        (array) => array !== undefined,
      )
    case 'point_cloud':
      return [result.points, result.colors, result.scalars].filter((array) => array !== undefined)
    default:
      return [result.data]
  }
}

/** Returns a mesh without its colours, for what has no place for them; any other result as it is. */
export function withoutColors(result: Result): Result {
  if (result.type !== 'mesh') return result
  const { colors: _, ...mesh } = result
  return mesh
}

/** Returns the bytes that a result's arrays hold. */
export function measureResult(result: Result): number {
  return listArrays(result).reduce((total, array) => total + array.byteLength, 0)
}

/**
 * Returns what a function returned as a {@link Result} of its declared type, without copying, looking at
 * types, counts and lengths but not at elements.
 * @throws `function.failed` with the field, what was found and what was wanted.
 */
export function parseResult(value: unknown, type: ResultType): Result {
  if (typeof value !== 'object' || value === null) {
    throw refuse(
      `The function returned ${describe(value)}; a ${type} object was wanted. Is a return statement missing?`,
    )
  }
  const fields = value as { readonly [name: string]: unknown } // an object's members may be anything: each is parsed below
  switch (type) {
    case 'mesh':
      return parseMesh(fields)
    case 'volume':
      return parseVolume(fields)
    case 'point_cloud':
      return parsePointCloud(fields)
    case 'image':
      return parseImage(fields)
  }
}

type Fields = { readonly [name: string]: unknown }

function parseMesh(fields: Fields): MeshResult {
  const vertices = toArray(fields.vertices, 'vertices', Float32Array)
  const indices = toArray(fields.indices, 'indices', Uint32Array)
  const normals = toOptionalArray(fields.normals, 'normals', Float32Array)
  const colors = toOptionalArray(fields.colors, 'colors', Uint8Array)
  requireTriples(vertices.length, 'vertices', 'coordinates (x, y, z per vertex)')
  requireTriples(indices.length, 'indices', 'indices (three per triangle)')
  // Empty ones are taken for none.
  if (normals?.length)
    requireLength(normals.length, vertices.length, 'normals', 'one normal (x, y, z) per vertex')
  if (colors?.length) requireLength(colors.length, vertices.length, 'colors', 'red, green, blue per vertex')
  return {
    type: 'mesh',
    vertices,
    indices,
    ...(normals?.length && { normals }),
    ...(colors?.length && { colors }),
  }
}

function parseVolume(fields: Fields): VolumeResult {
  const shape = toNumbers(
    fields.shape,
    'shape',
    'three whole numbers [depth, height, width], each at least 1',
    isExtent,
  )
  const { data } = fields
  const dtype = (Object.keys(volumeArrays) as VolumeDtype[]).find(
    (name) => data instanceof volumeArrays[name],
  )
  if (dtype === undefined) {
    throw refuse(
      `data is ${describe(data)}; a typed array of ${Object.keys(volumeArrays).join(', ')} was wanted.`,
    )
  }
  const array = data as VolumeArray // found among them above
  requireLength(array.length, product(shape), 'data', `${shape.join('×')} samples, as shape says`)
  const spacing = toOptionalNumbers(
    fields.spacing,
    'spacing',
    'three numbers [z, y, x] above zero',
    isAboveZero,
  )
  const origin = toOptionalNumbers(fields.origin, 'origin', 'three finite numbers [z, y, x]', Number.isFinite)
  return { type: 'volume', shape, dtype, data: array, ...(spacing && { spacing }), ...(origin && { origin }) }
}

function parsePointCloud(fields: Fields): PointCloudResult {
  const points = toArray(fields.points, 'points', Float32Array)
  const colors = toOptionalArray(fields.colors, 'colors', Uint8Array)
  const scalars = toOptionalArray(fields.scalars, 'scalars', Float32Array)
  requireTriples(points.length, 'points', 'coordinates (x, y, z per point)')
  if (colors) requireLength(colors.length, points.length, 'colors', 'red, green, blue per point')
  if (scalars) requireLength(scalars.length, points.length / 3, 'scalars', 'one value per point')
  return { type: 'point_cloud', points, ...(colors && { colors }), ...(scalars && { scalars }) }
}

function parseImage(fields: Fields): ImageResult {
  const { width, height, channels, data: given } = fields
  if (!isExtent(width) || !isExtent(height)) {
    throw refuse(
      `width and height are ${describe(width)} and ${describe(height)}; whole numbers of at least 1 were wanted.`,
    )
  }
  if (!isExtent(channels) || channels > 4) {
    throw refuse(
      `channels is ${describe(channels)}; 1 (grey), 2 (grey and alpha), 3 (RGB) or 4 (RGBA) was wanted.`,
    )
  }
  const data =
    given instanceof Uint8ClampedArray ? new Uint8Array(given.buffer, given.byteOffset, given.length) : given
  if (!(data instanceof Uint8Array || data instanceof Uint16Array)) {
    throw refuse(`data is ${describe(given)}; a Uint8Array or Uint16Array was wanted.`)
  }
  requireLength(
    data.length,
    width * height * channels,
    'data',
    `${height} rows of ${width} pixels of ${channels} channels`,
  )
  return {
    type: 'image',
    width,
    height,
    channels,
    dtype: data instanceof Uint8Array ? 'uint8' : 'uint16',
    data,
  }
}

/** One of several equal shares of every array, for threads that check a result together. */
export interface Share {
  readonly index: number
  readonly count: number
}

const wholeShare: Share = { index: 0, count: 1 }

/** Returns whether a result has elements that could be wrong; those of volumes and images may be anything. */
export function hasCheckedElements({ type }: Result): boolean {
  return type === 'mesh' || type === 'point_cloud'
}

/**
 * Reads every element that a client would trip over: vertices, normals, points and scalars are finite,
 * indices in range.
 * @throws `function.failed` with the first offending element of the share
 */
export function checkElements(result: Result, share: Share = wholeShare): void {
  if (result.type === 'mesh') {
    requireFinite(result.vertices, 'vertices', share)
    if (result.normals) requireFinite(result.normals, 'normals', share)
    requireBelow(result.indices, result.vertices.length / 3, share)
  } else if (result.type === 'point_cloud') {
    requireFinite(result.points, 'points', share)
    if (result.scalars) requireFinite(result.scalars, 'scalars', share)
  }
}

function toRange(length: number, { index, count }: Share): [from: number, to: number] {
  return [Math.floor((length * index) / count), Math.floor((length * (index + 1)) / count)]
}

function requireFinite(array: Float32Array, name: string, share: Share): void {
  const [from, to] = toRange(array.length, share)
  const part = array.subarray(from, to)
  if (isFiniteThroughout(part)) return
  const i = from + part.findIndex((value) => !Number.isFinite(value))
  throw refuse(`${name}[${i}] is ${array[i]}; every coordinate must be finite.`)
}

/**
 * x·0 is NaN for NaN and both infinities, else ±0, and a sum keeps a NaN. Four sums, because one addition
 * waits for the one before: 20 ms for 50 MB, where a test of each element takes 31.
 */
function isFiniteThroughout(array: Float32Array): boolean {
  let [a, b, c, d] = [0, 0, 0, 0]
  const whole = array.length - (array.length % 4)
  for (let i = 0; i < whole; i += 4) {
    // i + 3 is in range throughout, so none of these is undefined.
    a += (array[i] as number) * 0
    b += (array[i + 1] as number) * 0
    c += (array[i + 2] as number) * 0
    d += (array[i + 3] as number) * 0
  }
  for (let i = whole; i < array.length; i++) a += (array[i] as number) * 0
  return a + b + c + d === 0
}

function requireBelow(indices: Uint32Array, count: number, share: Share): void {
  const [from, to] = toRange(indices.length, share)
  for (let i = from; i < to; i++) {
    const index = indices[i] as number // i is in range
    if (index >= count)
      throw refuse(`indices[${i}] is ${index}, but there are ${count} vertices (0 to ${count - 1}).`)
  }
}

function toArray<A extends Float32Array | Uint32Array | Uint8Array>(
  value: unknown,
  name: string,
  kind: { new (length: number): A; readonly name: string },
): A {
  if (value instanceof kind) return value
  throw refuse(
    `${name} is ${describe(value)}; a ${kind.name} was wanted. Convert it with new ${kind.name}(…).`,
  )
}

function toOptionalArray<A extends Float32Array | Uint32Array | Uint8Array>(
  value: unknown,
  name: string,
  kind: { new (length: number): A; readonly name: string },
): A | undefined {
  return value === undefined || value === null ? undefined : toArray(value, name, kind)
}

function toNumbers(value: unknown, name: string, wanted: string, fits: (item: unknown) => boolean): number[] {
  const items =
    Array.isArray(value) || ArrayBuffer.isView(value) ? Array.from(value as ArrayLike<unknown>) : []
  if (items.length === 3 && items.every((item) => typeof item === 'number' && fits(item)))
    return items as number[] // checked
  throw refuse(`${name} is ${describe(value)}; ${wanted} were wanted.`)
}

function toOptionalNumbers(
  value: unknown,
  name: string,
  wanted: string,
  fits: (item: unknown) => boolean,
): number[] | undefined {
  return value === undefined || value === null ? undefined : toNumbers(value, name, wanted, fits)
}

function requireTriples(length: number, name: string, what: string): void {
  if (length % 3 !== 0) throw refuse(`${name} has ${length} elements; a multiple of 3 was wanted: ${what}.`)
}

function requireLength(length: number, wanted: number, name: string, what: string): void {
  if (length !== wanted) throw refuse(`${name} has ${length} elements; ${wanted} were wanted: ${what}.`)
}

function isExtent(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 // a number, as just tested
}

function isAboveZero(value: unknown): boolean {
  return Number.isFinite(value) && (value as number) > 0 // a number, as just tested
}

function product(extents: readonly number[]): number {
  return extents.reduce((total, extent) => total * extent, 1)
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}

/** A result with its identity: two entries with one `id` are the same bytes. */
export interface StoredResult {
  readonly id: string
  readonly result: Result
}
