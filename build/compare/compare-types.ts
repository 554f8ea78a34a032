/**
 * Proves that a schema accepts all values an earlier one accepted. The answer is safe: proofs split unions,
 * enumerate finite sets (as a host checks them), compare bounds and follow references; a pair that can
 * neither be proven nor refuted, as two different patterns, is reported as undecided.
 */

import {
  dataKeyword,
  endingsKeyword,
  hasEnding,
  readWantedData,
  sayKinds,
} from '../../core/contract/domain/data-ref.ts'
import { closedKeyword } from '../../core/contract/domain/places.ts'
import { Validator } from '../../core/contract/schema/compiled/validator.ts'
import { isJsonObject, type Json, type JsonObject, toCanonicalJson } from '../../core/contract/values/json.ts'
import { valueTags } from '../model/value-tags.ts'
import {
  compareArrays,
  compareNumbers,
  compareObjects,
  compareTexts,
  type Narrowing,
  type Schema,
  toNarrowing,
  toUndecided,
} from './compare-keywords.ts'
import { comparePlaces } from './compare-places.ts'

const mostValues = 1000

/** Keywords without effect on the accepted values. */
const annotations = [
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  ...[...valueTags].flatMap(([name, { isAnnotation }]) => (isAnnotation ? [name] : [])),
]
/** Keywords handled below; any other must be the same in both schemas. */
const known = new Set([
  ...annotations,
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'uniqueItems',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  dataKeyword,
  endingsKeyword,
])

/** The two documents of a comparison, and the pairs under comparison further up. */
interface Comparison {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly assumed: ReadonlySet<string>
}

/** Returns every narrowing between two schema documents. */
export function findNarrowings(before: JsonObject, after: JsonObject): Narrowing[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  return compareSchemas({ before, after, assumed: new Set() }, before, after, '')
}

function compareSchemas(context: Comparison, old: Schema, next: Schema, at: string): Narrowing[] {
  if (old === false || next === true) return []
  const text = JSON.stringify(old)
  if (!text.includes('"$ref"') && text === JSON.stringify(next)) return []
  if (next === false) return [toNarrowing(at, 'no longer takes any value')]
  const [was, is] = [resolve(context.before, old === true ? {} : old), resolve(context.after, next)]
  if (!was || !is) return [toUndecided(at, 'refers to a schema outside its document')]
  const pair = `${toCanonicalJson(was)}\n${toCanonicalJson(is)}`
  if (context.assumed.has(pair)) return []
  return compareResolved({ ...context, assumed: new Set([...context.assumed, pair]) }, was, is, at)
}

function compareResolved(context: Comparison, old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  const again = (was: Schema, is: Schema): Narrowing[] => compareSchemas(context, was, is, at)
  const kinds = compareKinds(old, next, at)
  if (kinds) return kinds
  const values = listValues(old, isUnion(next))
  if (values) return compareValues(context, values, { old, next }, at)
  const [oldUnion, union] = [old, next].map(readUnion)
  if (oldUnion) return oldUnion.branches.flatMap((branch) => again(branch, next))
  if (Array.isArray(old.type)) return old.type.flatMap((type: Json) => again({ ...old, type }, next))
  const parts = listParts(next)
  if (parts) return parts.flatMap((part) => again(old, part))
  const oldParts = listParts(old)
  if (oldParts) {
    const doubt = toUndecided(at, 'combines several types in a way that cannot be compared')
    const found = oldParts.map((part) => again(part, next))
    return found.some((part) => part.length === 0) ? [] : [doubt]
  }
  return union ? compareToUnion(context, old, union, at) : compareSimple(context, old, next, at)
}

/** Compares references to data by the kinds and endings that fit; null where one of the two is none. */
function compareKinds(old: JsonObject, next: JsonObject, at: string): Narrowing[] | null {
  const [was, is] = [readWantedData(old), readWantedData(next)]
  if (!was || !is) return null
  const gone = was.kinds.filter((kind) => !is.kinds.includes(kind)).map((kind) => sayKinds([kind]))
  const lost = was.endings.filter((ending) => !hasEnding(ending, is.endings))
  const takesFewer = is.endings.length > 0 && was.endings.length === 0 && gone.length === 0
  const files = takesFewer ? [`files that do not end in ${is.endings.join(' or ')}`] : lost
  return [...gone, ...(gone.length > 0 ? [] : files)].map((each) =>
    toNarrowing(at, `no longer takes ${each}`),
  )
}

