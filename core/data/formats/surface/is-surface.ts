/** Tells values of vertices from surfaces without a reader of either: it is asked of any folder's files. */

import type { FolderFile } from '../format.ts'
import { inflateStart, isGzip } from '../inflate.ts'
import { toView } from '../number-readers.ts'
import { refuse } from '../refusal.ts'
import { refuseTag } from '../tag-table.ts'
import { mghTags } from '../volume/mgh/mgh-tags.ts'

/** Bytes before the values of `curv`: the mark, and the numbers of vertices, faces and values of each. */
export const valuesAt = 15
/** The intent of the vertices of a surface. */
export const points = 'NIFTI_INTENT_POINTSET'
/** Bytes of a file that are searched at once, and those of two parts that overlap: longer than an intent. */
const partBytes = 2 ** 20
const overlapBytes = 64

/** Returns whether a file has one value a vertex and no surface; the mark is that of quadrangles. */
export function isOfValues(bytes: Uint8Array, size = bytes.length): boolean {
  if (bytes[0] !== 0xff || bytes[1] !== 0xff || bytes[2] !== 0xff || bytes.length < valuesAt) return false
  const view = toView(bytes)
  return view.getInt32(11) === 1 && size === valuesAt + 4 * view.getInt32(3)
}

/** Vertices of the smallest closed surface. */
const fewestVertices = 4
/** Fields of an MGH's header: its version, and the extents along x, y and z. */
const rowHead = 16

/**
 * Returns the number of values in the beginning of an MGH, also by gzip, that has one row of them, as
 * FreeSurfer writes those of vertices; 0 for anything else.
 */
export function countMghRow(head: Uint8Array): number {
  const start = isGzip(head) ? inflateStart(head, rowHead) : head
  if (start.length < rowHead) return 0
  const view = toView(start)
  const isRow = view.getInt32(0) === 1 && view.getInt32(8) === 1 && view.getInt32(12) === 1
  return isRow ? Math.max(0, view.getInt32(4)) : 0
}

/** Ensures that an MGH has more than values of vertices, by its beginning. @throws `file.undecodable` */
export function requireGrid(head: Uint8Array): void {
  const count = countMghRow(head)
  if (count < fewestVertices) return
  throw refuse(`${refuseTag(mghTags, 'height, depth = 1').message} That has ${count} vertices.`)
}

/** Returns whether a GIFTI has the vertices of a surface; only then is it more than values. */
export async function isGiftiSurface({ size, read }: Pick<FolderFile, 'size' | 'read'>): Promise<boolean> {
  for (let at = 0; at < size; at += partBytes) {
    const part = await read(at, Math.min(size, at + partBytes + overlapBytes))
    if (new TextDecoder('latin1').decode(part).includes(points)) return true
  }
  return false
}
