/** A volume on another grid. */
import { setImmediate } from 'node:timers/promises'
import type { ProgressReporter, Range, Volume, VolumeData } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { findWorld, turnWorld } from '../shared/find-world.ts'
import { type Affine, chain, invert, toAffine } from '../shared/grid.ts'
import { createSampler, type Sampler } from '../shared/sampler.ts'
import { layGrid, type VolumeGrid } from './lay-grid.ts'

/** The most samples of a result: 1 GiB of float64. */
const mostSamples = 2 ** 27

/**
 * Any volume on another grid: that of a second volume, or one of equal spacing along its own axes, which may
 * be tilted. Places in the world stay where they are.
 *
 * @displayName Resample
 * @tags volume, resampling, reslice, tool
 * @view camera=1,0.75,0.35 slabs=0,0.5,0,1,0,1
 * @story Slices of a scan lie as the scanner was set. Tilted [by 30°](?tilt=-30) they run along the
 * hippocampus, which radiologists then see at its full length.
 * @preset Along the hippocampus {"tilt":-30,"spacing":1.5}
 * @preset Coarse, as it is {"tilt":0,"spacing":6}
 * @param volume - The values. @default {"specimen":"headVolume"}
 * @param like - The volume whose grid is taken; without one, the two below make it.
 * @param spacing - Distance between samples, in the unit of lengths.
 * @param tilt - Turn of the grid about the world's x, from y to z.
 * @unit °
 * @param method - Between eight samples, or the nearest one, as always for labels.
 * @param outside - The value where the volume has none; without one, no value, or 0 among labels.
 */
export async function resample(
  volume: Volume,
  like: Volume | null = null,
  spacing: Range<0.001, 1000> = 2,
  tilt: Range<-45, 45, 1> = -30,
  method: 'linear' | 'nearest' = 'linear',
  outside: number | null = null,
  progress?: ProgressReporter,
): Promise<Volume> {
  if (like && volume.unit !== undefined && like.unit !== undefined && volume.unit !== like.unit)
    throw new Error(`The volume is in ${volume.unit}, and "like" in ${like.unit}: give both in one unit.`)
  const grid: VolumeGrid = like ?? layGrid(volume, spacing, tilt)
  const [depth, height, width] = grid.shape
  const count = depth * height * width
  if (count > mostSamples)
    throw new Error(
      `These are ${count} samples, and at most ${mostSamples} are made: choose a larger spacing.`,
    )
  const chosen = volume.labels ? 'nearest' : method
  const empty = outside ?? (volume.labels ? 0 : Number.NaN)
  const data = createData(volume, count)
  if (volume.labels && data.fill(empty)[0] !== empty)
    throw new Error(`outside must be a value that these labels can have (got ${empty}).`)
  const way = chain(invert(toAffine(volume)), chain(toWorldOf(volume, grid), toAffine({ ...grid, data })))
  const sampler = createSampler(volume, chosen)
  let missing = 0
  for (let z = 0; z < depth; z++) {
    const slice = data.subarray(z * height * width, (z + 1) * height * width)
    missing += fillSlice(slice, { z, width, way, sampler, empty })
    progress?.report(`slice ${z + 1} of ${depth}`, (z + 1) / depth)
    await setImmediate() // lets the report out, and a cancel in
  }
  const notes = listNotes({ method: chosen, way, empty, part: missing / count })
  return {
    shape: grid.shape,
    data,
    spacing: grid.spacing,
    origin: grid.origin,
    direction: grid.direction,
    orientation: grid.orientation,
    space: grid.space,
    unit: volume.unit ?? like?.unit,
    labels: volume.labels,
    valueName: volume.valueName,
    valueUnit: volume.valueUnit,
    window: volume.window,
    notes: addNotes([...notes, ...compareSpaces(volume, like)], volume.notes),
  }
}

/** How a volume was resampled: `part` is that of the samples outside. */
interface Resampling {
  readonly method: 'linear' | 'nearest'
  readonly way: Affine
  readonly empty: number
  readonly part: number
}

function listNotes({ method, way, empty, part }: Resampling): readonly string[] {
  const value = Number.isNaN(empty) ? 'no value' : String(empty)
  const outside = `${(100 * part).toFixed(1)} % of the samples lie outside, and have ${value}.`
  if (method === 'nearest')
    return ['Each sample has the value of the nearest one.', ...(part > 0 ? [outside] : [])]
  return [
    'Values are linear between eight samples.',
    ...(part > 0 ? [outside] : []),
    ...(isCoarser(way) ? ['The new samples are farther apart, and nothing was averaged between them.'] : []),
  ]
}

/** Returns the note on two volumes whose coordinates are not the same. */
function compareSpaces({ space }: Volume, like: Volume | null): readonly string[] {
  if (space === undefined || like?.space === undefined || like.space === space) return []
  return [`Coordinates are ${space} here and ${like.space} in "like": nothing brings the two together.`]
}

/** A slice to fill: its index, the way to indices of the volume, and the value where that has none. */
interface Slice {
  readonly z: number
  readonly width: number
  readonly way: Affine
  readonly sampler: Sampler
  readonly empty: number
}

/** Fills the samples of a slice, and returns how many of them lie outside. */
function fillSlice(data: VolumeData, { z, width, way: { matrix, shift }, sampler, empty }: Slice): number {
  const [zz = 0, zy = 0, zx = 0, yz = 0, yy = 0, yx = 0, xz = 0, xy = 0, xx = 0] = matrix
  const [sz = 0, sy = 0, sx = 0] = shift
  let missing = 0
  for (let i = 0; i < data.length; i++) {
    const x = i % width
    const y = (i - x) / width
    const value = sampler(
      zz * z + zy * y + zx * x + sz,
      yz * z + yy * y + yx * x + sy,
      xz * z + xy * y + xx * x + sx,
    )
    if (value === undefined) missing++
    data[i] = value ?? empty
  }
  return missing
}

/** Returns room for values: of the volume's own class for labels, else floats that hold all between them. */
function createData({ data, labels }: Volume, count: number): VolumeData {
  const Own = data.constructor as Uint8ArrayConstructor // any of the classes, which are all made alike
  if (labels) return new Own(count)
  const isWide = data.BYTES_PER_ELEMENT > 4 || data instanceof Int32Array || data instanceof Uint32Array
  return isWide ? new Float64Array(count) : new Float32Array(count)
}

/** Returns the way from the world of a grid to that of a volume, by their anatomical directions. */
function toWorldOf(volume: Volume, grid: VolumeGrid): Affine {
  const rows = turnWorld(
    findWorld({
      shape: grid.shape,
      data: volume.data,
      direction: grid.direction,
      orientation: grid.orientation,
    }),
    findWorld(volume),
  )
  // Rows and columns are x, y, z: as z, y, x both turn round.
  return { matrix: rows.flat().reverse(), shift: [0, 0, 0] }
}

/** Returns whether a step to the next sample passes clearly more than one of the volume. */
function isCoarser({ matrix }: Affine): boolean {
  return [0, 1, 2].some((axis) => Math.hypot(...[0, 3, 6].map((row) => matrix[row + axis] ?? 0)) > 1.5)
}
