/**
 * Tags with a meaning for values elsewhere (JSON Schema, its generators, zod, TypeDoc) and none here, with
 * their replacements: a comment meant as a constraint is never dropped in silence.
 */
import { suggestName } from '../../core/contract/text/suggest.ts'
import { adviseNumbers } from './advise-tag.ts'
import { findMember, isMeantOtherwise } from './constraints.ts'
import { functionTags } from './function-tags.ts'
import type { DocTag, ParameterType } from './signature.ts'
import { valueTags } from './value-tags.ts'

/** Our tags under other names: one, or those for a number, a text and an array. Keys are in lower case. */
const renamed: { readonly [name: string]: string | readonly [string, string, string] } = {
  min: ['minimum', 'minLength', 'minItems'],
  max: ['maximum', 'maxLength', 'maxItems'],
  minsize: ['minimum', 'minLength', 'minItems'],
  maxsize: ['maximum', 'maxLength', 'maxItems'],
  minvalue: 'minimum',
  maxvalue: 'maximum',
  lowerbound: 'minimum',
  upperbound: 'maximum',
  ge: 'minimum',
  gte: 'minimum',
  le: 'maximum',
  lte: 'maximum',
  gt: 'exclusiveMinimum',
  lt: 'exclusiveMaximum',
  minexclusive: 'exclusiveMinimum',
  maxexclusive: 'exclusiveMaximum',
  step: 'multipleOf',
  stepsize: 'multipleOf',
  increment: 'multipleOf',
  multiple: 'multipleOf',
  divisibleby: 'multipleOf',
  minlen: 'minLength',
  maxlen: 'maxLength',
  regex: 'pattern',
  regexp: 'pattern',
  unique: 'uniqueItems',
}

/** Types that replace tags of other tools. Keys are in lower case. */
const typed: { readonly [name: string]: string } = {
  integer: 'the type Integer',
  int: 'the type Integer',
  int32: 'the type Integer',
  uint: 'the type Integer with @minimum 0',
  range: 'the type Range<minimum, maximum>',
  interval: 'the type Range<minimum, maximum>',
  positive: '@exclusiveMinimum 0',
  negative: '@exclusiveMaximum 0',
  nonnegative: '@minimum 0',
  nonpositive: '@maximum 0',
  nonempty: '@minLength 1 for a text, @minItems 1 for an array',
  length: 'the same number behind @minLength and @maxLength, or a tuple',
  enum: "the choices as a type: 'low' | 'high'",
  values: "the choices as a type: 'low' | 'high'",
  choices: "the choices as a type: 'low' | 'high'",
  oneof: 'a union of types',
  anyof: 'a union of types',
  allof: 'an intersection of types',
  const: 'the value as a type: 3',
  nullable: '| null behind the type',
  optional: 'a question mark behind the name, or a default',
  required: 'the name without a question mark and default',
  astype: 'the type itself',
  'tjs-type': 'the type itself',
}

/** Constraints of JSON Schema that the build lacks. In lower case. */
const absent: readonly string[] = [
  'not',
  'contains',
  'mincontains',
  'maxcontains',
  'minproperties',
  'maxproperties',
  'propertynames',
  'additionalproperties',
]

/** Tags of JSDoc, TSDoc and TypeDoc that authors write for programs, in the middle of a line as well. */
const documentation = new Set([
  'param',
  'arg',
  'argument',
  'prop',
  'property',
  'returns',
  'return',
  'yields',
  'throws',
  'exception',
  'example',
  'see',
  'deprecated',
  'default',
  'defaultValue',
  'since',
  'version',
  'author',
  'todo',
  'summary',
  'description',
  'desc',
  'remarks',
  'privateRemarks',
  'template',
  'typeParam',
  'type',
  'typedef',
  'callback',
  'internal',
  'public',
  'private',
  'protected',
  'readonly',
  'override',
  'alpha',
  'beta',
  'experimental',
  'hidden',
  'ignore',
  'inheritDoc',
  'category',
  'group',
  'license',
  'copyright',
])

const subjects = ['number', 'string', 'array'] as const

/** Our tags that misspellings are compared with: the others do not restrict values. */
const strict = [...valueTags].flatMap(([name, { isCommon }]) => (isCommon || name === 'step' ? [] : [name]))

/** Returns true for a tag that restricts values, here or elsewhere, or looks so. */
export function looksLikeConstraint(name: string): boolean {
  return strict.some((known) => known === name) || translateTag({ name, text: '' }, null, '') !== null
}

/** Returns true for a word that neither is a tag, of ours or others, nor resembles one: `@somebody`. */
export function isWord(name: string): boolean {
  const known = [...functionTags, ...strict, 'param']
  return (
    !documentation.has(name) &&
    !valueTags.has(name) &&
    translateTag({ name, text: '' }, null, '') === null &&
    !known.includes(name) &&
    suggestName(name, known) === null
  )
}

/**
 * Returns the replacement for a tag that looks like a constraint and is none of ours, null for any other.
 * `type` is that of the value at the path `owner`, null where the tag belongs to none.
 */
export function translateTag(
  { name, text }: Pick<DocTag, 'name' | 'text'>,
  type: ParameterType | null,
  owner: string,
): string | null {
  if (valueTags.has(name) && !isMeantOtherwise({ name }, type)) return null
  const key = name.toLowerCase()
  if (key === 'default' || key === 'defaultvalue') return toDefaultRemedy(text, owner)
  const [, outer = '', inner = ''] = /^([a-z]+)[.](.+)$/i.exec(name) ?? []
  if (outer !== '') return toItemsRemedy(outer, inner)
  if (Object.hasOwn(typed, key)) return `Write ${typed[key]}, and remove the tag.`
  if (absent.includes(key))
    return 'The build has no such constraint: say it in words, and check it in the body.'
  const other = Object.hasOwn(renamed, key) ? renamed[key] : undefined
  if (other === undefined) {
    const meant = suggestName(name, strict)
    return meant && `Did you mean @${meant}?`
  }
  const value = text === '' || text.length > 40 || text.includes('\n') ? '' : ` ${text}`
  const of = type && subjects.findIndex((kind) => findMember(type, kind))
  const names = typeof other === 'string' ? [other] : of !== null && of >= 0 ? other.slice(of, of + 1) : other
  const advice = `Write ${names.map((meant) => `@${meant}${value}`).join(' or ')}.`
  if (!type || typeof other === 'string' || subjects[of ?? -1] !== 'array') return advice
  const range = adviseNumbers(type, [{ name: other[0], text }])
  return range ? `${advice} Where its numbers are meant, ${range}` : advice
}

/** A name with a point reaches into the value, as `items.minLength` of typescript-json-schema does. */
function toItemsRemedy(outer: string, inner: string): string | null {
  if (outer !== 'items' && !looksLikeConstraint(inner)) return null
  const member = valueTags.has(inner)
    ? `, or an object whose member has the tag: { /** @${inner} … */ value: … }[]`
    : ''
  return `Say it in the type of the items: Range<0, 1>[], Integer[], ('a' | 'b')[]${member}.`
}

/** A default is the function's own; that of a property belongs to the whole parameter. */
function toDefaultRemedy(text: string, owner: string): string {
  const value = text === '' || text.length > 40 || text.includes('\n') ? '…' : text
  return /^[\w$]+$/.test(owner)
    ? `Write it in the signature: ${owner} = ${value}.`
    : 'Write it in the signature, as the default of the parameter, or say in words what happens without it.'
}
