/** JSON values near a type: some that fit, and those changed in one place. No chance is in them. */
import { ts } from 'ts-morph'
import { isJsonObject, type Json } from '../../../core/contract/values/json.ts'
import { isPhantom, isScalar, isSymbolNamed, openNoInfer, readBounds } from './traits.ts'

const { TypeFlags, SymbolFlags, ElementFlags } = ts

/** As many values of a part are tried in the whole. */
const perPart = 8
/** As many values that fit, and as many that were changed. */
const perType = 32
/** A type that contains itself is followed this far. */
const deepest = 5

/** Values of every kind, tried everywhere. */
const common: readonly Json[] = [null, true, false, 0, 1.5, -2, '', 'text', 'a', [], {}, ['a'], { a: 1 }]
/** Texts that look like numbers: those that TypeScript's `${number}` takes, and those that it does not. */
const numerals = ['7', '-0.5', '01', '1.0', '.5', '-0', '+1', '1e3', '1e21', '0x1F', 'NaN', '']

/** Returns values near a type, each once: at most some 80. */
export function listSamples(checker: ts.TypeChecker, type: ts.Type): Json[] {
  const fitting = thin(sample(checker, type, 0), perType)
  const changed = fitting.slice(0, 12).flatMap((value) => change(value, [...common, ...fitting]))
  return dedupe([...fitting, ...common, ...merge(fitting), ...thin(dedupe(changed), perType)])
}

function sample(checker: ts.TypeChecker, type: ts.Type, depth: number): Json[] {
  if (depth > deepest) return []
  if (type.isUnion())
    return interleave(type.types.map((member) => sample(checker, member, depth))).slice(0, perType)
  if (type.isIntersection()) return sampleIntersection(checker, type, depth)
  if (isScalar(type)) return sampleScalar(checker, type)
  const open = openNoInfer(type)
  if (open !== type) return sample(checker, open, depth)
  if (!(type.flags & TypeFlags.Object)) return []
  if (checker.isTupleType(type)) return sampleTuple(checker, type as ts.TupleTypeReference, depth) // is one
  if (checker.isArrayType(type)) {
    const [items] = checker.getTypeArguments(type as ts.TypeReference) // an array is one
    const values = items ? sample(checker, items, depth + 1).slice(0, perPart) : []
    return [values.slice(0, 2), [], ...values.map((value) => [value]), values]
  }
  return sampleMembers(checker, type, depth)
}

function sampleIntersection(checker: ts.TypeChecker, type: ts.IntersectionType, depth: number): Json[] {
  const bounds = readBounds(checker, type.types)
  if (bounds) {
    const { minimum, maximum, steps } = bounds
    const ends = [minimum, maximum].filter(Number.isFinite)
    const near = ends.flatMap((end) => [end, end - 1, end + 1, end + 0.5, end - 0.001])
    const middle = ends.length === 2 ? [(minimum + maximum) / 2, Math.round((minimum + maximum) / 2)] : []
    const literals = type.types.flatMap((part) => (isScalar(part) ? sampleScalar(checker, part) : []))
    return dedupe([...literals, ...middle, ...near, ...steps, ...steps.map((step) => step * 2)])
  }
  const bare = type.types.find(isScalar)
  if (bare) return sampleScalar(checker, bare)
  const solid = type.types.filter((part) => !isPhantom(checker, part))
  if (solid.length === 1 && solid[0]) return sample(checker, solid[0], depth)
  return sampleMembers(checker, type, depth)
}

function sampleScalar(checker: ts.TypeChecker, type: ts.Type): Json[] {
  if (type.isLiteral() && typeof type.value !== 'object') return [type.value]
  const { flags } = type
  if (flags & TypeFlags.Null) return [null]
  if (flags & TypeFlags.BooleanLiteral) return [checker.typeToString(type) === 'true']
  if (flags & TypeFlags.Number) return [1, 0, 1.5, -2, 7, 1e21]
  if (flags & TypeFlags.String) return ['text', '', 'a', 'b']
  if (flags & TypeFlags.TemplateLiteral) return sampleTemplate(checker, type as ts.TemplateLiteralType) // by its flag
  if (flags & TypeFlags.StringMapping) return ['abc', 'ABC', 'Abc', 'aBC', '']
  return []
}

function sampleTemplate(checker: ts.TypeChecker, { texts, types }: ts.TemplateLiteralType): Json[] {
  const holes = types.map((type) => {
    if (type.flags & TypeFlags.NumberLike) return numerals
    if (type.flags & TypeFlags.BigIntLike) return ['7', '-3', '1.5', '01', '']
    return sample(checker, type, 0).map(String)
  })
  const fill = (chosen: readonly string[]): string => {
    return texts.map((text, i) => text + (chosen[i] ?? '')).join('')
  }
  const first = holes.map(([value = '']) => value)
  const whole = fill(first)
  const others = holes.flatMap((values, i) => values.map((value) => fill(first.with(i, value))))
  return dedupe([
    whole,
    ...others,
    `${whole}x`,
    `x${whole}`,
    whole.toUpperCase(),
    whole.slice(1),
    `${whole}\n`,
  ])
}