function readUnion(schema: JsonObject): { branches: readonly Schema[]; isExclusive: boolean } | null {
  for (const union of ['anyOf', 'oneOf'] as const) {
    const { [union]: branches, ...rest } = schema
    if (!isSchemaList(branches)) continue
    return { branches: branches.map((branch) => merge(rest, branch)), isExclusive: union === 'oneOf' }
  }
  return null
}

function listParts({ allOf, ...rest }: JsonObject): readonly Schema[] | null {
  return isSchemaList(allOf) ? [rest, ...allOf] : null
}

/** A value set inside one branch is inside the union; of `oneOf`, it must be inside one branch alone. */
function compareToUnion(
  context: Comparison,
  old: JsonObject,
  { branches, isExclusive }: NonNullable<ReturnType<typeof readUnion>>,
  at: string,
): Narrowing[] {
  if (branches.every((branch) => listChoices(branch).length > 0))
    return [toChoiceNarrowing(old, branches.flatMap(listChoices), at)]
  const found = branches.map((branch) => compareSchemas(context, old, branch, at))
  const fitting = found.filter((branch) => branch.length === 0).length
  if (fitting === 1 || (fitting > 1 && !isExclusive)) return []
  if (fitting > 1) return [toUndecided(at, 'is taken by more than one of several types')]
  const near = found.filter(
    (branch) => !branch.some((narrowing) => narrowing.isOtherKind && narrowing.at === at),
  )
  const [best] = near.toSorted((a, b) => a.length - b.length)
  return best
    ? best.map((narrowing) => ({ ...narrowing, decided: false }))
    : [toNarrowing(at, `no longer takes ${describeKind(old)}`)]
}

function listChoices(schema: Schema): readonly Json[] {
  if (typeof schema === 'boolean') return []
  if (Array.isArray(schema.enum)) return schema.enum
  return schema.const === undefined ? [] : [schema.const]
}

/** A type without a list of values never fits into a list of choices. */
function toChoiceNarrowing(old: JsonObject, values: readonly Json[], at: string): Narrowing {
  return toNarrowing(
    at,
    `takes only ${values.map((value) => JSON.stringify(value)).join(', ')}, took ${describeKind(old)}`,
  )
}

function compareSimple(context: Comparison, old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  if (next.enum !== undefined || next.const !== undefined)
    return [toChoiceNarrowing(old, listChoices(next), at)]
  const types = toTypes(next)
  const type = typeof old.type === 'string' ? old.type : null
  const kept =
    types === null ||
    (type !== null && (types.includes(type) || (type === 'integer' && types.includes('number'))))
  if (!kept && type === 'number' && types.includes('integer')) {
    if (!Number.isInteger(old.multipleOf)) return [toNarrowing(at, 'takes whole numbers only')]
  } else if (!kept) {
    const text = `is another kind of value: took ${describeKind(old)}, takes ${types.join(' or ')}`
    return [{ ...toNarrowing(at, text), isOtherKind: true }]
  }
  const placed = comparePlaces(old, next, at)
  const told = placed ? ['format', closedKeyword] : []
  const others = Object.keys(next).filter(
    (name) =>
      !known.has(name) && !told.includes(name) && JSON.stringify(next[name]) !== JSON.stringify(old[name]),
  )
  const compare = (was: Schema, is: Schema, path: string) => compareSchemas(context, was, is, path)
  const undecided = [
    ...(placed ?? []),
    ...others.map((name) => toUndecided(at, `has another ${name} (${JSON.stringify(next[name])})`)),
  ]
  if (type === null) {
    const says = Object.keys(next).filter((name) => known.has(name) && !annotations.includes(name))
    return [...undecided, ...says.map((name) => toUndecided(at, `has ${name} now`))]
  }
  if (type === 'number' || type === 'integer') return [...undecided, ...compareNumbers(old, next, at)]
  if (type === 'string') return [...undecided, ...compareTexts(old, next, at)]
  if (type === 'array') return [...undecided, ...compareArrays(compare, old, next, at)]
  if (type === 'object') return [...undecided, ...compareObjects(compare, old, next, at)]
  return undecided
}

