/** MetaImage of ITK (`.mha`, `.mhd`): a header of text, then raw samples, or these in a file beside it. */
import type { Result } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../../format.ts'
import { inflate } from '../../inflate.ts'
import { readBeside } from '../../read-beside.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyFoundTag, applyTag, refuseTag } from '../../tag-table.ts'
import {
  noteInexact,
  notePlace,
  toImage,
  toPlace,
  toSpacing,
  toVolume,
  toVolumes,
  type VolumeGrid,
} from '../array-volume.ts'
import { elementBytes, type FileDtype, readSamples } from '../samples.ts'
import { metaImageTags } from './metaimage-tags.ts'

const dtypes: { readonly [name: string]: FileDtype } = {
  MET_CHAR: 'int8',
  MET_UCHAR: 'uint8',
  MET_SHORT: 'int16',
  MET_USHORT: 'uint16',
  MET_INT: 'int32',
  MET_UINT: 'uint32',
  MET_LONG: 'int32',
  MET_ULONG: 'uint32',
  MET_LONG_LONG: 'int64',
  MET_ULONG_LONG: 'uint64',
  MET_FLOAT: 'float32',
  MET_DOUBLE: 'float64',
}
const longestHeader = 2 ** 16
const mostAxes = 8

/** Other names of some fields. */
const otherNames: { readonly [name: string]: string } = {
  Position: 'Offset',
  Origin: 'Offset',
  Rotation: 'TransformMatrix',
  Orientation: 'TransformMatrix',
  ElementByteOrderMSB: 'BinaryDataByteOrderMSB',
}

type Fields = ReadonlyMap<string, string>

/** Its decoder, and the tags by which it works. */
export const metaImageReader: FormatReader = { decode: decodeMetaImage, tags: metaImageTags }

/** Returns the volumes of a MetaImage, or the image of two axes and 8 or 16 unsigned bits. */
async function decodeMetaImage(bytes: Uint8Array, context: DecodeContext): Promise<Result | VolumeSeries> {
  const { fields, dataStart } = readFields(bytes)
  const { sizes, dtype } = readMetaImageHead(fields)
  noteOthers(fields, context)
  const count = sizes.reduce((total, size) => total * size, 1)
  const what = `an array of ${sizes.join('×')} ${dtype}`
  const wanted = count * elementBytes[dtype]
  requireWithin(what.replace('an', 'An'), wanted, context.byteLimit)
  const plain = await readPlain(await findSamples(bytes.subarray(dataStart), fields, context), fields, {
    wanted,
    context,
  })
  const skipped = readSkip(fields, plain.length - wanted)
  requireBytes(what, wanted, plain.length - skipped)
  const isBigEndian = isTrue(fields, 'BinaryDataByteOrderMSB')
  const data = readSamples(plain.subarray(skipped), { dtype, count, isBigEndian })
  noteInexact(data, dtype, context)
  const [width = 1, height = 1] = sizes
  if (sizes.length > 2) return toVolumes(sizes.toReversed(), data, readGrid(fields, sizes.length, context))
  const image = toImage({ width, height, channels: 1 }, data)
  const grid = readGrid(fields, 2, context)
  if (image) notePlace(grid, context)
  return image ?? toVolume([1, height, width], data, grid)
}

/** Returns whether a header is that of an image in the plane, for what lists files. */
export function isMetaPicture(head: Uint8Array): boolean {
  const { sizes, dtype } = readMetaImageHead(readFields(head).fields)
  return sizes.length === 2 && (dtype === 'uint8' || dtype === 'uint16')
}

function readMetaImageHead(fields: Fields): { readonly sizes: readonly number[]; readonly dtype: FileDtype } {
  if (!/^image$/i.test(fields.get('ObjectType') ?? 'Image'))
    throw refuseTag(metaImageTags, 'ObjectType = other')
  if (Number(fields.get('ElementNumberOfChannels') ?? 1) !== 1)
    throw refuseTag(metaImageTags, 'ElementNumberOfChannels')
  if (fields.has('BinaryData') && !isTrue(fields, 'BinaryData'))
    throw refuseTag(metaImageTags, 'BinaryData = False')
  const dtype = dtypes[fields.get('ElementType') ?? '']
  if (!dtype) throw refuseTag(metaImageTags, 'ElementType of no number')
  const axes = Number(fields.get('NDims'))
  if (!(axes >= 2 && axes <= mostAxes)) throw refuse(`NDims must be from 2 to ${mostAxes} (got ${axes}).`)
  const sizes = readNumbers(fields, 'DimSize', axes)
  if (sizes?.every((size) => Number.isSafeInteger(size) && size > 0)) return { sizes, dtype }
  throw refuse(
    `DimSize must be ${axes} whole numbers of at least 1 (got ${fields.get('DimSize') ?? 'none'}).`,
  )
}

/** Reads `name = value` up to ElementDataFile, which is the last. @throws `file.undecodable` */
function readFields(bytes: Uint8Array): { readonly fields: Fields; readonly dataStart: number } {
  const fields = new Map<string, string>()
  for (let at = 0; at < Math.min(bytes.length, longestHeader); ) {
    const found = bytes.indexOf(0x0a, at)
    const end = found === -1 ? bytes.length : found
    const line = String.fromCharCode(...bytes.subarray(at, Math.min(end, at + 4096)))
    const [, written = '', value = ''] = /^\s*(\w+)\s*=\s*(.*?)\s*$/.exec(line) ?? []
    const name = otherNames[written] ?? written
    if (name !== '') fields.set(name, value)
    at = end + 1
    if (name === 'ElementDataFile') return { fields, dataStart: Math.min(at, bytes.length) }
  }
  throw refuse('The header must end with the field ElementDataFile. Is the file truncated?')
}

