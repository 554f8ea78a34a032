/** Lengths in the forms that define their unit, whatever that of a result is. */
import type { DataForm } from '../../contract/domain/result/forms.ts'
import { findLengthUnit } from '../../contract/text/length-units.ts'

/** A unit of 3MF, and the factor by which lengths become lengths in it. */
export interface ModelUnit {
  readonly name: string
  readonly sign: string
  readonly factor: number
}

const millimetres: ModelUnit = { name: 'millimeter', sign: 'mm', factor: 1 }
/** The units of 3MF (core specification 1.3, 3.4), by those of results. */
const modelUnits: ReadonlyMap<string, ModelUnit> = new Map([
  ...(
    [
      ['µm', 'micron'],
      ['mm', 'millimeter'],
      ['cm', 'centimeter'],
      ['m', 'meter'],
      ['in', 'inch'],
      ['ft', 'foot'],
    ] as const
  ).map(([sign, name]) => [sign, { name, sign, factor: 1 }] as const),
  ['Å', { name: 'micron', sign: 'µm', factor: 1e-4 }],
  ['pm', { name: 'micron', sign: 'µm', factor: 1e-6 }],
  ['nm', { name: 'micron', sign: 'µm', factor: 1e-3 }],
  ['dm', { name: 'centimeter', sign: 'cm', factor: 10 }],
  ['yd', { name: 'foot', sign: 'ft', factor: 3 }],
  ['km', { name: 'meter', sign: 'm', factor: 1000 }],
])

/** Returns the unit of a 3MF for a result's; millimetres, its default, for one that is not known. */
export function findModelUnit(unit: string | undefined): ModelUnit {
  return modelUnits.get(findLengthUnit(unit ?? '')?.sign ?? '') ?? millimetres
}

/** What the readers of a form take lengths for where no known unit is stated. */
const usualUnits: { readonly [form in DataForm]?: readonly [name: string, unit: string] } = {
  glb: ['glTF', 'm'],
  '3mf': ['3MF', 'mm'],
  usdz: ['USD', 'cm'],
}

/** Returns what a file of a form says of its lengths where they are not just those of the result. */
export function sayLengths(form: DataForm, unit: string | undefined): readonly string[] {
  const [name, usual] = usualUnits[form] ?? []
  if (name === undefined) return []
  const known = findLengthUnit(unit ?? '')
  if (!known) {
    const found = unit === undefined ? 'no unit is named' : `${unit.slice(0, 40)} is no unit that is known`
    return [`Programs that read ${name} take a length of 1 for 1 ${usual}: ${found} here.`]
  }
  const model = findModelUnit(unit)
  return form === '3mf' && model.sign !== known.sign
    ? [`Lengths are scaled to ${model.sign}, as ${name} has no ${known.sign}.`]
    : []
}
