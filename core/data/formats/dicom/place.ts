/** The place of a picture in space: its position, its directions and the lengths of its pixels. */
import type { DataSet } from 'dicom-parser'
import { applyElement } from './dicom-tags.ts'
import { readItems, readNumbers, readText } from './elements.ts'
import { first } from './values.ts'

/** The place of a picture. */
export interface SlicePlace {
  /** The first pixel, in mm; empty where the file has none. */
  readonly position: readonly number[]
  /** The direction of a row, then that of a column; empty where the file has none. */
  readonly orientation: readonly number[]
  /** Lengths from row to row, and from column to column; empty where the file has none. */
  readonly steps: readonly number[]
  /** False where `steps` are a ratio alone. */
  readonly isLength: boolean
  /** The distance of slices as the file says it, in mm, for slices without positions. */
  readonly between?: number | undefined
  /** The thickness of a slice, in mm. */
  readonly thickness?: number | undefined
}

/**
 * Returns the elements that hold for a frame, the nearest first: those of its own groups, of the groups of
 * all frames, and of the file.
 */
export function listSets(data: DataSet, frame: number): readonly DataSet[] {
  const groups = [data.elements.x52009230?.items?.[frame], data.elements.x52009229?.items?.[0]]
  const inside = groups.flatMap((group) => Object.values(group?.dataSet?.elements ?? {}))
  // Detectors of nuclear medicine have positions and directions of their own.
  return [...inside.flatMap(({ items }) => items?.[0]?.dataSet ?? []), data, ...readItems(data, 'x00540022')]
}

/** Returns the place of a frame, with the notes on its lengths. */
export function readPlace(sets: readonly DataSet[], onNote: (sentence: string) => void): SlicePlace {
  const read = (tag: string, count: number): readonly number[] =>
    first(sets, (set) => {
      const numbers = readNumbers(set, tag)
      return numbers.length >= count ? numbers.slice(0, count) : undefined
    }) ?? []
  const orientation = read('x00200037', 6)
  const between = first(sets, (set) => readNumbers(set, 'x00180088')[0])
  return {
    position: read('x00200032', 3),
    orientation: areDirections(orientation) ? orientation : [],
    ...readSteps(read, sets, onNote),
    between: between !== undefined && Math.abs(between) > 0 ? between : undefined,
    thickness: read('x00180050', 1).find((size) => size > 0),
  }
}

/** Returns whether the directions of row and column have the length 1 and stand upright, nearly. */
function areDirections([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): boolean {
  const lengths = [Math.hypot(a, b, c), Math.hypot(d, e, f)]
  return lengths.every((length) => Math.abs(length - 1) < 0.01) && Math.abs(a * d + b * e + c * f) < 0.01
}

/** Returns the lengths of a pixel, in the patient where the file has these, with a note on others. */
function readSteps(
  read: (tag: string, count: number) => readonly number[],
  sets: readonly DataSet[],
  onNote: (sentence: string) => void,
): Pick<SlicePlace, 'steps' | 'isLength'> {
  const find = (tag: string): readonly number[] | undefined => {
    const steps = read(tag, 2)
    return steps.length === 2 && steps.every((step) => step > 0) ? steps : undefined
  }
  const inPatient = find('x00280030')
  if (inPatient) return { steps: inPatient, isLength: true }
  for (const [tag, name] of lengthsOfPixels) {
    const steps = find(tag)
    if (!steps) continue
    applyElement(name, onNote)
    return { steps, isLength: true }
  }
  if (sets.some(({ elements }) => elements.x00186011))
    applyElement('SequenceOfUltrasoundRegions (0018,6011)', onNote)
  const ratio = find('x00280034')
  if (!ratio || ratio[0] === ratio[1]) return { steps: [], isLength: false }
  applyElement('PixelAspectRatio (0028,0034)', onNote)
  return { steps: ratio, isLength: false }
}

/** Lengths that are not those in the patient. */
const lengthsOfPixels = [
  ['x00181164', 'ImagerPixelSpacing (0018,1164)'],
  ['x30020011', 'ImagePlanePixelSpacing (3002,0011)'],
  ['x00182010', 'NominalScannedPixelSpacing (0018,2010)'],
] as const

/** The frames of a file by the vectors that its pointer names, or by its kind. */
export interface FrameOrder {
  /** Distances of frames from the position of the file, along the normal. */
  readonly offsets?: readonly number[] | undefined
  /** The moment of each frame: several at one place are further volumes. */
  readonly moments?: readonly number[] | undefined
  /** Frames are slices in their order, at distances that no vector says. */
  readonly areSlices: boolean
}

const timeTags = ['x00181063', 'x00181065', 'x00180040', 'x00082144']
/** Vectors by which frames are no slices: energy, detector, phase, rotation, R-R, time and angle. */
const momentTags = ['10', '20', '30', '50', '60', '70', '90']
  .map((end) => `x005400${end}`)
  .concat('x00540100')
const filmed = new Set(['US', 'XA', 'RF', 'ES', 'XC', 'GM', 'IVUS', 'OP', 'DX', 'MG'])

/** Returns the order of the frames of a file without groups for each frame. */
export function readFrameOrder(data: DataSet, frames: number, place: SlicePlace): FrameOrder {
  const grid = readNumbers(data, 'x3004000c')
  if (grid.length === frames) return { offsets: toOffsets(grid, place), areSlices: true }
  const locations = readNumbers(data, 'x00182005')
  if (locations.length === frames)
    return { offsets: locations.map((at) => at - (locations[0] ?? 0)), areSlices: true }
  const read = (tag: string): number[] | undefined => {
    const length = data.elements[tag]?.length ?? 0
    return length === 2 * frames
      ? Array.from({ length: frames }, (_, i) => data.uint16(tag, i) ?? 0)
      : undefined
  }
  const numbers = read('x00540080')
  if (numbers) {
    const vectors = momentTags.flatMap((tag) => {
      const vector = read(tag)
      return vector ? [vector] : []
    })
    const moments = numbers.map((_, frame) =>
      vectors.reduce((sum, vector) => 65_536 * sum + (vector[frame] ?? 0), 0),
    )
    const between = place.between ?? place.thickness ?? 1
    return { offsets: numbers.map((number) => (number - 1) * between), moments, areSlices: true }
  }
  const pointer = data.attributeTag('x00280009') ?? ''
  const isFilm = timeTags.includes(pointer) || momentTags.includes(pointer)
  const isUnsaid =
    !pointer && (timeTags.some((tag) => data.elements[tag]) || filmed.has(readText(data, 'x00080060') ?? ''))
  return { areSlices: !isFilm && !isUnsaid }
}

/** Turns the grid of a dose, relative or in coordinates of the patient (PS3.3, C.8.8.3.2), into distances. */
function toOffsets(grid: readonly number[], { position, orientation }: SlicePlace): number[] {
  const start = grid[0] ?? 0
  const [a = 1, b = 0, , d = 0, e = 1] = orientation
  const isDownward = start !== 0 && Math.abs(start - (position[2] ?? 0)) < 1e-3 && a * e - b * d < 0
  return grid.map((at) => (isDownward ? start - at : at - start))
}