function noteOthers(fields: Fields, context: DecodeContext): void {
  const slope = Number(fields.get('ElementToIntensityFunctionSlope') ?? 1)
  const offset = Number(fields.get('ElementToIntensityFunctionOffset') ?? 0)
  if (slope !== 1 || offset !== 0) applyTag(metaImageTags, 'ElementToIntensityFunctionSlope', context)
  const known = new Set<string>(metaImageTags.rows.map(({ tag }) => tag))
  const others = [...fields.keys()].filter(
    (name) => !known.has(name) && !/^(BinaryData|ElementTo)/.test(name),
  )
  for (const name of others.slice(0, 5)) applyFoundTag(metaImageTags, name.slice(0, 60), context)
}

async function findSamples(local: Uint8Array, fields: Fields, context: DecodeContext): Promise<Uint8Array> {
  const name = fields.get('ElementDataFile') ?? ''
  if (/^LOCAL$/i.test(name)) return local
  if (/^LIST\b|%\d*d/i.test(name)) throw refuseTag(metaImageTags, 'ElementDataFile = LIST')
  const wanted = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const found = await readBeside(context, (path) => path === wanted, 'as it is')
  if (!found) throw refuseTag(metaImageTags, 'ElementDataFile elsewhere')
  return found
}

async function readPlain(
  samples: Uint8Array,
  fields: Fields,
  { wanted, context }: { readonly wanted: number; readonly context: DecodeContext },
): Promise<Uint8Array> {
  if (!isTrue(fields, 'CompressedData')) return samples
  context.take('What is compressed', wanted)
  return await inflate(samples, wanted + 2 ** 16, samples[0] === 0x1f ? 'gzip' : 'deflate')
}

/** Returns the bytes before the samples; -1 stands for all but these. */
function readSkip(fields: Fields, rest: number): number {
  const size = Number(fields.get('HeaderSize') ?? 0)
  if (size === -1) return Math.max(0, rest)
  if (Number.isSafeInteger(size) && size >= 0) return size
  throw refuse(`HeaderSize must be a whole number of at least -1 (got ${fields.get('HeaderSize')}).`)
}

/**
 * Returns the grid of the first three axes. The world of three is that of ITK: to the left, backwards,
 * upwards; that of two has no anatomical directions.
 */
function readGrid(fields: Fields, axes: number, context: DecodeContext): VolumeGrid {
  const unit = { um: 'µm' }[fields.get('DistanceUnits') ?? ''] ?? fields.get('DistanceUnits')?.slice(0, 20)
  const lengths = readNumbers(fields, 'ElementSpacing', axes) ?? readNumbers(fields, 'ElementSize', axes)
  const matrix = readNumbers(fields, 'TransformMatrix', axes ** 2)
  const offset = readNumbers(fields, 'Offset', axes)?.slice(0, 3)
  const spacing = lengths && toSpacing(lengths.slice(0, 3))
  if (lengths?.some((length) => length <= 0)) applyTag(metaImageTags, 'ElementSpacing < 0', context)
  if (!matrix && !offset) {
    if (axes > 2) applyTag(metaImageTags, 'no TransformMatrix, no Offset', context)
    return { spacing, unit }
  }
  const steps = (spacing ?? [1, 1, 1])
    .toReversed()
    .slice(0, axes)
    .map((length, axis) =>
      [0, 1, 2]
        .slice(0, axes)
        .map((world) => length * (matrix ? (matrix[axis * axes + world] ?? 0) : Number(world === axis))),
    )
  const place = toPlace(steps, { first: offset, ends: axes === 2 ? undefined : 'LPS' })
  if (!place) applyTag(metaImageTags, 'TransformMatrix of no space', context)
  const isAssumed = unit === undefined && lengths !== undefined && place !== undefined && axes > 2
  if (isAssumed) applyTag(metaImageTags, 'no DistanceUnits', context)
  // MetaIO writes ??? for none.
  const isNamed = /^[RLAPSI]{3}$/i.test(fields.get('AnatomicalOrientation') ?? '')
  if (place && axes > 2 && !isNamed) applyTag(metaImageTags, 'no AnatomicalOrientation', context)
  return { ...(place ?? { spacing }), unit: isAssumed ? 'mm' : unit }
}

/** Returns as many finite numbers; undefined for a field that is absent. @throws `file.undecodable` */
function readNumbers(fields: Fields, name: string, count: number): readonly number[] | undefined {
  const text = fields.get(name)
  if (text === undefined) return undefined
  const numbers = text.split(/\s+/).map(Number)
  if (numbers.length === count && numbers.every(Number.isFinite)) return numbers
  throw refuse(`${name} must be ${count} finite numbers (got ${JSON.stringify(text.slice(0, 60))}).`)
}

function isTrue(fields: Fields, name: string): boolean {
  return /^(true|t|1|yes|y)$/i.test(fields.get(name) ?? '')
}