function sampleTuple(checker: ts.TypeChecker, type: ts.TupleTypeReference, depth: number): Json[] {
  const places = checker.getTypeArguments(type).map((element, i) => ({
    values: sample(checker, element, depth + 1).slice(0, perPart),
    flags: type.target.elementFlags[i] ?? ElementFlags.Required,
  }))
  const build = (isIn: (flags: ts.ElementFlags) => boolean): Json[] =>
    places.filter(({ flags }) => isIn(flags)).flatMap(({ values }) => values.slice(0, 1))
  const full = build(() => true)
  const least = build((flags) => (flags & ElementFlags.Required) !== 0)
  const fixed = build((flags) => !(flags & ElementFlags.Variable))
  const rest = places.findIndex(({ flags }) => flags & ElementFlags.Variable)
  const longer = places[rest] ? [full.toSpliced(rest, 1, ...places[rest].values.slice(0, 3))] : []
  const varied = places.flatMap(({ values }, i) =>
    i < full.length ? values.map((value) => full.with(i, value)) : [],
  )
  return dedupe([full, least, fixed, ...longer, ...varied])
}

function sampleMembers(checker: ts.TypeChecker, type: ts.Type, depth: number): Json[] {
  if (type.getCallSignatures().length > 0) return []
  const members = checker
    .getPropertiesOfType(type)
    .filter((property) => !isSymbolNamed(property))
    .slice(0, 24)
    .map((property) => ({
      name: property.name,
      values: sample(checker, checker.getTypeOfSymbol(property), depth + 1).slice(0, perPart),
      isOptional: (property.flags & SymbolFlags.Optional) !== 0,
    }))
  const named = checker.getIndexInfosOfType(type).flatMap(({ keyType, type: value }) => {
    const values = sample(checker, value, depth + 1).slice(0, perPart)
    const keys = keyType.flags & TypeFlags.Number ? ['7', '1.5'] : sample(checker, keyType, 0).slice(0, 2)
    return keys.flatMap((key) => values.map((sampled) => ({ [String(key)]: sampled })))
  })
  const known = members.filter(({ values }) => values.length > 0)
  const whole = Object.fromEntries(known.map(({ name, values: [first = null] }) => [name, first]))
  const least = Object.fromEntries(
    known.flatMap(({ name, values: [first = null], isOptional }) => (isOptional ? [] : [[name, first]])),
  )
  const varied = known.flatMap(({ name, values }) => values.map((value) => ({ ...whole, [name]: value })))
  const extended = named.map((extra) => ({ ...extra, ...least }))
  return dedupe([whole, least, ...interleave([varied, extended])])
}

/** Values with one place changed: another value there, a member or item more or less. */
function change(value: Json, others: readonly Json[]): Json[] {
  if (Array.isArray(value)) {
    const items = value.flatMap((item, i) => change(item, others).map((changed) => value.with(i, changed)))
    return [
      ...items,
      value.slice(1),
      value.slice(0, -1),
      ...others.slice(0, 4).map((other) => [...value, other]),
    ]
  }
  if (!isJsonObject(value)) return [...others]
  const names = Object.keys(value)
  const without = names.map((name) =>
    Object.fromEntries(Object.entries(value).filter(([own]) => own !== name)),
  )
  const members = names.flatMap((name) =>
    change(value[name] ?? null, others).map((changed) => ({ ...value, [name]: changed })),
  )
  return [...without, { ...value, zz: 1 }, { ...value, 7: 'text' }, { ...value, b: true }, ...members]
}

/** Objects that have the members of two: no member of a union is both. */
function merge(values: readonly Json[]): Json[] {
  const objects = values.filter(isJsonObject).slice(0, 6)
  return objects.flatMap((one) => objects.map((other) => ({ ...one, ...other }))).slice(0, 12)
}

function interleave(lists: readonly (readonly Json[])[]): Json[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) =>
    lists.flatMap((list) => (i < list.length ? [list[i] ?? null] : [])),
  ).flat()
}

/** Returns as many of the values, from all over the list. */
export function thin(values: readonly Json[], count: number): Json[] {
  const step = values.length / count
  return step <= 1
    ? [...values]
    : Array.from({ length: count }, (_, i) => values[Math.floor(i * step)] ?? null)
}

function dedupe(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}
