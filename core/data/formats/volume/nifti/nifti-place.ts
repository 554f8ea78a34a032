/** The place of a NIfTI's volume by its two forms: methods 1 to 3 of `nifti1.h`. The world is RAS. */
import type { DecodeContext } from '../../format.ts'
import { applyTag, type TagOf } from '../../tag-table.ts'
import { toPlace, type VolumeGrid } from '../array-volume.ts'
import { type NiftiHeader, toShortest } from './nifti-header.ts'
import { niftiTags } from './nifti-tags.ts'

/** The units of space, in the three lowest bits of xyzt_units. */
const units: { readonly [code: number]: string } = { 1: 'm', 2: 'mm', 3: 'µm' }
/** The coordinates by the codes of both forms. */
const spaces: { readonly [code: number]: string } = {
  1: 'scanner',
  2: 'aligned',
  3: 'Talairach',
  4: 'MNI152',
  5: 'template',
}

/** Returns the grid of a NIfTI: by its sform, else by its qform, else the lengths alone. */
export function readNiftiGrid(header: NiftiHeader, context: Pick<DecodeContext, 'onNote'>): VolumeGrid {
  const { sformCode, qformCode, unitCode } = header
  const note = (tag: TagOf<typeof niftiTags>): void => applyTag(niftiTags, tag, context)
  if (unitCode > 3) note('xyzt_units = 7')
  const unit = units[unitCode]
  const sform = sformCode > 0 ? toGrid(header.rows) : undefined
  const quaternion = qformCode > 0 ? toRows(header) : undefined
  const qform = quaternion && toGrid(quaternion)
  if (sformCode > 0 && !sform) note('srow of no space')
  if (qformCode > 0 && !qform) note('quatern of no space')
  if (sform && quaternion && qform && areFar(header, quaternion)) note('qform_code and sform_code')
  const space = spaces[sform ? sformCode : qformCode]
  const form = sform ?? qform
  // NIfTI-1 has floats of 32 bits, so the root of three of them is no longer than that.
  const isShort = header.byteLength === 348
  if (form) return { ...form, spacing: isShort ? form.spacing?.map(toShortFloat) : form.spacing, space, unit }
  const { pixdim, extents } = header
  if (pixdim.some((size, axis) => !(size > 0) && (extents[axis] ?? 1) > 1)) note('pixdim <= 0')
  if (!(sformCode > 0 || qformCode > 0)) note('qform_code = sform_code = 0')
  return { spacing: toSizes(pixdim).toReversed(), unit }
}

function toShortFloat(length: number): number {
  return toShortest(Math.fround(length))
}

function toSizes(pixdim: readonly number[]): readonly number[] {
  return pixdim.map((size) => (Number.isFinite(size) && size !== 0 ? Math.abs(size) : 1))
}

/** Returns the grid of three rows of four. */
function toGrid(rows: readonly number[]): VolumeGrid | undefined {
  const place = (row: number, column: number): number => rows[4 * row + column] ?? 0
  const steps = [0, 1, 2].map((axis) => [place(0, axis), place(1, axis), place(2, axis)])
  return toPlace(steps, { first: [place(0, 3), place(1, 3), place(2, 3)], ends: 'RAS' })
}

/** Returns whether a corner of the volume lies elsewhere by the other form, by over a tenth of a sample. */
function areFar({ rows, extents, pixdim }: NiftiHeader, quaternion: readonly number[]): boolean {
  const most = 0.1 * Math.min(...toSizes(pixdim))
  for (let corner = 0; corner < 8; corner++) {
    const at = [0, 1, 2].map((axis) => (corner & (1 << axis) ? (extents[axis] ?? 1) - 1 : 0))
    for (let row = 0; row < 3; row++) {
      const parts = [...at, 1].map((index, i) => {
        return index * ((rows[4 * row + i] ?? 0) - (quaternion[4 * row + i] ?? 0))
      })
      if (Math.abs(parts.reduce((sum, part) => sum + part, 0)) > most) return true
    }
  }
  return false
}

/** Returns the rows of a quaternion (method 2): b, c, d and the offset, with lengths of pixdim. */
function toRows({ quaternion, pixdim, qfac }: NiftiHeader): readonly number[] {
  const [given = [0, 0, 0], offset] = [quaternion.slice(0, 3), quaternion.slice(3)]
  const rest = 1 - given.reduce((sum, part) => sum + part * part, 0)
  // As nifti1_io does: without a real part, the others are brought to the length 1.
  const scale = rest < 1e-7 ? 1 / Math.hypot(...given) : 1
  const a = rest < 1e-7 ? 0 : Math.sqrt(rest)
  const [b = 0, c = 0, d = 0] = given.map((part) => part * scale)
  const turned = [
    [a * a + b * b - c * c - d * d, 2 * (b * c - a * d), 2 * (b * d + a * c)],
    [2 * (b * c + a * d), a * a + c * c - b * b - d * d, 2 * (c * d - a * b)],
    [2 * (b * d - a * c), 2 * (c * d + a * b), a * a + d * d - b * b - c * c],
  ]
  const [x = 1, y = 1, z = 1] = toSizes(pixdim)
  const sizes = [x, y, qfac < 0 ? -z : z]
  return turned.flatMap((row, i) => [...row.map((part, axis) => part * (sizes[axis] ?? 1)), offset[i] ?? 0])
}
