import { arrangePlanes, countPlanes, toSpacing, toUnit } from './arrange-planes.ts'
import type { Calibration, PlaneAxis, PlanSource, StackPlan } from './stack.ts'
import { tags } from './tag-numbers.ts'
import { readNumber, type TiffPage } from './tiff-pages.ts'

/** Numbers of ImageJ's functions from samples to values: a line, and none. */
const [line, none] = [0, 20]
const mostPlanes = 2 ** 16

/** Returns the plan of a file that ImageJ describes; undefined for others. */
export function planImageJ(text: string, { first, equal }: PlanSource): StackPlan | undefined {
  if (!text.startsWith('ImageJ=')) return undefined
  const words = new Map(
    text.split('\n').map((row): [string, string] => {
      const at = row.indexOf('=')
      return at < 0 ? [row, ''] : [row.slice(0, at), row.slice(at + 1).trim()]
    }),
  )
  const read = (name: string, standard: number): number => Number(words.get(name) ?? standard)
  const named = read('images', 1)
  // Above 4 GB, and by some writers always, one directory stands for all planes.
  const isOnePage = equal.length === 1 && Number.isInteger(named) && named > 1 && named <= mostPlanes
  const planes = isOnePage
    ? Array.from({ length: named }, (_, place) => ({ page: first, place }))
    : equal.map((page) => ({ page, place: 0 }))
  const axes: PlaneAxis[] = [
    ['C', read('channels', 1)],
    ['Z', read('slices', 1)],
    ['T', read('frames', 1)],
  ]
  const isFitting = countPlanes(axes) === planes.length
  const volumes = isFitting ? arrangePlanes(planes, axes) : [planes]
  const isSpace = isFitting ? (axes[1]?.[1] ?? 1) > 1 || planes.length === 1 : true
  const spacing = isSpace ? readSpacing(first, read('spacing', 1)) : undefined
  const notes: string[] = []
  const calibration = readCalibration(words, notes)
  return {
    volumes,
    planesOfPage: isOnePage ? named : 1,
    grid: { spacing, unit: spacing && toUnit(words.get('unit') ?? '') },
    calibration,
    valueUnit: calibration && toValueUnit(words.get('vunit') ?? ''),
    notes,
  }
}

/** ImageJ stores pixels for each of its own units as the resolution. */
function readSpacing(page: TiffPage, depth: number): readonly number[] | undefined {
  if (!page.has(tags.xResolution) || !page.has(tags.yResolution)) return undefined
  const toLength = (tag: number): number => 1 / readNumber(page, tag, 1)
  return toSpacing([Math.abs(depth), toLength(tags.yResolution), toLength(tags.xResolution)])
}

/** ImageJ keeps signed samples as unsigned ones with an offset, and measured values with a line. */
function readCalibration(words: ReadonlyMap<string, string>, notes: string[]): Calibration | undefined {
  const kind = Number(words.get('cf') ?? none)
  if (kind === none) return undefined
  const [offset, factor] = [Number(words.get('c0') ?? 0), Number(words.get('c1') ?? 1)]
  if (kind === line && Number.isFinite(offset) && Number.isFinite(factor)) return { offset, factor }
  notes.push('Its calibration of values (ImageJ) is no line and is not applied.')
  return undefined
}

function toValueUnit(word: string): string | undefined {
  return word === '' || /^gray value$/i.test(word) ? undefined : word.slice(0, 40)
}
