/**
 * TIFF 6.0 and BigTIFF: pages of one size are the slices of a volume, one page is an image. Own code, with
 * fflate: `tiff` reads neither PackBits nor signed samples nor tiles of colors, and `utif2` and `geotiff`
 * inflate without a bound.
 */
import type { ElementArray } from '../../domain/result/elements.ts'
import type { Result } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { toImage, toVolume } from '../volume/array-volume.ts'
import { elementBytes, readSamples } from '../volume/samples.ts'
import { planStack } from './stack-plan.ts'
import { measurePage, readBlocks, readLayout, type TiffLayout } from './tiff-blocks.ts'
import { readNumber, readPages, type TiffPage, tags } from './tiff-pages.ts'
import { mostFromByte } from './unpack.ts'

/** Returns the volume or image of a TIFF. Pages unlike the first, and smaller copies of one, are left out. */
export function decodeTiff(bytes: Uint8Array, { byteLimit, onNote }: DecodeContext): Result {
  const { isBigEndian, pages } = readPages(bytes)
  const whole = pages.filter((page) => readNumber(page, tags.subfile, 0) % 2 === 0)
  const first = whole[0] ?? pages[0]
  if (!first) throw refuse('It must have at least one page (got none).')
  const equal = whole.filter((page) => describeSize(page) === describeSize(first))
  if (equal.length < whole.length)
    onNote(`${whole.length - equal.length} of ${whole.length} pages have another size and are left out.`)
  const { step, slices, unit, spacing } = planStack(first, equal.length)
  if (slices < equal.length) onNote(`This is the first of ${equal.length / slices} volumes in the file.`)
  const shown = equal.length < 2 ? [first] : equal.filter((_, i) => i % step === 0).slice(0, slices)
  const layouts = shown.map(readLayout)
  const data = readAll(bytes, layouts, { isBigEndian, byteLimit })
  const [layout, ...others] = layouts
  const { width = 0, height = 0, samples = 0 } = layout ?? {}
  const isOne = layout && others.length === 0
  const picture = isOne && toPicture(layout, data, readNumber(first, tags.photometric, 1))
  if (picture) return picture
  if (samples !== 1)
    throw refuse(`Each voxel must be one number (each pixel has ${samples}); save one color alone.`)
  return {
    ...toVolume([layouts.length, height, width], data, { spacing }),
    ...(unit !== undefined && { unit }),
  }
}

/** Returns a text that is equal for pages that can be slices of one volume. */
function describeSize(page: TiffPage): string {
  const { width, height, samples, bits, sampleFormat } = tags
  return [width, height, samples, bits, sampleFormat].map((tag) => page.get(tag)?.join()).join(' ')
}

/** Compares what the pages announce with the bytes that there are, and then reads them. */
function readAll(
  bytes: Uint8Array,
  layouts: readonly TiffLayout[],
  { isBigEndian, byteLimit }: { readonly isBigEndian: boolean; readonly byteLimit: number },
): ElementArray {
  const { width, height, dtype = 'uint8' } = layouts[0] ?? {}
  const sizes = layouts.map(measurePage)
  const byteLength = sizes.reduce((total, size) => total + size, 0)
  requireWithin(`${layouts.length} pages of ${width}×${height} ${dtype}`, byteLength, byteLimit)
  const packed = layouts.flatMap(({ byteCounts }) => byteCounts).reduce((total, count) => total + count, 0)
  if (packed > bytes.length || byteLength > packed * mostFromByte)
    throw refuse(
      `${byteLength} bytes of samples cannot be in strips of ${packed}, and the file has ${bytes.length}.`,
    )
  const target = new Uint8Array(byteLength)
  let at = 0
  layouts.forEach((layout, i) => {
    const end = at + (sizes[i] ?? 0)
    readBlocks(bytes, layout, { isBigEndian, target: target.subarray(at, end) })
    at = end
  })
  return readSamples(target, { dtype, count: byteLength / elementBytes[dtype], isBigEndian })
}

/** Samples of a palette stay as they are, for they are mostly values that a program has colored. */
function toPicture(
  { width, height, samples }: TiffLayout,
  data: ElementArray,
  photometric: number,
): Result | undefined {
  const most = data instanceof Uint16Array ? 0xffff : 0xff
  const image = toImage({ width, height, channels: samples }, data)
  if (image && photometric > 3)
    throw refuse(`The colors must be grey or RGB (got the photometric interpretation ${photometric}).`)
  if (image && samples > 4) throw refuse(`A pixel must have 1 to 4 samples (got ${samples}).`)
  return image && photometric === 0 ? { ...image, data: image.data.map((value) => most - value) } : image
}
