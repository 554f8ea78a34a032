import type { VolumeGrid } from '../volume/array-volume.ts'
import { readNumber, type TiffPage, tags } from './tiff-pages.ts'

/**
 * Returns the plan of a stack of `count` pages: all of them, unless the first page has a description of
 * ImageJ or an OME document whose axes fit. Then it is the first channel at the first time. `step` is the
 * number of pages from one slice to the next.
 */
export function planStack(
  page: TiffPage,
  count: number,
): VolumeGrid & { readonly step: number; readonly slices: number } {
  const codes = page.get(tags.description)?.slice(0, 2 ** 16) ?? []
  const { sizes, spacing, unit } = readWords(new TextDecoder().decode(Uint8Array.from(codes)), page)
  const all = sizes.reduce((total, [, size]) => total * size, 1)
  const isOpen = sizes.every(([, size]) => size === 1)
  const longest = sizes.findIndex(([axis]) => axis === 'Z')
  // A series without slices is shown along its time, and one without time along its channels.
  const place = [longest, ...sizes.keys()].find((i) => (sizes[i]?.[1] ?? 1) > 1) ?? longest
  const before = sizes.slice(0, place).reduce((total, [, size]) => total * size, 1)
  const pages =
    all === count && !isOpen
      ? { step: before, slices: sizes[place]?.[1] ?? count }
      : { step: 1, slices: count }
  const isPlaced =
    (isOpen || place === longest) && spacing.every((length) => Number.isFinite(length) && length > 0)
  if (spacing.length === 0 || !isPlaced) return pages
  // Resolutions are quotients of rounded numbers: 1000000 / 7692308 is 0.13.
  const rounded = spacing.map((length) => Number(length.toPrecision(6)))
  const word = unit.replace(/^(microns?|um|μm|\\u00B5m)$/i, 'µm')
  const isUnit = /^[\p{L}µ]{1,20}$/u.test(word) && !/^(pixels?|null)$/i.test(word)
  return { ...pages, spacing: rounded, ...(isUnit && { unit: word }) }
}

/** Returns the axes of the pages, the fastest first, and the lengths of a voxel. */
function readWords(text: string, page: TiffPage) {
  if (text.startsWith('ImageJ=')) return readImageJ(text, page)
  const [, pixels] = /<(?:OME:)?Pixels\s([^>]*)>/.exec(text) ?? []
  return pixels === undefined ? { sizes: [], spacing: [], unit: '' } : readOme(pixels)
}

/** ImageJ stores pixels for each of its own units as the resolution. */
function readImageJ(text: string, page: TiffPage) {
  const words = new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value?.trim()]))
  const read = (name: string): number => Number(words.get(name) ?? 1)
  const toLength = (tag: number): number => 1 / readNumber(page, tag, 1)
  return {
    sizes: [['C', read('channels')] as const, ['Z', read('slices')] as const, ['T', read('frames')] as const],
    spacing: [read('spacing'), toLength(tags.yResolution), toLength(tags.xResolution)],
    unit: words.get('unit') ?? '',
  }
}

function readOme(pixels: string) {
  const words = new Map(
    [...pixels.matchAll(/(\w+)\s*=\s*"([^"]*)"/g)].map(([, name, value]) => [name, value]),
  )
  const read = (name: string): number => Number(words.get(name) ?? 1)
  const axes = ['Z', 'Y', 'X'].map((axis) => `PhysicalSize${axis}`)
  const units = new Set(axes.map((name) => words.get(`${name}Unit`) ?? 'µm'))
  const isPlaced = units.size === 1 && axes.every((name) => words.has(name))
  return {
    sizes: [...(words.get('DimensionOrder') ?? '').slice(2)].map(
      (axis) => [axis, read(`Size${axis}`)] as const,
    ),
    spacing: isPlaced ? axes.map(read) : [],
    unit: [...units].join(),
  }
}
