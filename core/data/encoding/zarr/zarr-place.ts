/** The place of a volume as OME-Zarr 0.5 says it: a unit, and scale and translation of each axis. */
import { findShear, isAlongWorld, toAxisVectors } from '../../../contract/domain/result/direction.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
import { findLengthUnit } from '../../../contract/text/length-units.ts'
import type { Extents } from './chunk-plan.ts'

/** The place of a grid of samples. */
export interface ZarrPlace {
  /** Distances between neighbouring samples. */
  readonly scale: Extents
  /** The place of the first sample. */
  readonly translation: Extents
  /** The unit of lengths by its name in UDUNITS-2; absent for none, or another. */
  readonly unit?: string
  /**
   * The way from samples to the world where that is no scale and translation: rows for z, y and x of the
   * world, columns for those of the array, and the place of the first sample.
   */
  readonly affine?: readonly (readonly number[])[]
  /** Sentences on what of the place is left out. */
  readonly notes: readonly string[]
}

/** Axes that miss a right angle by more have no common frame of their own. */
const mostShear = 0.1

const unitNames: { readonly [sign: string]: string } = {
  Å: 'angstrom',
  pm: 'picometer',
  nm: 'nanometer',
  µm: 'micrometer',
  mm: 'millimeter',
  cm: 'centimeter',
  dm: 'decimeter',
  m: 'meter',
  km: 'kilometer',
  in: 'inch',
  ft: 'foot',
  yd: 'yard',
}

/** The place of samples that have none. */
export const noPlace: ZarrPlace = { scale: [1, 1, 1], translation: [0, 0, 0], notes: [] }

/**
 * Returns the place of a volume of three axes. Version 0.5 knows no rotation: a volume that is turned in its
 * world is placed along its own axes, at the same distances, so that volumes which are turned alike lie upon
 * each other; `affine` has the rest, and a note says so.
 */
export function toZarrPlace({ spacing, origin, direction, unit }: VolumeResult): ZarrPlace {
  const scale = toExtents(spacing, 1)
  const known = unit === undefined ? undefined : unitNames[findLengthUnit(unit)?.sign ?? '']
  const named = known === undefined ? {} : { unit: known }
  const lost = `The unit ${unit} of its lengths is none of OME-Zarr, and left out.`
  const notes = unit === undefined || known !== undefined ? [] : [lost]
  const first = toExtents(origin, 0)
  if (!direction || isAlongWorld(toAxisVectors(direction)))
    return { scale, translation: first, ...named, notes }
  const at = (world: number, axis: number): number => direction[world]?.[axis] ?? 0
  const along = (axis: number): number =>
    first.reduce((sum, value, world) => sum + value * at(world, axis), 0)
  const isSkew = findShear(direction) > mostShear
  const turned =
    'Its axes are turned in their world, which OME-Zarr 0.5 cannot say: places are along its own axes' +
    (isSkew ? ', from its first sample, and as if these had right angles' : '') +
    '; specimen.affine leads to the world.'
  return {
    scale,
    translation: isSkew ? [0, 0, 0] : [along(0), along(1), along(2)],
    ...named,
    affine: [0, 1, 2].map((world) => [
      ...scale.map((length, axis) => at(world, axis) * length),
      first[world] ?? 0,
    ]),
    notes: [...notes, turned],
  }
}

/** Returns numbers of the last three axes, and `absent` for those that are not there. */
export function toExtents(numbers: readonly number[] | undefined, absent: number): Extents {
  const at = (axis: number): number => numbers?.at(axis) ?? absent
  return [at(-3), at(-2), at(-1)]
}
