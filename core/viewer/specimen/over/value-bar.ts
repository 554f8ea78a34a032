import { chooseColormap, sampleColormap } from '../../../contract/look/colormaps.ts'
import type { Display } from '../../../contract/look/display.ts'
import type { DrawnLabel } from '../../../contract/look/labels.ts'
import { chooseTransfer, hasWindowOfFile } from '../../../contract/look/volume-transfer.ts'
import { findOwnScale } from '../../../data/prepared/own-scale.ts'
import type { Prepared, ValueRange } from '../../../data/prepared/prepared.ts'
import { findColoredRange, type Meaning, titleValues } from '../model/meaning.ts'

/** A content, its settings and its meaning. */
export interface ColoredContent {
  readonly prepared: Prepared
  readonly display: Display
  readonly meaning: Meaning
  /** True for a part of a scene in one colour, which means no values. */
  readonly hasOneColor?: boolean
}

/** The colours of the values of a picture, and what they mean. */
export interface ValueBar {
  /** Four bytes for each of equal parts. */
  readonly colors: Uint8Array<ArrayBuffer>
  readonly low: number
  readonly high: number
  readonly isLogarithmic: boolean
  /** The ends of the values; undefined where the bar says none. */
  readonly range?: ValueRange
  /** Name and unit of the values, empty for none. */
  readonly title: string
  /** The author's words at the ends, in place of numbers. */
  readonly ends?: readonly string[]
  /** True where the ends can be moved. */
  readonly isWindow: boolean
}

/** Returns the colour bar of a picture; null where no colours mean values, and for labels. */
export function findBar(content: ColoredContent): ValueBar | null {
  const { prepared, display, meaning, hasOneColor } = content
  if (hasOneColor || findShownLabels(content)) return null
  const { isInverted, colorBy } = display
  const range = findColoredRange(prepared, colorBy)
  const title = titleValues(meaning)
  if (!range) return findOwnBar({ prepared, display, meaning })
  const transfer = prepared.type === 'volume' ? chooseTransfer(prepared, display) : null
  const isOfFile = prepared.type === 'volume' && hasWindowOfFile(prepared, display)
  const [low, high] = transfer?.window ?? display.window ?? range
  const colormap = transfer?.colormap ?? chooseColormap(display.colormap, prepared.result)
  return {
    colors: sampleColormap(colormap, isInverted),
    low,
    high,
    isLogarithmic: transfer?.scale === 'log',
    range,
    title: isOfFile ? [title, 'window of the file'].filter((text) => text !== '').join(', ') : title,
    isWindow: true,
  }
}

/** Returns the labels whose colours a picture has; null for none. */
export function findShownLabels(content: ColoredContent): readonly DrawnLabel[] | null {
  const { prepared, display, hasOneColor } = content
  const { type } = prepared
  if (hasOneColor) return null
  if (type === 'image' || type === 'labels' || type === 'table' || type === 'scene') return null
  if (!prepared.labels) return null
  return prepared.type === 'volume' || display.colorBy === 'own' ? prepared.labels.list : null
}

/**
 * Returns the bar of an author's own colours: those of the values, as they are found in the data; or the map
 * that the author names between two words.
 */
function findOwnBar({ prepared, display, meaning }: ColoredContent): ValueBar | null {
  if (!hasOwnColors(prepared, display)) return null
  const ends = splitEnds(meaning.legend)
  const title = titleValues(meaning)
  const found = findScale(prepared)
  const words = ends ? { ends } : {}
  if (found) return { ...found, isLogarithmic: false, title, isWindow: false, ...words }
  const { colormap, isInverted } = display
  if (!ends || colormap === null) return null
  const colors = sampleColormap(colormap, isInverted)
  return { colors, low: 0, high: 1, isLogarithmic: false, title, ends, isWindow: false }
}

/** Returns whether a picture has colours that its author gave. */
export function hasOwnColors({ type, result }: Prepared, { colorBy }: Display): boolean {
  return type === 'image' || (colorBy === 'own' && 'colors' in result && result.colors !== undefined)
}

/** Returns the two words of a legend such as `slow … fast`; null for any other. */
function splitEnds(legend: string): readonly string[] | null {
  const ends = legend.split(/\s*(?:…|\.\.\.)\s*/)
  return ends.length === 2 ? ends : null
}

interface OwnScale {
  readonly colors: Uint8Array<ArrayBuffer>
  readonly low: number
  readonly high: number
}

/** The scales of results: the picture is drawn many times with one. */
const scales = new WeakMap<object, OwnScale | null>()

function findScale({ result, ...prepared }: Prepared): OwnScale | null {
  if (!('colors' in result && result.colors && result.scalars && prepared.range)) return null
  const known = scales.get(result)
  if (known !== undefined) return known
  const { colors, scalars } = result
  const table = findOwnScale({ colors, scalars, range: prepared.range })
  const [low, high] = prepared.range
  const scale = table && { colors: table, low, high }
  scales.set(result, scale)
  return scale
}
