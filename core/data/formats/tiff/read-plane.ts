import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { turnUpright } from '../image/orientation.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { noteInexact } from '../volume/array-volume.ts'
import { elementBytes, readSamples } from '../volume/samples.ts'
import type { TiffPlane } from './stack.ts'
import { tags } from './tag-numbers.ts'
import { readBlocks, requireSamples } from './tiff-blocks.ts'
import { toColors } from './tiff-colors.ts'
import { readLayout, type TiffLayout } from './tiff-layout.ts'
import { readNumber } from './tiff-pages.ts'

/** The bytes of a file, and the bounds and notes of its decoding. */
export interface TiffSource {
  readonly bytes: Uint8Array
  readonly isBigEndian: boolean
  readonly byteLimit: number
  readonly onNote: (sentence: string) => void
}

/** The samples of a plane, upright, channels side by side. */
export interface PlaneSamples {
  readonly width: number
  readonly height: number
  readonly channels: number
  readonly data: ElementArray
}

/** Returns the samples of one plane as colours of a picture, or as numbers. @throws `file.undecodable` */
export function readPlane(
  { page, place }: TiffPlane,
  { bytes, isBigEndian, byteLimit, onNote }: TiffSource,
  { planesOfPage, isPicture }: { readonly planesOfPage: number; readonly isPicture: boolean },
): PlaneSamples {
  const whole = readLayout(page)
  const layout = planesOfPage > 1 ? toPlaneLayout(whole, place, { bytes, planesOfPage }) : whole
  requireSamples(bytes, layout, byteLimit)
  const { width, height, samples, dtype } = layout
  const count = width * height * samples
  const data = readSamples(readBlocks(bytes, layout, { isBigEndian, byteLimit }), {
    dtype,
    count,
    isBigEndian,
  })
  noteInexact(data, dtype, { onNote })
  const colors = toColors(page, layout, data, { isPicture, onNote })
  const { channels } = colors
  const upright = turnUpright({ width, height, channels }, colors.data, readNumber(page, tags.orientation, 1))
  return { ...upright, channels }
}

/** Returns the layout of one of several planes of a page: each has strips, or follows the one before. */
function toPlaneLayout(
  layout: TiffLayout,
  place: number,
  { bytes, planesOfPage }: { readonly bytes: Uint8Array; readonly planesOfPage: number },
): TiffLayout {
  const { width, height, samples, dtype, bits, blockHeight, compression, offsets, byteCounts } = layout
  const strips = Math.ceil(height / blockHeight) * (layout.isPlanar ? samples : 1)
  if (offsets.length >= strips * planesOfPage && strips * planesOfPage > 1) {
    const [from, to] = [place * strips, (place + 1) * strips]
    return {
      ...layout,
      offsets: Array.from(offsets).slice(from, to),
      byteCounts: Array.from(byteCounts).slice(from, to),
    }
  }
  const start = offsets[0] ?? 0
  const isJoined = Array.from(
    { length: strips - 1 },
    (_, i) => (offsets[i] ?? 0) + (byteCounts[i] ?? 0),
  ).every((end, i) => end === offsets[i + 1])
  if (compression !== 1 || layout.isTiled || !isJoined || bits !== 8 * elementBytes[dtype])
    throw refuse(
      `The ${planesOfPage} planes of its page must be uncompressed and side by side; save a page for each.`,
    )
  const planeBytes = width * height * samples * elementBytes[dtype]
  requireBytes(`a page of ${planesOfPage} planes`, planeBytes * planesOfPage, bytes.length - start)
  return {
    ...layout,
    blockHeight: height,
    isPlanar: false,
    offsets: [start + place * planeBytes],
    byteCounts: [planeBytes],
  }
}
