/** Compares what numbers mean: the same call under another unit, or in another space, is another thing. */
import { splitAxes, splitValue, type Words } from '../../core/contract/text/words.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/contract/values/json.ts'

/** A specimen of the catalog, with what its author says about the numbers of its result. */
export interface PublishedSpecimen extends Pick<Words, 'axes' | 'value'> {
  readonly id: string
}

/** A meaning that is another now, or that is said for the first time. */
export interface MeaningChange {
  /** A path in the parameters: `size`, `options.items[].size`; empty for the result. */
  readonly at: string
  readonly text: string
  readonly effect: 'breaking' | 'compatible'
}

/** Returns the parameters and their parts whose unit changed. */
export function compareUnits(old: JsonObject, next: JsonObject): MeaningChange[] {
  const [was, is] = [listUnits(old), listUnits(next)]
  return [...was].flatMap(([at, units]) => {
    const now = is.get(at)
    return now === undefined ? [] : toChange(at, 'the unit', units, now)
  })
}

/** Returns the changes of the unit and the orientation of axes, and of the unit of values. */
export function compareResults(old: PublishedSpecimen, next: PublishedSpecimen): MeaningChange[] {
  const [was, is] = [old, next].map(({ axes = '', value = '' }) => {
    const { unit, orientation = '' } = splitAxes(axes)
    return { unit, orientation, value: splitValue(value).unit ?? '' }
  })
  if (!was || !is) return []
  return [
    ...toChange('', 'axes with the unit', was.unit, is.unit),
    ...toChange('', 'axes with the orientation', was.orientation, is.orientation),
    ...toChange('', 'values with the unit', was.value, is.value),
  ]
}

function toChange(at: string, what: string, was: string, is: string): MeaningChange[] {
  if (was === is) return []
  const text = `${at === '' ? 'It has' : 'has'} ${what} ${is || 'none'}, had ${was || 'none'}`
  return [{ at, text, effect: was === '' ? 'compatible' : 'breaking' }]
}

/** The units at each place of a schema, in their order; each definition is entered once on a way. */
function listUnits(root: JsonObject): ReadonlyMap<string, string> {
  const units = new Map<string, string>()
  const visit = (schema: Json | undefined, at: string, around: readonly string[]): void => {
    if (!isJsonObject(schema)) return
    const { unit, $ref, properties, patternProperties, additionalProperties, items } = schema
    const own = typeof unit === 'string' ? unit : ''
    const known = units.get(at)
    units.set(at, [known, own].filter((text) => text !== undefined && text !== '').join(' or '))
    if (typeof $ref === 'string' && !around.includes($ref))
      visit(findDefinition(root, $ref), at, [...around, $ref])
    for (const [name, part] of listParts(properties)) visit(part, at === '' ? name : `${at}.${name}`, around)
    for (const [, part] of listParts(patternProperties)) visit(part, `${at}.*`, around)
    visit(additionalProperties, `${at}.*`, around)
    for (const [place, part] of listItems(schema.prefixItems).entries())
      visit(part, `${at}[${place}]`, around)
    visit(items, `${at}[]`, around)
    for (const branch of [...listItems(schema.anyOf), ...listItems(schema.oneOf)]) visit(branch, at, around)
  }
  visit(root, '', [])
  return units
}

function findDefinition({ $defs }: JsonObject, reference: string): Json | undefined {
  const name = decodeURIComponent(reference.replace(/^#\/\$defs\//, ''))
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return isJsonObject($defs) && Object.hasOwn($defs, key) ? $defs[key] : undefined
}

function listParts(parts: Json | undefined): readonly (readonly [string, Json])[] {
  return isJsonObject(parts) ? Object.entries(parts) : []
}

function listItems(items: Json | undefined): readonly Json[] {
  return Array.isArray(items) ? items : []
}
