import { cutText } from '../../domain/cut-text.ts'
import { type ElementArray, elementArrays } from '../../domain/result/elements.ts'
import type { Result, VolumeResult } from '../../domain/result/result.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { isAlongAxis, toImage, toOrientation, toVolume } from '../volume/array-volume.ts'
import { type DicomSlice, readDicomFile } from './dicom-file.ts'

/** Returns the volumes of a DICOM file, or its image where it has one of 8 or 16 bits or of colours. */
export async function decodeDicom(bytes: Uint8Array, context: DecodeContext): Promise<Result | VolumeSeries> {
  return stackSlices(await readDicomFile(bytes, context), context)
}

/**
 * Returns the volumes of the largest series in some files: slices by their place along the normal of the
 * image plane, and several at the same place as further volumes, in the order of their numbers.
 * @throws `file.undecodable`, which names the file
 */
export async function decodeSeries(
  files: AsyncIterable<{ readonly path: string; readonly bytes: Uint8Array }>,
  context: DecodeContext,
): Promise<Result | VolumeSeries> {
  const slices: DicomSlice[] = []
  let total = 0
  for await (const { path, bytes } of files) {
    total += bytes.length
    requireWithin('The files', total, context.byteLimit)
    const found = await readDicomFile(bytes, context).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error)
      throw refuse(`${JSON.stringify(cutText(path, 80))}: ${text}`, error)
    })
    for (const slice of found) slices.push(slice)
  }
  return stackSlices(slices, context)
}

type Stack = readonly [DicomSlice, ...DicomSlice[]]

function stackSlices(
  slices: readonly DicomSlice[],
  { byteLimit, onNote }: DecodeContext,
): Result | VolumeSeries {
  const series = new Map<string, DicomSlice[]>()
  for (const slice of slices) {
    const { width, height, samples, orientation } = slice
    const key = [slice.series, width, height, samples, ...orientation.map((part) => part.toFixed(4))].join()
    const known = series.get(key)
    if (known) known.push(slice)
    else series.set(key, [slice])
  }
  const [chosen = [], ...others] = [...series.values()].sort((a, b) => b.length - a.length)
  const [first, ...rest] = chosen
  if (!first) throw refuse('There are no pixels in it.')
  if (others.length > 0)
    onNote(`This is the largest of ${series.size} series: ${chosen.length} of ${slices.length} slices.`)
  const { width, height, samples: channels, slope, intercept } = first
  const isStored = rest.length === 0 && slope === 1 && intercept === 0
  const image = isStored && toImage({ width, height, channels }, first.read().slice())
  if (image) return image
  if (channels !== 1)
    throw refuse(`Each sample of a volume must be one number (got ${rest.length + 1} pictures in colours).`)
  const places = sortByPlace([first, ...rest], onNote)
  const dtype = chooseDtype(chosen)
  const byteLength = width * height * places.length * elementArrays[dtype].BYTES_PER_ELEMENT
  requireWithin(`A volume of ${width}×${height}×${places.length} ${dtype}`, byteLength, byteLimit)
  const grid = toGrid(places, onNote)
  const read = (frame: number): VolumeResult => {
    const data: ElementArray = new elementArrays[dtype](width * height * places.length)
    places.forEach((place, z) => {
      const { read: readStored, slope, intercept } = place[frame] ?? place[0]
      const stored = readStored()
      const start = z * width * height
      for (let i = 0; i < stored.length; i++) data[start + i] = (stored[i] ?? 0) * slope + intercept
    })
    return { ...toVolume([places.length, height, width], data, grid), unit: 'mm' }
  }
  const count = Math.min(...places.map(({ length }) => length))
  return count === 1 ? read(0) : { count, read }
}

/** Returns the slices at each place, upwards along the normal; by their numbers where places are unknown. */
function sortByPlace(slices: Stack, onNote: DecodeContext['onNote']): Stack[] {
  const hasPlaces = slices.every(({ position, orientation }) => position.length + orientation.length === 9)
  const sorted = slices
    .map((slice): [at: number, slice: DicomSlice] => [hasPlaces ? toDistance(slice) : slice.order, slice])
    .sort(([a, first], [b, second]) => a - b || first.order - second.order)
  const places: [at: number, slices: [DicomSlice, ...DicomSlice[]]][] = []
  for (const [at, slice] of sorted) {
    const last = places.at(-1)
    if (last && at - last[0] < 1e-3) last[1].push(slice)
    else places.push([at, [slice]])
  }
  const counts = new Set(places.map(([, { length }]) => length))
  if (counts.size > 1) onNote('Some places have more slices than others, which are left out.')
  return places.map(([, found]) => found)
}

/** Returns the distance from the origin along the normal of the image plane, in mm. */
function toDistance({ position: [x = 0, y = 0, z = 0], orientation }: DicomSlice): number {
  const [nx = 0, ny = 0, nz = 0] = toNormal(orientation)
  return x * nx + y * ny + z * nz
}

function toNormal([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): readonly number[] {
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}

/** Integers stay such where each measured value is one and fits 16 bits. */
function chooseDtype(
  slices: readonly DicomSlice[],
): 'int16' | 'uint16' | 'int8' | 'uint8' | 'float32' | 'float64' {
  const dtypes = new Set(slices.map(({ dtype }) => dtype))
  if (dtypes.has('float64')) return 'float64'
  if (dtypes.has('float32')) return 'float32'
  let [low, high] = [0, 0]
  for (const { dtype, bits, slope, intercept } of slices) {
    if (!Number.isInteger(slope) || !Number.isInteger(intercept)) return 'float32'
    const least = dtype.startsWith('i') ? -(2 ** (bits - 1)) : 0
    const ends = [least, least + 2 ** bits - 1].map((end) => end * slope + intercept)
    low = Math.min(low, ...ends)
    high = Math.max(high, ...ends)
  }
  if (low >= 0 && high <= 255) return 'uint8'
  if (low >= 0 && high <= 65_535) return 'uint16'
  return low >= -32_768 && high <= 32_767 ? 'int16' : 'float32'
}

function toGrid(places: readonly Stack[], onNote: DecodeContext['onNote']) {
  const firsts = places.map(([slice]) => slice)
  const { position = [], orientation = [], steps = [], thickness = 1 } = firsts[0] ?? {}
  const hasPlaces = firsts.every((slice) => slice.position.length + slice.orientation.length === 9)
  const gaps = firsts.slice(1).map((slice, i) => toDistance(slice) - toDistance(firsts[i] ?? slice))
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (hasPlaces && gaps.some((gap) => Math.abs(gap - mean) > 0.02 * mean))
    onNote('The slices are not at equal distances, as when some are missing: lengths across them are wrong.')
  const between = hasPlaces && mean > 0 ? mean : thickness
  const spacing = [Number(between.toPrecision(7)), ...(steps.length === 2 ? steps : [1, 1])]
  const axes = [orientation.slice(0, 3), orientation.slice(3), toNormal(orientation)]
  const isAligned = orientation.length === 6 && axes.every((step, axis) => isAlongAxis(step, axis))
  return {
    spacing,
    origin: isAligned && position.length === 3 ? position.toReversed() : undefined,
    orientation: hasPlaces && orientation.length === 6 ? toOrientation(axes, 'LPS') : undefined,
  }
}
