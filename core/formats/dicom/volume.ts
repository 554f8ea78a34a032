/** Stacks of slices as volumes of measured values. */
import { type Dtype, type ElementArray, elementArrays } from '../../domain/result/elements.ts'
import type { VolumeResult } from '../../domain/result/result.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import { requireWithin } from '../refusal.ts'
import { toVolume } from '../volume/array-volume.ts'
import { elementBytes } from '../volume/samples.ts'
import type { DicomSlice } from './dicom-file.ts'
import { type Stack, sortByPlace, toGrid } from './stack.ts'
import { writeValues } from './values.ts'

/** Returns the volumes of slices: one for each moment that all places have. @throws `file.undecodable` */
export async function toVolumes(
  slices: Stack,
  { byteLimit, onNote, take }: DecodeContext,
): Promise<VolumeResult | VolumeSeries> {
  const [{ layout, values }] = slices
  const { width, height } = layout
  const places = sortByPlace(slices, onNote)
  const dtype = chooseDtype(slices)
  const length = width * height * places.length
  const byteLength = length * elementArrays[dtype].BYTES_PER_ELEMENT
  const what = `A volume of ${width}×${height}×${places.length} ${dtype}`
  requireWithin(what, byteLength, byteLimit)
  take(what, byteLength)
  const grid = toGrid(places, onNote)
  const read = async (moment: number): Promise<VolumeResult> => {
    const data: ElementArray = new elementArrays[dtype](length)
    for (const [z, place] of places.entries()) {
      const slice = place[moment] ?? place[0]
      writeValues(await slice.read(), slice.values, data, z * width * height)
    }
    const texts = {
      ...(grid.direction && { direction: grid.direction }),
      ...(values.name !== undefined && { valueName: values.name }),
      ...(values.unit !== undefined && { valueUnit: values.unit }),
    }
    return { ...toVolume([places.length, height, width], data, grid), ...texts }
  }
  const count = Math.min(...places.map((place) => place.length))
  return count === 1 ? await read(0) : { count, read }
}

/** Whole values keep the least type that holds all that can be; others are floats. */
function chooseDtype(slices: readonly DicomSlice[]): Dtype {
  let [low, high] = [0, 0]
  let isWhole = true
  for (const { layout, values } of slices) {
    if (layout.dtype === 'float64') return 'float64'
    if (layout.isFloat) isWhole = false
    const { slope, intercept, table } = values
    if (!Number.isInteger(slope) || !Number.isInteger(intercept)) isWhole = false
    const least = layout.isSigned ? -(2 ** (layout.bits - 1)) : 0
    const stored = [least, least + 2 ** layout.bits - 1]
    const ends = table
      ? table.entries.reduce(([a = 0, b = 0], entry) => [Math.min(a, entry), Math.max(b, entry)], [0, 0])
      : stored.map((end) => end * slope + intercept)
    low = Math.min(low, ...ends)
    high = Math.max(high, ...ends)
  }
  if (!isWhole) return 'float32'
  if (low >= 0 && high <= 255) return 'uint8'
  if (low >= 0 && high <= 65_535) return 'uint16'
  if (low >= -32_768 && high <= 32_767) return 'int16'
  if (Math.max(-low, high) <= 2 ** 24) return 'float32'
  if (low >= 0 && high < 2 ** 32) return 'uint32'
  return low >= -(2 ** 31) && high < 2 ** 31 ? 'int32' : 'float64'
}

/** Returns the bytes of a slice's samples in memory. */
export function measureSlice({ layout }: DicomSlice): number {
  const { width, height, channels, dtype } = layout
  return width * height * channels * elementBytes[dtype]
}
