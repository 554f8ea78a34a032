/** NIfTI-1 and NIfTI-2. Own code: the library trusts the header's sizes. */
import { type ElementArray, findDtype } from '../../../../contract/domain/result/elements.ts'
import { parseRange } from '../../../../contract/domain/result/range.ts'
import type { VolumeResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../../format.ts'
import { readBeside } from '../../read-beside.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { noteInexact, toVolumes, type VolumeGrid } from '../array-volume.ts'
import { markLabels } from '../mark-labels.ts'
import { elementBytes, type FileDtype, readSamples } from '../samples.ts'
import { type NiftiHeader, readNiftiHeader } from './nifti-header.ts'
import { readNiftiGrid } from './nifti-place.ts'
import { labelIntents, niftiTags, otherIntents, statistics, unnamedIntents } from './nifti-tags.ts'

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

const extenderBytes = 4

/** Its decoder, and the tags by which it works. */
export const niftiReader: FormatReader = { decode: decodeNifti, tags: niftiTags }

/** Returns the volumes of a NIfTI file, in the order of the file's voxels. */
async function decodeNifti(bytes: Uint8Array, context: DecodeContext): Promise<VolumeResult | VolumeSeries> {
  const header = readNiftiHeader(bytes)
  const found = await findSamples(bytes, header, context)
  const { extents, datatype, isBigEndian } = header
  if (isOfVertices(header, context)) applyTag(niftiTags, 'dim = 27307×1×6, or -1 with glmin', context)
  const valueName = readIntent(header, context)
  const dtype = dtypes[datatype]
  if (!dtype) {
    applyTag(niftiTags, `datatype = ${datatype}`, context)
    throw refuse(`Each voxel must be one real number (got the unknown datatype ${datatype}).`)
  }
  const [width = 1, height = 1, depth = 1, ...others] = extents
  const shape = [others.reduce((total, extent) => total * extent, 1), depth, height, width]
  const count = shape.reduce((total, extent) => total * extent, 1)
  const byteLength = count * elementBytes[dtype]
  requireWithin(`An array of ${extents.join('×')} ${dtype}`, byteLength, context.byteLimit)
  const samples = skipExtender(found, header, { byteLength, context })
  requireBytes(`an array of ${extents.join('×')} ${dtype}`, byteLength, samples.length)
  const data = readSamples(samples, { dtype, count, isBigEndian })
  noteInexact(data, dtype, context)
  const grid: VolumeGrid = { ...readNiftiGrid(header, context), valueName }
  const volumes = toVolumes(shape, data, { ...grid, window: parseRange(header.shown) })
  const marked = header.intentCode in labelIntents ? markLabels(volumes) : volumes
  const Kind = chooseScaled(header, data, dtype)
  if (!Kind) return marked
  const scale = (volume: VolumeResult): VolumeResult => {
    context.take('A scaled volume', volume.data.length * Kind.BYTES_PER_ELEMENT)
    return rescale(volume, header, Kind)
  }
  if ('type' in marked) return scale(marked)
  return { ...marked, read: async (frame) => scale(await marked.read(frame)) }
}

/** Names that FreeSurfer gives to files of one side. */
const ofOneSide = /(^|\/)[lr]h[.]/

/**
 * Returns whether it has a row of values of vertices: one that 16 bits cannot count, as FreeSurfer alone
 * writes it, or with the name of a side.
 */
function isOfVertices(
  { extents: [width = 1, height = 1, depth = 1], byteLength }: NiftiHeader,
  { name = '' }: DecodeContext,
): boolean {
  if (height * depth !== 1) return false
  return (byteLength === 348 && width > 0x7fff) || (width > 3 && ofOneSide.test(name))
}

/** Returns the samples of a file, or those in the file beside a detached header. */
async function findSamples(
  bytes: Uint8Array,
  { magic, dataStart, byteLength }: NiftiHeader,
  context: DecodeContext,
): Promise<Uint8Array> {
  if (/^n[+][12]$/.test(magic)) return bytes.subarray(Math.max(dataStart, byteLength))
  if (!/^ni[12]$/.test(magic)) applyTag(niftiTags, 'magic = none', context)
  const image = await readBeside(context, (name) => /[.]img([.]gz)?$/i.test(name))
  if (!image) applyTag(niftiTags, 'magic = ni1', context)
  return (image ?? new Uint8Array()).subarray(dataStart)
}

/**
 * Returns samples without the four bytes behind the header that tell of extensions, where vox_offset lies in
 * the header and so says nothing. Files of 348 bytes and samples alone have none.
 */
function skipExtender(
  samples: Uint8Array,
  { magic, dataStart, byteLength: headerLength }: NiftiHeader,
  { byteLength, context }: { readonly byteLength: number; readonly context: DecodeContext },
): Uint8Array {
  if (!magic.startsWith('n+') || dataStart >= headerLength) return samples
  applyTag(niftiTags, 'vox_offset < 348', context)
  return samples.length >= byteLength + extenderBytes ? samples.subarray(extenderBytes) : samples
}

/** Returns the name of the values that an intent gives. @throws `file.undecodable` for what is no scalar */
function readIntent(header: NiftiHeader, context: DecodeContext): string | undefined {
  const { intentCode: code, intentName, extents } = header
  const hasSeveral = extents.slice(3).some((extent) => extent > 1)
  if (code >= 3000 && code < 3100) applyTag(niftiTags, 'intent_code = 3000–3099', context)
  const isScalar = code in statistics || code in unnamedIntents || (code in otherIntents && !hasSeveral)
  if (!isScalar) applyTag(niftiTags, `intent_code = ${code}`, context)
  if ((extents[4] ?? 1) > 1) applyTag(niftiTags, 'dim[5]', context)
  if (code in unnamedIntents && intentName !== '') return intentName
  return statistics[code]
}

/** Returns the class of the scaled samples, the same for all volumes; undefined where nothing is scaled. */
function chooseScaled(
  { slope, intercept }: NiftiHeader,
  data: ElementArray,
  dtype: FileDtype,
): typeof Float32Array | typeof Float64Array | undefined {
  const isTrivial = slope === 0 || !Number.isFinite(slope) || (slope === 1 && !(Math.abs(intercept) > 0))
  if (isTrivial) return undefined
  if (data instanceof Float64Array) return Float64Array
  if (data instanceof Float32Array) return Float32Array
  const offset = toOffset(intercept)
  const most = mostStored[dtype]
  if (most !== undefined) {
    const isEnough = (most * Math.abs(slope) + Math.abs(offset)) * 2 ** -24 <= Math.abs(slope) / 256
    return isEnough ? Float32Array : Float64Array
  }
  for (const stored of data) {
    const value = stored * slope + offset
    if (Math.fround(value) !== value) return Float64Array
  }
  return Float32Array
}

/** The largest amounts of few bits: float32 keeps their steps to a part of 256, but for large intercepts. */
const mostStored: { readonly [dtype in FileDtype]?: number } = {
  int8: 128,
  uint8: 255,
  int16: 32_768,
  uint16: 65_535,
}

function toOffset(intercept: number): number {
  return Number.isFinite(intercept) ? intercept : 0
}

/** Scales stored values to measured ones. */
function rescale(
  volume: VolumeResult,
  { slope, intercept }: NiftiHeader,
  Kind: typeof Float32Array | typeof Float64Array,
): VolumeResult {
  const scaled = new Kind(volume.data.length)
  const offset = toOffset(intercept)
  for (let i = 0; i < scaled.length; i++) scaled[i] = (volume.data[i] ?? 0) * slope + offset
  return { ...volume, dtype: findDtype(scaled) ?? 'float64', data: scaled }
}
