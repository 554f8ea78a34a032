import type { DecodeContext } from '../format.ts'
import { areNear, isStandardProfile, standardPrimaries, standardWhite } from '../image/color-profile.ts'
import { applyFoundTag, applyTag } from '../tag-table.ts'
import { tags } from './tag-numbers.ts'
import type { TiffPage } from './tiff-pages.ts'
import { tiffTags } from './tiff-tags.ts'

const known: ReadonlySet<string> = new Set(tiffTags.rows.map(({ tag }) => tag))
const namesByNumber = new Map(
  tiffTags.rows.filter(({ tag }) => !/[=(]/.test(tag)).map(({ tag }) => [Number.parseInt(tag, 10), tag]),
)
const numbersWithValues = new Map(
  tiffTags.rows
    .filter(({ tag }) => / = /.test(tag))
    .map(({ tag }) => [Number.parseInt(tag, 10), tag.split(' =')[0]]),
)
/** Numbers that are Exif's, or of cameras' raw files, which `DNGVersion` notes. */
const quietRanges = [
  [33_434, 37_438],
  [37_440, 37_723],
  [40_960, 42_080],
  [42_240, 42_240],
  [50_707, 51_200],
  [52_525, 52_560],
] as const
const shownNumbers = 5

/** Numbers whose rows depend on more than their value: they are applied where the samples are read. */
const conditional: ReadonlySet<number> = new Set([tags.extraSamples, tags.depth, tags.subDirectories])

/** Applies the rows of all tags of a page, and notes others in one sentence. @throws `file.undecodable` */
export function applyTags(page: TiffPage, context: Pick<DecodeContext, 'onNote'>): void {
  const unknown: number[] = []
  for (const [number, values] of page) {
    const name = numbersWithValues.get(number) ?? namesByNumber.get(number)
    const row =
      name &&
      [`${name} = ${values[0]}`, describeContent(number, values, name), name].find((tag) => known.has(tag))
    if (row && !conditional.has(number)) applyFoundTag(tiffTags, row, context)
    else if (!name && !quietRanges.some(([from, to]) => number >= from && number <= to)) unknown.push(number)
  }
  if (!page.has(tags.photometric)) applyTag(tiffTags, '262 PhotometricInterpretation (absent)', context)
  if (unknown.length === 0) return
  const more = unknown.length > shownNumbers ? ` and ${unknown.length - shownNumbers} more` : ''
  const listed = unknown.slice(0, shownNumbers).join(', ')
  context.onNote(`Its tags ${listed}${more} are unknown to this reader of TIFF and are left out.`)
}

/** Returns the name of the row that a tag has by what stands in it. */
function describeContent(number: number, values: ArrayLike<number>, name: string): string {
  const places = { [tags.white]: standardWhite, [tags.primaries]: standardPrimaries }[number]
  if (places) return areNear(values, places) ? `${name} (sRGB)` : name
  const bytes = Uint8Array.from(values)
  if (number === tags.profile) return isStandardProfile(bytes) ? `${name} (sRGB)` : name
  if (number !== tags.gdalMetadata) return name
  const scales = new TextDecoder().decode(bytes).matchAll(/role="(scale|offset)"[^>]*>\s*([^<]*)</g)
  const isChanging = [...scales].some(([, role, value]) => Number(value) !== (role === 'scale' ? 1 : 0))
  return isChanging ? `${name} (scale, offset)` : name
}
