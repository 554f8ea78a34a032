import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'

/** Numbers of the tags that are read (TIFF 6.0, and its supplements for tiles, predictors and floats). */
export const tags = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  description: 270,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  planes: 284,
  predictor: 317,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
  sampleFormat: 339,
} as const

const known: ReadonlySet<number> = new Set(Object.values(tags))

/** The numbers of one directory of the file, by tag. A text is the codes of its bytes. */
export type TiffPage = ReadonlyMap<number, readonly number[]>

/** Bytes of the types that are read: BYTE, ASCII, SHORT, LONG, RATIONAL (as a quotient) and LONG8. */
const typeBytes: { readonly [type: number]: number } = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 16: 8 }
const rational = 5
const mostValues = 2 ** 24
const mostPages = 2 ** 16

/**
 * Returns all pages of a TIFF or BigTIFF in their order. Directories may have no more entries, and tags no
 * more values, than the file has place for, also when several share them.
 * @throws `file.undecodable`
 */
export function readPages(bytes: Uint8Array): {
  readonly isBigEndian: boolean
  readonly pages: readonly TiffPage[]
} {
  const view = toView(bytes)
  const isBigEndian = bytes[0] === 0x4d
  const read = (at: number, size: number): number => {
    requireBytes(`the value at byte ${at}`, size, bytes.length - at)
    if (size === 1) return view.getUint8(at)
    if (size === 2) return view.getUint16(at, !isBigEndian)
    return size === 4 ? view.getUint32(at, !isBigEndian) : Number(view.getBigUint64(at, !isBigEndian))
  }
  const isWide = read(2, 2) === 43
  const [countBytes, entryBytes, placeBytes] = isWide ? [8, 20, 8] : [2, 12, 4]
  let valuesLeft = Math.min(bytes.length, mostValues)
  let entriesLeft = bytes.length / entryBytes
  const readValues = (at: number): readonly number[] => {
    const type = read(at + 2, 2)
    const size = typeBytes[type] ?? 0
    const count = size === 0 ? 0 : read(at + 4, placeBytes)
    const inside = at + 4 + placeBytes
    const from = count * size <= placeBytes ? inside : read(inside, placeBytes)
    requireBytes(`the tag ${read(at, 2)}`, count * size, bytes.length - from)
    valuesLeft -= count
    if (valuesLeft < 0) throw refuse('Its directories have more values than can be in the file.')
    const toNumber = (place: number): number =>
      type === rational ? read(place, 4) / read(place + 4, 4) : read(place, size)
    return Array.from({ length: count }, (_, i) => toNumber(from + i * size))
  }
  const pages = new Map<number, TiffPage>()
  for (let at = isWide ? read(8, 8) : read(4, 4); at !== 0; ) {
    if (pages.has(at)) throw refuse(`Its directories must not form a circle (got byte ${at} twice).`)
    if (pages.size === mostPages)
      throw refuse(`It must have at most ${mostPages} pages; save them in several files.`)
    const start = at + countBytes
    const count = read(at, countBytes)
    requireBytes(`a directory of ${count} entries`, count * entryBytes + placeBytes, bytes.length - start)
    entriesLeft -= count
    if (entriesLeft < 0)
      throw refuse('Its directories overlap: they have more entries than fit into the file.')
    const entries = Array.from({ length: count }, (_, i) => start + i * entryBytes)
    const shown = entries.filter((entry) => known.has(read(entry, 2)))
    pages.set(at, new Map(shown.map((entry) => [read(entry, 2), readValues(entry)])))
    at = read(start + count * entryBytes, placeBytes)
  }
  return { isBigEndian, pages: [...pages.values()] }
}

/** Returns the number of a tag of which a page has one. */
export function readNumber(page: TiffPage, tag: number, standard: number): number {
  return page.get(tag)?.[0] ?? standard
}