function compareValues(
  { before, after }: Comparison,
  values: readonly Json[],
  { old, next }: { readonly old: JsonObject; readonly next: JsonObject },
  at: string,
): Narrowing[] {
  const [took, takes] = [toTest(before, old), toTest(after, next)]
  const lost = values.filter((value) => took(value) && !takes(value))
  if (lost.length === 0) return []
  const shown = lost.slice(0, 5).map((value) => JSON.stringify(value))
  const more = lost.length > 5 ? ` and ${lost.length - 5} more` : ''
  return [toNarrowing(at, `no longer takes ${shown.join(', ')}${more}`)]
}

function isUnion(schema: JsonObject): boolean {
  return ['enum', 'const', 'anyOf', 'oneOf'].some((name) => schema[name] !== undefined)
}

/** Returns the values of a finite schema, else null. Whole numbers are enumerated only where `counted`. */
function listValues(schema: JsonObject, counted: boolean): readonly Json[] | null {
  if (Array.isArray(schema.enum)) return schema.enum
  if (schema.const !== undefined) return [schema.const]
  if (schema.type === 'boolean') return [false, true]
  if (schema.type === 'null') return [null]
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const [low, high] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum]
  if (!counted || schema.type !== 'integer' || multipleOf !== undefined) return null
  if (typeof low !== 'number' || typeof high !== 'number') return null
  const first = Math.ceil(low)
  if (high - first >= mostValues) return null
  return Array.from({ length: Math.max(0, Math.floor(high) - first + 1) }, (_, i) => first + i)
}

function toTest(document: JsonObject, schema: JsonObject): (value: Json) => boolean {
  const validator = new Validator(Number.POSITIVE_INFINITY)
  const root = { ...schema, ...(isJsonObject(document.$defs) && { $defs: document.$defs }) }
  return (value) => validator.fits(root, value)
}

/** Follows `$ref` within a document, keeping the keywords beside it; null where it leads out. */
function resolve(document: JsonObject, schema: JsonObject, steps = 0): JsonObject | null {
  const { $ref, ...rest } = schema
  if ($ref === undefined) return schema
  if (typeof $ref !== 'string' || !$ref.startsWith('#') || steps > 64) return null
  const names = $ref.slice(1).split('/').slice(1)
  const target = names.reduce<Json | undefined>((at, name) => {
    return isJsonObject(at)
      ? at[decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')]
      : undefined
  }, document)
  if (!isJsonObject(target)) return null
  const found = resolve(document, target, steps + 1)
  const says = Object.keys(rest).some((name) => !annotations.includes(name))
  return found && says ? { allOf: [found, rest] } : found
}

function merge(rest: JsonObject, branch: Schema): Schema {
  const says = Object.keys(rest).filter((name) => !annotations.includes(name))
  if (says.length === 0 || branch === false) return branch
  const own = branch === true ? {} : branch
  const clash = says.some(
    (name) => Object.hasOwn(own, name) && JSON.stringify(own[name]) !== JSON.stringify(rest[name]),
  )
  return clash || own.$ref !== undefined ? { allOf: [rest, own] } : { ...rest, ...own }
}

function isSchemaList(value: Json | undefined): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((item: Json) => isJsonObject(item) || typeof item === 'boolean')
}

function toTypes({ type }: JsonObject): readonly string[] | null {
  if (typeof type === 'string') return [type]
  return Array.isArray(type) ? type.filter((name: Json) => typeof name === 'string') : null
}

function describeKind({ type }: JsonObject): string {
  return typeof type === 'string' ? `every ${type} of its schema` : 'other values'
}
