/** The meaning of a picture's numbers: the result's own texts, else the author's words on its specimen. */
import type { JsonObject } from '../../domain/json.ts'
import { splitAxes, splitValue, type Words } from '../../domain/words.ts'
import type { Prepared } from '../data/prepared.ts'

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
  const { unit, orientation = '' } = splitAxes(axes)
  const space = { unit: prepared?.type === 'image' ? '' : unit, orientation }
  // Members of a result are absent rather than undefined.
  return { ...space, valueName: name, valueUnit, legend, ...pickTexts(prepared) }
}

function pickTexts(prepared: Prepared | null): Partial<Meaning> {
  const own: Partial<Meaning> = prepared?.result ?? {}
  const names = ['unit', 'valueName', 'valueUnit', 'orientation'] as const
  return Object.fromEntries(names.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])))
}

/** Returns a number with its unit. */
export function withUnit(number: string, unit: string): string {
  return unit === '' ? number : `${number}${unit.startsWith('°') || unit === '%' ? '' : ' '}${unit}`
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
