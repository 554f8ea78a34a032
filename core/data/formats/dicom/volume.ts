/** Stacks of slices as volumes of measured values. */
import { type Dtype, type ElementArray, elementArrays } from '../../../contract/domain/result/elements.ts'
import { parseRange } from '../../../contract/domain/result/range.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
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
  const [{ layout }] = slices
  const { width, height } = layout
  const places = sortByPlace(slices, onNote)
  const dtype = chooseDtype(slices)
  const length = width * height * places.length
  const byteLength = length * elementArrays[dtype].BYTES_PER_ELEMENT
  const what = `A volume of ${width}×${height}×${places.length} ${dtype}`
  requireWithin(what, byteLength, byteLimit)
  take(what, byteLength)
  const grid = toGrid(places, onNote)
  const meaning = findMeaning(slices, onNote)
  const window = joinWindows(slices)
  const read = async (moment: number): Promise<VolumeResult> => {
    const data: ElementArray = new elementArrays[dtype](length)
    for (const [z, place] of places.entries()) {
      const slice = place[moment] ?? place[0]
      writeValues(await slice.read(), slice.values, data, z * width * height)
    }
    const texts = {
      ...(grid.direction && { direction: grid.direction }),
      ...meaning,
      ...(window && { window }),
    }
    return { ...toVolume([places.length, height, width], data, grid), ...texts }
  }
  const count = Math.min(...places.map((place) => place.length))
  return count === 1 ? await read(0) : { count, read }
}

/** Returns name and unit of the values, where all slices have the same. */
function findMeaning(
  slices: Stack,
  onNote: DecodeContext['onNote'],
): Pick<VolumeResult, 'valueName' | 'valueUnit'> {
  const [{ values }] = slices
  const { name: valueName, unit: valueUnit } = values
  const others = slices.find((slice) => slice.values.name !== valueName || slice.values.unit !== valueUnit)
  if (!others)
    return { ...(valueName !== undefined && { valueName }), ...(valueUnit !== undefined && { valueUnit }) }
  const [one, other] = [values, others.values].map(({ name, unit }) => unit ?? name ?? 'none')
  onNote(`Its slices have values of different units (${one}, ${other}), which are left out.`)
  return {}
}

/** Returns the window that has those of all slices; undefined where one has none. */
function joinWindows(slices: Stack): VolumeResult['window'] {
  const windows = slices.flatMap(({ values }) => (values.window ? [values.window] : []))
  if (windows.length < slices.length) return undefined
  const ends = (end: 0 | 1): number[] => windows.map((window) => window[end])
  const low = ends(0).reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
  const high = ends(1).reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  return parseRange([low, high])
}

/** Whole values keep the least type that holds all that can be; others are floats. */
export function chooseDtype(slices: readonly DicomSlice[]): Dtype {
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
  if (low >= 0 && high < 2 ** 32) return 'uint32'
  return low >= -(2 ** 31) && high < 2 ** 31 ? 'int32' : 'float64'
}

/** Returns the bytes of a slice's samples in memory. */
export function measureSlice({ layout }: DicomSlice): number {
  const { width, height, channels, dtype } = layout
  return width * height * channels * elementBytes[dtype]
}
