/** The forms that a value may have: the branches of a union, or the types of a list of types. */

import { type CheckedSchema, hasKeywords, readTitles } from '../../../contract/schema/checked-schema.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import type { Json, JsonObject } from '../../../contract/values/json.ts'
import type { FieldOf } from '../panel-model.ts'
import { toOptionLabel } from '../words.ts'
import { openSchema } from './open-schema.ts'

/** One form, not yet a row. */
export interface Branch {
  readonly label: string
  readonly schema: Json
  /** The possible values, where they are listed. */
  readonly values: readonly Json[] | null
  /** The titles of these, where the schema has them. */
  readonly titles: readonly string[] | null
}

const shapes = 'type properties const enum $ref items prefixItems anyOf oneOf allOf'.split(' ')
const annotations = 'title description default preview unit examples deprecated $comment'.split(' ')
const typeLabels = new Map([
  ['number', 'Number'],
  ['integer', 'Number'],
  ['string', 'Text'],
  ['boolean', 'Yes or no'],
  ['null', 'None'],
  ['array', 'List'],
  ['object', 'Several values'],
])
const mostNames = 3

/** Returns the forms of an opened schema; null for a single one. */
export function listBranches(root: JsonObject, schema: CheckedSchema): readonly Branch[] | null {
  const parts = listParts(schema)
  if (parts === null) return null
  const opened = parts.map((part) => ({ part, schema: openSchema(root, part) }))
  const labels = opened.map(({ part, schema: branch }, index) => {
    const others = opened.flatMap((other, i) => (i === index || !other.schema ? [] : [other.schema]))
    return toBranchLabel(part, branch, others)
  })
  return opened.map(({ part, schema: branch }, index) => ({
    label: isRepeated(labels, index) ? `${labels[index]} ${index + 1}` : (labels[index] ?? ''),
    schema: part,
    values: branch && listValues(branch),
    titles: branch && readTitles(branch),
  }))
}

/** Returns the options of a branch with listed values. */
export function listOptions({ values, titles, label }: Branch): FieldOf<'choice'>['options'] {
  return values?.length === 1 ? toOptions(values, [label]) : toOptions(values ?? [], titles)
}

/** Returns the options of listed values, by their titles where they have some. */
export function toOptions(
  values: readonly Json[],
  titles: readonly string[] | null,
): FieldOf<'choice'>['options'] {
  return values.map((value, i) => ({ value, label: titles?.[i] ?? toOptionLabel(value) }))
}

function isRepeated(labels: readonly string[], index: number): boolean {
  return labels.some((label, i) => i !== index && label === labels[index])
}

/** Returns the branches as schemas; those that only add conditions are left to the check of values. */
function listParts(schema: CheckedSchema): readonly Json[] | null {
  const { anyOf, oneOf, ...base } = schema
  const branches = (anyOf ?? oneOf)?.filter((branch) => branch !== false)
  const hasShape = (part: Json): boolean =>
    hasKeywords(part) && shapes.some((name) => Object.hasOwn(part, name))
  if (branches?.some(hasShape)) {
    const rest = Object.keys(base).filter((name) => !annotations.includes(name))
    const shared = Object.fromEntries(rest.map((name) => [name, base[name] ?? null]))
    return branches.map((branch) => (rest.length === 0 ? branch : { allOf: [shared, branch] }))
  }
  const { type } = schema
  if (typeof type === 'string' || type === undefined || type.length < 2) return null
  return type.map((name) => ({ ...base, type: name, title: toTypeLabel(name) }))
}

function listValues({ const: value, enum: values, type }: CheckedSchema): readonly Json[] | null {
  if (value !== undefined) return [value]
  return values ?? (type === 'null' ? [null] : null)
}

function toBranchLabel(part: Json, branch: CheckedSchema | null, others: readonly CheckedSchema[]): string {
  if (branch === null) return 'Anything'
  const values = listValues(branch)
  if (branch.title) return branch.title
  const [title] = readTitles(branch) ?? []
  if (values) return values.length === 1 ? (title ?? toOptionLabel(values[0] ?? null)) : 'One of some'
  const reference = hasKeywords(part) ? /^#\/\$defs\/([\w-]+)$/.exec(part.$ref ?? '') : null
  return (
    toMembersLabel(branch, others) ??
    (reference?.[1] ? toLabel(reference[1]) : toTypeLabel([branch.type].flat()[0]))
  )
}

/** Returns the label of an object among others: a constant member, or else the names that only it has. */
function toMembersLabel({ properties = {} }: CheckedSchema, others: readonly CheckedSchema[]): string | null {
  for (const part of Object.values(properties)) {
    const values = hasKeywords(part) ? listValues(part) : null
    if (values?.length === 1) return toOptionLabel(values[0] ?? null)
  }
  const isOwn = (name: string) => !others.some((other) => other.properties?.[name] !== undefined)
  const names = Object.keys(properties).filter(isOwn)
  if (names.length === 0) return null
  const [first = '', ...more] = names.slice(0, mostNames).map(toLabel)
  return [first, ...more.map((name) => name.toLowerCase())].join(', ')
}

function toTypeLabel(type: string | undefined): string {
  return typeLabels.get(type ?? '') ?? 'Anything'
}
