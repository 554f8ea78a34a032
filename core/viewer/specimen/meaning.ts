/** The meaning of a picture's numbers: the result's own texts, else the author's words on its specimen. */
import type { JsonObject } from '../../domain/json.ts'
import { splitValue, type Words } from '../../domain/words.ts'
import type { Prepared } from '../data/prepared.ts'

/** Names and units, empty where nothing was said. */
export interface Meaning {
  /** The unit of lengths. */
  readonly unit: string
  readonly valueName: string
  readonly valueUnit: string
  /** The meaning of the author's own colours. */
  readonly legend: string
}

/** Returns the meaning of a result of a specimen. */
export function toMeaning({ axes = '', value = '', legend = '' }: Words, prepared: Prepared | null): Meaning {
  const { name, unit: valueUnit = '' } = splitValue(value)
  const words = { unit: prepared?.type === 'image' ? '' : axes, valueName: name, valueUnit, legend }
  if (!prepared) return words
  const { valueName = words.valueName, valueUnit: own = words.valueUnit } = prepared.result
  const unit = ('unit' in prepared.result ? prepared.result.unit : undefined) ?? words.unit
  return { ...words, unit, valueName, valueUnit: own }
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
