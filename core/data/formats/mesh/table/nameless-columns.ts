/** Columns behind x, y and z that no header names, by what all their rows have. */
import type { PointCloudResult } from '../../../../contract/domain/result/result.ts'
import { findLargest, toColorBytes } from '../color-bytes.ts'
import type { GrowingArray } from '../growing-array.ts'
import type { MeetTableTag } from './table-tags.ts'

/** Numbers of further columns, row by row. */
export interface NamelessColumns {
  /** Columns of a row. */
  readonly width: number
  readonly values: GrowingArray<Float32Array>
}

/** Values and colours; both absent where the meaning of the columns is not sure. */
export type NamelessValues = Pick<PointCloudResult, 'colors' | 'scalars'>

/** Numbers of columns behind x, y and z whose meaning can be sure. */
export const knownWidths: readonly number[] = [1, 3, 4, 6]

/**
 * Returns what nameless columns are: one is a value, three of whole numbers up to 255 are colours, three of
 * length 1 in every row a normal. A first row alone says little: 0 0 1 is a normal, or nearly black.
 */
export function readNameless({ width, values }: NamelessColumns, meet: MeetTableTag): NamelessValues {
  const count = values.length / width
  const read = (first: number, size: number): Float32Array => {
    const part = new Float32Array(size * count)
    for (let i = 0; i < part.length; i++)
      part[i] = values.get(Math.floor(i / size) * width + first + (i % size))
    return part
  }
  const toColors = (first: number): Uint8Array => {
    const parts = read(first, 3)
    return toColorBytes(parts, findLargest(parts) <= 1 ? 255 : 1)
  }
  const kindOf = (first: number): Kind => findKind(read(first, 3))
  if (width === 1) return { scalars: read(0, 1) }
  if (width === 3 && kindOf(0) === 'color') return { colors: toColors(0) }
  if (width === 3 && kindOf(0) === 'normal') {
    meet('no names: x y z nx ny nz')
    return {}
  }
  if (width === 4 && kindOf(1) === 'color') {
    meet('no names: x y z i r g b')
    return { scalars: read(0, 1), colors: toColors(1) }
  }
  if (width === 4 && kindOf(0) === 'color') {
    meet('no names: x y z r g b value')
    return { scalars: read(3, 1), colors: toColors(0) }
  }
  if (width === 6) {
    const kinds = [kindOf(0), kindOf(3)]
    if (kinds.includes('color') && kinds.includes('normal')) {
      meet('no names: x y z nx ny nz')
      return { colors: toColors(kinds[0] === 'color' ? 0 : 3) }
    }
  }
  meet('no names: others')
  return {}
}

type Kind = 'color' | 'normal' | 'other'

function findKind(triples: Float32Array): Kind {
  let [isUnit, isByte] = [true, true]
  for (let i = 0; i < triples.length; i += 3) {
    const [x = 0, y = 0, z = 0] = [triples[i], triples[i + 1], triples[i + 2]]
    if (!(Math.abs(Math.hypot(x, y, z) - 1) < 0.02)) isUnit = false
    for (const part of [x, y, z]) if (!Number.isInteger(part) || part < 0 || part > 255) isByte = false
  }
  return isUnit ? 'normal' : isByte ? 'color' : 'other'
}
