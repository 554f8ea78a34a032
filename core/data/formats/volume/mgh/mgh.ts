/** MGH of FreeSurfer (`.mgh`, by gzip `.mgz`): a big-endian header of 284 bytes, then the samples. */
import type { VolumeResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../../format.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { requireGrid } from '../../surface/is-surface.ts'
import { applyTag } from '../../tag-table.ts'
import { toPlace, toVolumes, type VolumeGrid } from '../array-volume.ts'
import { markLabels } from '../mark-labels.ts'
import { toShortest } from '../nifti/nifti-header.ts'
import { elementBytes, type FileDtype, readSamples } from '../samples.ts'
import { readMghColors } from './mgh-colors.ts'
import { mghTags } from './mgh-tags.ts'

const headBytes = 284
const dtypes: { readonly [code: number]: FileDtype } = {
  0: 'uint8',
  1: 'int32',
  3: 'float32',
  4: 'int16',
  10: 'uint16',
}

/** Its decoder, and the tags by which it works. */
export const mghReader: FormatReader = { decode: decodeMgh, tags: mghTags }

/** Returns the volumes of an MGH file. @throws `file.undecodable`, for one row of values too */
function decodeMgh(bytes: Uint8Array, context: DecodeContext): VolumeResult | VolumeSeries {
  requireGrid(bytes)
  return readMghSamples(bytes, context)
}

/** Returns the samples of an MGH file as volumes, those of vertices in one row. */
export function readMghSamples(bytes: Uint8Array, context: DecodeContext): VolumeResult | VolumeSeries {
  requireBytes('the header of an MGH', headBytes, bytes.length)
  const view = toView(bytes)
  const [version = 0, ...numbers] = [0, 4, 8, 12, 16, 20].map((at) => view.getInt32(at))
  if (version !== 1) throw refuse(`The version of an MGH must be 1 (got ${version}).`)
  const sizes = numbers.slice(0, 4)
  const code = numbers[4] ?? 0
  if (!sizes.every((size) => size > 0)) throw refuse(`Extents must be at least 1 (got ${sizes.join('×')}).`)
  const dtype = dtypes[code]
  if (!dtype) {
    applyTag(mghTags, `type = ${code}`, context)
    throw refuse(`Each sample must be one real number (got the unknown type ${code}).`)
  }
  const count = sizes.reduce((total, size) => total * size, 1)
  const what = `rray of ${sizes.join('×')} ${dtype}`
  requireWithin(`An a${what}`, count * elementBytes[dtype], context.byteLimit)
  requireBytes(`an a${what}`, count * elementBytes[dtype], bytes.length - headBytes)
  const data = readSamples(bytes.subarray(headBytes), { dtype, count, isBigEndian: true })
  const found = toVolumes(sizes.toReversed(), data, readGrid(view, sizes, context))
  const labels = readMghColors(bytes.subarray(headBytes + count * elementBytes[dtype]))
  if (labels) return markLabels(found, () => labels)
  if (segmentation.test(context.name ?? '')) applyTag(mghTags, 'a name of segmentations', context)
  return found
}

/** Names that FreeSurfer gives to segmentations. */
const segmentation = /(^|[/._+-])(aseg|aparc|wmparc|ribbon|labels?)([._+-]|$)/i

/** Returns the grid by lengths, directions and the place of the sample in the middle. */
function readGrid(view: DataView, sizes: readonly number[], context: DecodeContext): VolumeGrid {
  if (view.getInt16(28) <= 0) {
    applyTag(mghTags, 'goodRASFlag', context)
    return {}
  }
  const floats = Array.from({ length: 15 }, (_, i) => toShortest(view.getFloat32(30 + 4 * i)))
  const lengths = floats.slice(0, 3)
  const steps = lengths.map((length, axis) =>
    floats.slice(3 + 3 * axis, 6 + 3 * axis).map((part) => part * length),
  )
  const first = floats.slice(12).map((centre, world) => {
    const reach = steps.map((step, axis) => ((step[world] ?? 0) * (sizes[axis] ?? 1)) / 2)
    return reach.reduce((place, part) => place - part, centre)
  })
  const place = toPlace(steps, { first, ends: 'RAS' })
  if (place)
    return { ...place, spacing: place.spacing?.map((length) => toShortest(Math.fround(length))), unit: 'mm' }
  applyTag(mghTags, 'x_r … z_s of no space', context)
  const isPositive = lengths.every((length) => length > 0 && Number.isFinite(length))
  return isPositive ? { spacing: lengths.toReversed(), unit: 'mm' } : {}
}
