/** One window of values for all pictures of a sweep. */
import type { Result } from '../../../contract/domain/result/result.ts'
import { readView } from '../../../contract/look/view-text.ts'
import type { ValueRange } from '../../../contract/look/volume-transfer.ts'
import { isJsonArray, isJsonObject, type JsonObject } from '../../../contract/values/json.ts'

/** A step of a sweep, by its values. */
export interface ColoredStep {
  /** The range of the values that colours mean; undefined for none, and for volumes. */
  readonly range?: ValueRange | undefined
  /** False for a result without values that colours could mean; unknown when absent. */
  readonly hasValues?: boolean
}

/** Returns whether a result has values that the colours of its picture may mean. */
export function hasValues(result: Result, facts: JsonObject): boolean {
  return result.type === 'volume' || findValues(facts) !== undefined
}

/**
 * Returns the range of the values of a surface, points or a grey image, in which its picture has them without
 * a window; undefined for none, for a volume, whose window also depends on how its values are spread, and
 * where the author's view has a window.
 */
export function findRange(result: Result, facts: JsonObject, ownView = ''): ValueRange | undefined {
  if (result.type === 'volume' || readView(ownView).window) return undefined
  const { min, max } = findValues(facts) ?? {}
  return typeof min === 'number' && typeof max === 'number' ? [min, max] : undefined
}

/** Returns the facts of the values of a surface, points or a grey image; undefined where it has none. */
function findValues({ scalars, channels }: JsonObject): JsonObject | undefined {
  const values = isJsonArray(channels) && channels.length <= 2 ? channels[0] : scalars
  return isJsonObject(values) ? values : undefined
}

/** The colours of all pictures of a sweep. */
export interface SharedColors {
  /** The settings of each picture. */
  readonly view: string
  /** Which pictures may be compared by their colours, in words; empty where a window was asked for. */
  readonly words: string
}

/** Returns the settings of pictures with one window of values, where no other is asked for. */
export function shareColors(view: string, steps: readonly ColoredStep[]): SharedColors {
  if (view.includes('window=')) return { view, words: '' }
  const ranges = steps.flatMap(({ range }) => (range ? [range] : []))
  const lengths = 'All pictures have one scale of lengths'
  const known = steps.flatMap(({ hasValues }) => hasValues ?? [])
  if (known.length > 0 && !known.includes(true)) return { view, words: `${lengths}.` }
  if (ranges.length === 0) {
    const own = 'Where colours mean values, each picture has a window of its own: window gives them one.'
    return { view, words: `${lengths}. ${own}` }
  }
  const [low, high] = [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))]
  const words = `${lengths}, and where colours mean values one window of them: ${low} to ${high}.`
  return { view: `${view} window=${low},${high}`.trim(), words }
}
