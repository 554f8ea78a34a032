import {
  type ElementArray,
  type ElementClass,
  elementArrays,
  findDtype,
} from '../../../contract/domain/result/elements.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
import type { VolumeSeries } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { toVolume, type VolumeGrid } from '../volume/array-volume.ts'
import { type PlaneSamples, readPlane, type TiffSource } from './read-plane.ts'
import type { Calibration, StackPlan, TiffPlane } from './stack.ts'
import { tags } from './tag-numbers.ts'
import { measurePage, readLayout } from './tiff-layout.ts'
import { readNumber } from './tiff-pages.ts'

/** An orientation from which on rows of the file are columns. */
const firstTurned = 5

/** Returns the volume of a plan; the volumes where there are several, or a voxel has several samples. */
export function toStackVolumes(plan: StackPlan, file: TiffSource): VolumeResult | VolumeSeries {
  const [planes = []] = plan.volumes
  const [plane] = planes
  if (!plane) throw refuse('It must have at least one page (got none).')
  const layout = readLayout(plane.page)
  const byteLength = (measurePage(layout) / layout.samples) * planes.length
  requireWithin(
    `${planes.length} pages of ${layout.width}×${layout.height} ${layout.dtype}`,
    byteLength,
    file.byteLimit,
  )
  // Pages that name the same pixels would be a bomb.
  const packed = plan.planesOfPage > 1 ? 0 : sumBytes(planes)
  if (packed > file.bytes.length)
    throw refuse(
      `${byteLength} bytes of samples cannot be in strips of ${packed}, and the file has ` +
        `${file.bytes.length}.`,
    )
  const first = readPlane(plane, file, { planesOfPage: plan.planesOfPage, isPicture: false })
  const { channels } = first
  const count = plan.volumes.length * channels
  const isTurned = readNumber(plane.page, tags.orientation, 1) >= firstTurned
  const grid = isTurned ? turnGrid(plan.grid) : plan.grid
  const read = (frame: number): VolumeResult => {
    const volume = readVolume(plan, {
      file,
      first,
      volume: Math.floor(frame / channels),
      channel: frame % channels,
    })
    const { data, ...shape } = plan.calibration ? calibrate(volume, plan.calibration) : volume
    const result = toVolume(shape.shape, data, grid)
    return plan.valueUnit === undefined ? result : { ...result, valueUnit: plan.valueUnit }
  }
  return count === 1 ? read(0) : { count, read }
}

function sumBytes(planes: readonly TiffPlane[]): number {
  const counts = planes.map(({ page }) => Array.from(readLayout(page).byteCounts))
  return counts.flat().reduce((total, count) => total + count, 0)
}

interface StackSamples {
  readonly shape: readonly number[]
  readonly data: ElementArray
}

/** The volume and channel of a file that are read. */
interface ChosenVolume {
  readonly file: TiffSource
  readonly first: PlaneSamples
  readonly volume: number
  readonly channel: number
}

/** Reads page after page, so that only one of them is in memory beside the volume. */
function readVolume(plan: StackPlan, chosen: ChosenVolume): StackSamples {
  const { file, first, volume, channel } = chosen
  const planes = plan.volumes[volume] ?? []
  const { width, height, channels } = first
  const shape = [planes.length, height, width]
  if (planes.length === 1 && channels === 1 && volume === 0) return { shape, data: first.data }
  const pixels = width * height
  const Kind: ElementClass = elementArrays[findDtype(first.data) ?? 'float64']
  const data = new Kind(planes.length * pixels)
  planes.forEach((plane, slice) => {
    const isFirst = volume === 0 && slice === 0
    const samples = isFirst
      ? first
      : readPlane(plane, file, { planesOfPage: plan.planesOfPage, isPicture: false })
    if (samples.width !== width || samples.height !== height || samples.channels !== channels)
      throw refuse('All pages of a stack must have the same orientation and colors; save them alike.')
    if (channels === 1) data.set(samples.data, slice * pixels)
    else for (let i = 0; i < pixels; i++) data[slice * pixels + i] = samples.data[i * channels + channel] ?? 0
  })
  return { shape, data }
}

/** Whole numbers with a whole offset stay integers, of as few bits as hold all of them; others are floats. */
function calibrate({ shape, data }: StackSamples, { offset, factor }: Calibration): StackSamples {
  const isWhole =
    factor === 1 &&
    Number.isInteger(offset) &&
    !(data instanceof Float32Array || data instanceof Float64Array)
  if (!isWhole || data.BYTES_PER_ELEMENT > 2) {
    const isWide = data instanceof Float64Array || data.BYTES_PER_ELEMENT > 2
    const Kind = isWide && !(data instanceof Float32Array) ? Float64Array : Float32Array
    return { shape, data: mapTo(Kind, data, (value) => offset + factor * value) }
  }
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of data) {
    least = Math.min(least, value + offset)
    most = Math.max(most, value + offset)
  }
  const Kind =
    least >= -32_768 && most <= 32_767 ? Int16Array : least >= 0 && most <= 65_535 ? Uint16Array : Int32Array
  return { shape, data: mapTo(Kind, data, (value) => value + offset) }
}

function mapTo(Kind: ElementClass, data: ElementArray, convert: (value: number) => number): ElementArray {
  const values = new Kind(data.length)
  for (let i = 0; i < data.length; i++) values[i] = convert(data[i] ?? 0)
  return values
}

function turnGrid({ spacing, ...grid }: VolumeGrid): VolumeGrid {
  const [depth = 1, height = 1, width = 1] = spacing ?? []
  return { ...grid, spacing: spacing && [depth, width, height] }
}
