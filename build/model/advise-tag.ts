/** Advice for a tag on a value of another kind, as `@minimum 0` on `number[]`: a type that works. */
import { places } from '../../core/contract/domain/places.ts'
import { type DocTag, listParts, type ParameterType, type PropertyType } from './signature.ts'
import { valueTags } from './value-tags.ts'
import { type WrittenBounds, writeNumber, writeType } from './write-type.ts'

/** A parameter or property. */
type Constrained = Pick<PropertyType, 'name' | 'type' | 'tags'>

/** The room between a bound that is known and one that the author has to choose. */
const room = 100

/** Tags of the same meaning for a number, for the characters of a string, and for the items of an array. */
const counterparts = [
  ['minimum', 'minLength', 'minItems'],
  ['maximum', 'maxLength', 'maxItems'],
] as const

/** Returns what to do about a tag whose value is not `wanted`, as "a number". */
export function adviseTag({ name: owner, type, tags }: Constrained, tag: DocTag, wanted: string): string {
  const subject = valueTags.get(tag.name)?.subject
  const inner = toInner(type)
  if (inner.kind === 'choice' && subject !== 'array') return 'Remove it: the type lists what is allowed.'
  if (inner.kind === 'tuple' && !inner.rest && /^m(?:in|ax)Items$/.test(tag.name))
    return 'Remove it: the type has a fixed number of items.'
  const part = subject === 'number' || subject === 'string' ? findProperty(inner, subject) : undefined
  const numbers = subject === 'number' ? adviseNumbers(type, tags) : null
  const advice =
    (numbers && `Instead of the tag, ${numbers}`) ??
    (subject === 'string' ? adviseTexts(type, tag) : null) ??
    (part ? `Put it in a comment on a property that is ${wanted}, such as ${part.name}.` : null) ??
    `Remove it, or make ${owner} ${wanted}.`
  return advice + adviseCount(inner, tag)
}

/** Returns the kind of a type in words. */
export function toKindWords(type: ParameterType): string {
  const inner = toInner(type)
  const { kind } = inner
  if (kind === 'union') return 'one of several types'
  if (kind === 'choice') return 'a choice of values'
  if (kind === 'data') return 'data'
  if (inner.kind === 'place') return `a ${places[inner.format].noun}`
  return kind === 'array' || kind === 'object'
    ? `an ${kind}`
    : kind === 'reference'
      ? 'no such value'
      : `a ${kind}`
}

/** Returns the end of a sentence with the type that bounds the numbers inside; null where there are none. */
export function adviseNumbers(type: ParameterType, tags: readonly Omit<DocTag, 'span'>[]): string | null {
  const read = (name: string): number | undefined => {
    const tag = tags.find((each) => each.name === name)
    const value = tag && valueTags.get(name)?.read(tag.text, false)
    return value && 'value' in value && typeof value.value === 'number' ? value.value : undefined
  }
  if (!holds(type, 'number')) return null
  const minimum = read('minimum') ?? read('exclusiveMinimum')
  const maximum = read('maximum') ?? read('exclusiveMaximum')
  const multipleOf = read('multipleOf')
  const isWhole = multipleOf === 1 && minimum === undefined && maximum === undefined
  const toNumber = (own: WrittenBounds): string => {
    if (isWhole) return writeNumber({ ...own, integer: true })
    const low = minimum ?? own.minimum ?? (maximum !== undefined && maximum <= 0 ? maximum - room : 0)
    const high = maximum ?? own.maximum ?? low + room
    return writeNumber({ ...own, minimum: low, maximum: high, multipleOf: multipleOf ?? own.multipleOf })
  }
  const text = writeType(type, { number: toNumber }) ?? toNumber({ integer: false })
  if (isWhole) return `write the type of its numbers: ${text}.`
  const missing = [minimum === undefined ? 'minimum' : [], maximum === undefined ? 'maximum' : []].flat()
  const fit = missing.length > 0 ? `, with a ${missing.join(' and a ')} that you choose` : ''
  const isOpen = tags.some(({ name }) => name.startsWith('exclusive'))
  const remark = isOpen ? ' A Range includes its bounds.' : ''
  return `write the range as the type of its numbers${fit}: ${text}.${remark}`
}

function adviseTexts(type: ParameterType, { name, text }: DocTag): string | null {
  const inner = toInner(type)
  if (inner.kind === 'union' || inner.kind === 'string' || !holds(inner, 'string')) return null
  const shown = text.length > 40 || /\*\/|\n/.test(text) ? '…' : text
  const object = `{ /** @${name} ${shown} */ text: string }`
  const written = writeType(type, { string: () => object }) ?? object
  return `A text inside has no tags of its own: check it in the body, or make it a property: ${written}.`
}

/** Adds the tag for the number of characters or items, which may be meant. */
function adviseCount(type: ParameterType, { name, text }: DocTag): string {
  const row = counterparts.find((names) => names.some((known) => known === name))
  const isList = type.kind === 'array' || (type.kind === 'tuple' && type.rest !== null)
  const meant = isList ? row?.[2] : type.kind === 'string' ? row?.[1] : undefined
  const read = meant && valueTags.get(meant)?.read(text, false)
  if (!read || !('value' in read) || read.value === 0) return ''
  return ` For the number of ${isList ? 'items' : 'characters'}, write @${meant} ${text}.`
}

/** Returns the type itself, or the one beside null. */
function toInner(type: ParameterType): ParameterType {
  const others =
    type.kind === 'union' ? type.members.filter((member) => writeType(member, {}) !== 'null') : []
  return others.length === 1 && others[0] ? others[0] : type
}

/** Returns true when values of a kind are inside, and not as properties. */
function holds(type: ParameterType, kind: 'number' | 'string'): boolean {
  return type.kind === kind || listParts(type).some((part) => !part.property && holds(part.type, kind))
}

function findProperty(type: ParameterType, kind: 'number' | 'string'): PropertyType | undefined {
  const parts = listParts(type)
  return (
    parts.find(({ property }) => property && toInner(property.type).kind === kind)?.property ??
    parts.map((part) => (part.property ? undefined : findProperty(part.type, kind))).find((found) => found)
  )
}
