/** The meaning of a picture's numbers: the result's own texts, else the author's words on its specimen. */

import type { Display } from '../../../contract/look/display.ts'
import { formatNumber } from '../../../contract/look/ticks.ts'
import { splitAxes, splitValue, type Words } from '../../../contract/text/words.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { findOrientation } from '../../../data/prepared/placement.ts'
import type { Prepared, ValueRange } from '../../../data/prepared/prepared.ts'

/** Names and units, empty where nothing was said. */
export interface Meaning {
  /** The unit of lengths. */
  readonly unit: string
  readonly valueName: string
  readonly valueUnit: string
  /** The meaning of the author's own colours. */
  readonly legend: string
  /** The anatomical directions of x, y and z, such as `RAS`. */
  readonly orientation: string
}

/** Returns the meaning of a result of a specimen. */
export function toMeaning({ axes = '', value = '', legend = '' }: Words, prepared: Prepared | null): Meaning {
  const { name, unit: valueUnit = '' } = splitValue(value)
  const { unit, orientation: said = '' } = splitAxes(axes)
  const orientation = prepared ? findOrientation(prepared.result, axes) : said
  const space = { unit: prepared?.type === 'image' ? '' : unit, orientation }
  // Members of a result are absent rather than undefined.
  return { ...space, valueName: name, valueUnit, legend, ...pickTexts(prepared) }
}

function pickTexts(prepared: Prepared | null): Partial<Meaning> {
  const own: Partial<Meaning> = prepared?.result ?? {}
  const names = ['unit', 'valueName', 'valueUnit'] as const
  return Object.fromEntries(names.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])))
}

/** Returns a number with its unit. */
export function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number}${unit.startsWith('°') || unit === '%' ? '' : ' '}${unit}`
}

/** Returns a length with its unit; those of `× 1000 km` become `2000 km` for 2. */
export function sayLength(length: number, unit: string): string {
  const [, factor, own] = /^×?\s*(\d+)\s+(\S.*)$/.exec(unit) ?? []
  return factor !== undefined && own !== undefined
    ? withUnit(formatNumber(length * Number(factor)), own)
    : withUnit(formatNumber(length), unit)
}

/** Returns name and unit of the values, as over a colour bar; empty where nothing was said. */
export function titleValues({ valueName, valueUnit }: Meaning): string {
  return [valueName, valueUnit].filter((text) => text !== '').join(', ')
}

const lengths = /^[xyz]$/
const values = ['isovalue', 'window', 'center']

/** Returns settings with the units of their numbers. */
export function withUnits<Setting extends { readonly name: string; readonly schema: JsonObject }>(
  settings: readonly Setting[],
  { unit, valueUnit }: Meaning,
): readonly Setting[] {
  return settings.map((setting) => {
    const own = lengths.test(setting.name) ? unit : values.includes(setting.name) ? valueUnit : ''
    return own === '' ? setting : { ...setting, schema: { ...setting.schema, unit: own } }
  })
}

/** Returns the range of the values that the colormap colours; null for a picture without any. */
export function findColoredRange(prepared: Prepared, colorBy: Display['colorBy']): ValueRange | null {
  switch (prepared.type) {
    case 'volume':
      return prepared.range
    case 'mesh':
    case 'point_cloud':
    case 'lines':
    case 'arrows':
      return colorBy === 'scalar' || (colorBy === 'own' && !prepared.result.colors) ? prepared.range : null
    case 'labels':
    case 'table':
    case 'scene':
      return null
    case 'image':
      return prepared.result.channels <= 2 ? prepared.range : null
  }
}
