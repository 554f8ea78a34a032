/** Compressed pixels in fragments (PS3.5, A.4): an item of offsets, then one or more items a frame. */
import type { DataSet } from 'dicom-parser'
import { joinPieces } from '../../inflate.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import type { DicomElements } from '../elements.ts'

interface Fragment {
  /** The place of its item behind the item of offsets. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** Returns the compressed bytes of each frame. @throws `file.undecodable` */
export function readFrames({ data, bytes }: DicomElements, frames: number): Uint8Array[] {
  const element = data.elements.x7fe00010
  if (!element) throw refuse('There are no pixels in it.')
  const [first, ...rest] = listItems(bytes, element.dataOffset)
  if (!first) throw refuse('Its pixels must be in items, as they are compressed; is the file cut?')
  const base = element.dataOffset + 8 + first.bytes.length
  const fragments = rest.map(({ offset, bytes }) => ({ offset: offset - base, bytes }))
  if (frames === 1) return [join(fragments)]
  if (fragments.length === frames) return fragments.map((fragment) => fragment.bytes)
  const starts = readExtendedOffsets(data) ?? readOffsets(first.bytes) ?? findStarts(fragments)
  const groups = starts.map((start, i) => {
    const end = starts[i + 1] ?? Number.POSITIVE_INFINITY
    return fragments.filter(({ offset }) => offset >= start && offset < end)
  })
  const isWhole = groups.every((group, i) => group[0]?.offset === starts[i])
  if (groups.length !== frames || !isWhole || starts[0] !== 0)
    throw refuse(`Its ${fragments.length} fragments of pixels cannot be divided among ${frames} frames.`)
  return groups.map(join)
}

function join(fragments: readonly Fragment[]): Uint8Array {
  const pieces = fragments.map(({ bytes }) => bytes)
  return joinPieces(
    pieces,
    pieces.reduce((sum, { length }) => sum + length, 0),
  )
}

/** Returns the items from a place to the delimiter, or to the end of the file where that is missing. */
function listItems(bytes: Uint8Array, start: number): Fragment[] {
  const view = toView(bytes)
  const items: Fragment[] = []
  for (let at = start; at + 8 <= bytes.length; ) {
    const [group, element] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (group !== 0xfffe || element !== 0xe000) break
    const length = view.getUint32(at + 4, true)
    requireBytes('a fragment of pixels', length, bytes.length - at - 8)
    items.push({ offset: at, bytes: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length
  }
  return items
}

/** Returns the offsets of frames (32 bits); undefined for an empty table. */
function readOffsets(table: Uint8Array): number[] | undefined {
  if (table.length < 4) return undefined
  const view = toView(table)
  return Array.from({ length: Math.floor(table.length / 4) }, (_, i) => view.getUint32(4 * i, true))
}

/** Returns the offsets of the extended table (64 bits), which large files have. */
function readExtendedOffsets({ elements, byteArray }: DataSet): number[] | undefined {
  const element = elements.x7fe00001
  if (!element || element.length < 8) return undefined
  requireBytes('the table of offsets', element.length, byteArray.length - element.dataOffset)
  const view = toView(byteArray.subarray(element.dataOffset, element.dataOffset + element.length))
  const count = Math.floor(element.length / 8)
  return Array.from({ length: count }, (_, i) => Number(view.getBigUint64(8 * i, true)))
}

/** Returns the fragments at which a picture of JPEG, JPEG-LS or JPEG 2000 begins. */
function findStarts(fragments: readonly Fragment[]): number[] {
  return fragments
    .filter(({ bytes: [mark, kind] }) => mark === 0xff && (kind === 0xd8 || kind === 0x4f))
    .map(({ offset }) => offset)
}
