/** The colours of a page: as red, green and blue, with alpha that is not multiplied into them. */
import {
  type ElementArray,
  type ElementClass,
  elementArrays,
  findDtype,
} from '../../../contract/domain/result/elements.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { type Channels, convertInks, convertLab, convertLuma, lookUpColors } from './convert-colors.ts'
import { tags } from './tag-numbers.ts'
import type { TiffLayout } from './tiff-layout.ts'
import { readNumber, type TiffPage } from './tiff-pages.ts'
import { tiffTags } from './tiff-tags.ts'

type Notes = Pick<DecodeContext, 'onNote'>

/** Values of tag 262. */
export const photometrics = { white: 0, rgb: 2, palette: 3, inks: 5, yCbCr: 6, lab: 8, iccLab: 9 } as const
/** Samples of a colour by tag 262; of others one. */
const colorCounts: { readonly [photometric: number]: number } = { 2: 3, 5: 4, 6: 3, 8: 3, 9: 3, 34892: 3 }
const knownPhotometrics = [0, 1, 2, 3, 4, 5, 6, 8, 9, 32_803, 34_892]
/** Values of tag 338. */
const [associated, unassociated] = [1, 2]
const jpeg = 7
/** Alpha in voxels. */
const leftOut = {
  alone: 'Its alpha is left out.',
  associated: 'Its alpha is left out; colors stay as they are stored, multiplied by it.',
}

/**
 * Returns the samples of a page as colours. `isPicture` is false for voxels: their samples stay as they are
 * in the file but for grey that is inverted, and for colours that are not red, green and blue.
 */
export function toColors(
  page: TiffPage,
  layout: TiffLayout,
  data: ElementArray,
  { isPicture, onNote }: Notes & { readonly isPicture: boolean },
): Channels {
  const { photometric, samples } = layout
  if (!knownPhotometrics.includes(photometric))
    throw refuse(`The colors must be grey or RGB (got the photometric interpretation ${photometric}).`)
  const colorCount = Math.min(colorCounts[photometric] ?? 1, samples)
  const extras = readExtras(page, samples - colorCount)
  const kept = chooseExtras(extras, { isPicture, onNote })
  const colors = convert(page, layout, takeChannels(data, samples, [...Array(colorCount).keys()]), {
    isPicture,
    onNote,
  })
  if (kept.length === 0) return colors
  const extra = takeChannels(
    data,
    samples,
    kept.map((i) => colorCount + i),
  )
  const joined = joinChannels(colors, { channels: kept.length, data: extra })
  return isPicture && extras[kept[0] ?? 0] === associated ? divideByAlpha(joined) : joined
}

/** Returns the kinds of the samples beyond the colours. */
function readExtras(page: TiffPage, count: number): number[] {
  const isMatte = readNumber(page, tags.matteing, 0) === 1
  const kinds = page.get(tags.extraSamples)
  return Array.from({ length: count }, (_, i) => kinds?.[i] ?? (isMatte && i === 0 ? associated : 0))
}

/** Returns which of them are shown: alpha in a picture, and in voxels all others. */
function chooseExtras(
  extras: readonly number[],
  { isPicture, onNote }: Notes & { readonly isPicture: boolean },
): number[] {
  const alpha = extras.findIndex((kind) => kind === associated || kind === unassociated)
  const places = [...extras.keys()]
  if (!isPicture) {
    if (alpha >= 0) onNote(leftOut[extras[alpha] === associated ? 'associated' : 'alone'])
    return places.filter((i) => i !== alpha)
  }
  if (places.some((i) => i !== alpha)) applyTag(tiffTags, '338 ExtraSamples = 0', { onNote })
  return alpha >= 0 ? [alpha] : []
}

/** Returns some of the samples of each pixel; all of them as they are. */
function takeChannels(data: ElementArray, samples: number, chosen: readonly number[]): ElementArray {
  if (chosen.length === samples) return data
  const pixels = data.length / samples
  const taken = data.slice(0, pixels * chosen.length)
  for (let pixel = 0, to = 0; pixel < pixels; pixel++)
    for (const channel of chosen) taken[to++] = data[pixel * samples + channel] ?? 0
  return taken
}

function joinChannels(colors: Channels, more: Channels): Channels {
  const channels = colors.channels + more.channels
  const pixels = more.data.length / more.channels
  // Colours that were converted may have fewer bits than alpha, which then has to follow.
  const shift = colors.data.BYTES_PER_ELEMENT < more.data.BYTES_PER_ELEMENT ? 256 : 1
  const Kind: ElementClass = elementArrays[findDtype(colors.data) ?? 'float64']
  const data = new Kind(pixels * channels)
  for (let pixel = 0; pixel < pixels; pixel++) {
    for (let i = 0; i < colors.channels; i++)
      data[pixel * channels + i] = colors.data[pixel * colors.channels + i] ?? 0
    for (let i = 0; i < more.channels; i++)
      data[pixel * channels + colors.channels + i] = Math.floor(
        (more.data[pixel * more.channels + i] ?? 0) / shift,
      )
  }
  return { channels, data }
}

function convert(
  page: TiffPage,
  layout: TiffLayout,
  data: ElementArray,
  { isPicture, onNote }: Notes & { readonly isPicture: boolean },
): Channels {
  const { photometric, compression, isPlanar, samples } = layout
  switch (photometric) {
    case photometrics.palette:
      if (isPicture) return lookUpColors(page, layout, data)
      applyTag(tiffTags, '262 PhotometricInterpretation = 3 (stack)', { onNote })
      return { channels: 1, data }
    case photometrics.inks:
      if (samples < 4) throw refuse(`CMYK must have four samples (got ${samples}); save it as RGB.`)
      return convertInks(data, layout)
    case photometrics.yCbCr:
      // The decoder of JPEG has converted them already.
      return compression === jpeg && !isPlanar ? { channels: 3, data } : convertLuma(page, data, layout)
    case photometrics.lab:
    case photometrics.iccLab:
      return convertLab(data, layout)
    default:
      return {
        channels: Math.min(colorCounts[photometric] ?? 1, samples),
        data: toRange(data, layout, { isPicture, onNote }),
      }
  }
}

/** Inverts grey of which 0 is white, and widens fewer than 8 bits of a picture to bytes. */
function toRange(
  data: ElementArray,
  { photometric, bits, dtype }: TiffLayout,
  { isPicture, onNote }: Notes & { readonly isPicture: boolean },
): ElementArray {
  const factor = isPicture && bits < 8 ? 255 / (2 ** bits - 1) : 1
  const isInverted = photometric === photometrics.white
  if (isInverted && (!dtype.startsWith('uint') || bits > 32))
    applyTag(tiffTags, '262 PhotometricInterpretation = 0 (signed, floats)', { onNote })
  else if (isInverted || factor !== 1) {
    const most = 2 ** bits - 1
    return data.map((value: number) => factor * (isInverted ? most - value : value))
  }
  return data
}

/** Divides colours by the alpha that was multiplied into them; those of no alpha are 0. */
function divideByAlpha({ channels, data }: Channels): Channels {
  const most = data.BYTES_PER_ELEMENT === 1 ? 0xff : 0xffff
  const divided = data.slice()
  for (let at = 0; at < data.length; at += channels) {
    const alpha = data[at + channels - 1] ?? 0
    for (let i = at; i < at + channels - 1; i++)
      divided[i] = alpha === 0 ? 0 : Math.min(most, Math.round(((data[i] ?? 0) * most) / alpha))
  }
  return { channels, data: divided }
}
