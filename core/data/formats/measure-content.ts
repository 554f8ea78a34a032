/** Lengths that the heads of files announce: a compressed file is inflated as far, and no further. */
import { findFormat } from './find-format.ts'
import type { KnownFormat } from './formats.ts'
import { toView } from './number-readers.ts'
import { parseNpyHeader } from './volume/npy/npy.ts'
import { elementBytes } from './volume/samples.ts'

/** Bytes that may follow behind the content. */
const spareBytes = 2 ** 20
const latin = new TextDecoder('latin1')

/** Returns the most bytes of a file by its beginning; undefined where that does not say it. */
export function measureContent(head: Uint8Array, name: string): number | undefined {
  const format = findFormat(head, name)
  try {
    const byteLength = format && measures[format.name]?.(head)
    return byteLength !== undefined && byteLength >= 0 ? byteLength + spareBytes : undefined
  } catch {
    return undefined // its reader says what is wrong
  }
}

const measures: { readonly [Name in KnownFormat['name']]?: (head: Uint8Array) => number | undefined } = {
  NIfTI: measureNifti,
  NPY: (head) => {
    const { shape, dtype } = parseNpyHeader(latin.decode(head.subarray(10)))
    return head.length + countAll(shape) * elementBytes[dtype]
  },
  STL: (head) =>
    head.length < 84 || latin.decode(head.subarray(0, 5)) === 'solid'
      ? undefined
      : 84 + 50 * toView(head).getUint32(80, true),
}

/** Reads `dim`, `bitpix` and `vox_offset` at the offsets of `nifti1.h` and `nifti2.h`. */
function measureNifti(head: Uint8Array): number | undefined {
  const view = toView(head)
  const isBigEndian = [348, 540].includes(view.getInt32(0))
  const isLittle = !isBigEndian
  const isFirst = view.getInt32(0, isLittle) === 348
  const readExtent = (i: number): number =>
    isFirst ? view.getInt16(40 + 2 * i, isLittle) : Number(view.getBigInt64(16 + 8 * i, isLittle))
  const extents = Array.from({ length: Math.min(readExtent(0), 7) }, (_, i) => Math.max(1, readExtent(i + 1)))
  const bits = view.getInt16(isFirst ? 72 : 14, isLittle)
  const start = isFirst ? view.getFloat32(108, isLittle) : Number(view.getBigInt64(168, isLittle))
  return start + Math.ceil((countAll(extents) * bits) / 8)
}

function countAll(extents: readonly number[]): number {
  return extents.reduce((total, extent) => total * extent, 1)
}
