/**
 * TIFF 6.0 and BigTIFF: pages of one size are the slices of a volume, one page is an image. Own code, with
 * fflate and fzstd: `tiff` reads neither PackBits nor signed samples nor tiles of colors, and `utif2` and
 * `geotiff` inflate without a bound.
 */
import type { Result } from '../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader, VolumeSeries } from '../format.ts'
import { refuse } from '../refusal.ts'
import { applyTag, refuseTag } from '../tag-table.ts'
import { notePlace, toImage } from '../volume/array-volume.ts'
import { applyTags } from './apply-tags.ts'
import { readPlane, type TiffSource } from './read-plane.ts'
import type { PlanSource, StackPlan } from './stack.ts'
import { planStack } from './stack-plan.ts'
import { tags } from './tag-numbers.ts'
import { readLayout } from './tiff-layout.ts'
import { readNumber, readPages, type TiffDirectories, type TiffPage } from './tiff-pages.ts'
import { tiffTags } from './tiff-tags.ts'
import { toStackVolumes } from './tiff-volumes.ts'

/** Its decoder, and the tags by which it works. */
export const tiffReader: FormatReader = { decode: decodeTiff, tags: tiffTags }

/**
 * Returns the volume or image of a TIFF; several volumes where its pages have further axes, or voxels several
 * samples. Pages unlike the first, and smaller copies of one, are left out.
 */
function decodeTiff(bytes: Uint8Array, context: DecodeContext): Result | VolumeSeries {
  const directories = readPages(bytes, context)
  const noted = new Set<string>()
  const onNote = (sentence: string): void => {
    if (noted.has(sentence)) return
    noted.add(sentence)
    context.onNote(sentence)
  }
  const source = choosePages(directories, { ...context, onNote })
  const plan = planStack(source)
  for (const note of plan.notes) onNote(note)
  for (const page of new Set(plan.volumes.flat().map(({ page }) => page))) applyTags(page, { onNote })
  const file = { bytes, isBigEndian: directories.isBigEndian, byteLimit: context.byteLimit, onNote }
  return toPicture(plan, file) ?? toStackVolumes(plan, file)
}

/** Returns the pages that can be slices of one volume. */
function choosePages(
  directories: TiffDirectories,
  { onNote, step }: Pick<DecodeContext, 'onNote' | 'step'>,
): PlanSource {
  const { pages } = directories
  let all = pages
  let whole = pages.filter(isWhole)
  const [head] = pages
  if (!head) throw refuse('It must have at least one page (got none).')
  // In files of cameras the first page is small, and has the picture within it.
  if (!isWhole(head) && head.has(tags.subDirectories)) {
    const parts = directories.readParts(head).filter(isWhole)
    if (parts.length > 0) all = whole = parts
  }
  const first = whole[0] ?? head
  if (first.has(tags.subDirectories) && directories.readParts(first).some(isWhole))
    applyTag(tiffTags, '330 SubIFDs (further pictures)', { onNote })
  const size = describeSize(first)
  const equal = whole.filter((page) => describeSize(page) === size)
  if (equal.length < whole.length)
    onNote(`${whole.length - equal.length} of ${whole.length} pages have another size and are left out.`)
  return { first, equal: equal.length === 0 ? [first] : equal, all, depth: readDepth(first), step }
}

/** Returns whether a page is neither a smaller copy of another nor a mask. */
function isWhole(page: TiffPage): boolean {
  const isMask = (readNumber(page, tags.subfile, 0) & 4) !== 0
  return !isMask && readNumber(page, tags.subfile, 0) % 2 === 0 && readNumber(page, tags.oldSubfile, 1) !== 2
}

/** Returns a text that is equal for pages that can be slices of one volume. */
function describeSize(page: TiffPage): string {
  const { width, height, samples, bits, sampleFormat, depth } = tags
  return [width, height, samples, bits, sampleFormat, depth]
    .map((tag) => Array.from(page.get(tag) ?? []).join())
    .join(' ')
}

function readDepth(page: TiffPage): number {
  const depth = readNumber(page, tags.depth, 1)
  if (depth > 1 && page.has(tags.tileWidth)) throw refuseTag(tiffTags, '32997 ImageDepth (tiles)')
  return depth
}

/** Returns the image of a plan of one page whose samples are those of a picture; undefined for others. */
function toPicture(plan: StackPlan, file: TiffSource): Result | undefined {
  const [plane, ...others] = plan.volumes[0] ?? []
  if (!plane || others.length > 0 || plan.volumes.length > 1 || plan.calibration) return undefined
  const { dtype } = readLayout(plane.page)
  if (dtype !== 'uint8' && dtype !== 'uint16') return undefined
  const pixels = readPlane(plane, file, { planesOfPage: 1, isPicture: true })
  notePlace(plan.grid, file)
  const { width, height, channels } = pixels
  return toImage({ width, height, channels }, pixels.data)
}
