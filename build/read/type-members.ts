/** Converts a type to the members of its union and back, on the build's own model. */
import type { ParameterType, Refusal, Scalar, Span } from '../model/signature.ts'

/**
 * One member of a union during evaluation; no members are `never`. Literals are not yet gathered in a choice,
 * and `undefined` means that the parameter, member or place may be left out.
 */
export type UnionMember =
  | Exclude<ParameterType, { readonly kind: 'choice' | 'union' }>
  /** The name is that of a member of an enum. */
  | { readonly kind: 'literal'; readonly value: Scalar; readonly span: Span; readonly name?: string }
  | { readonly kind: 'undefined'; readonly span: Span }

/** Bounds the choices of one type, and the members of one union. */
const choiceLimit = 1000

/** The type of a value, and whether it may be undefined. */
export interface OptionalType {
  readonly type: ParameterType
  readonly optional: boolean
}

/** Returns members as one type, with a flag for undefined. `text` is the written type, for refusals. */
export function toType(members: readonly UnionMember[], span: Span, text: () => string): OptionalType {
  const defined = members.filter((member) => member.kind !== 'undefined')
  return { type: joinMembers(defined, span, text), optional: defined.length < members.length }
}

type DefinedMember = Exclude<UnionMember, { readonly kind: 'undefined' }>

function joinMembers(members: readonly DefinedMember[], span: Span, text: () => string): ParameterType {
  const refusals = members.filter((member) => member.kind === 'refused')
  if (refusals.length > 0) return joinRefusals(refusals, span)
  const distinct = dropDoubles(joinData(members))
  const literals = distinct.filter((member) => member.kind === 'literal')
  const others = distinct.flatMap((member): ParameterType[] => (member.kind === 'literal' ? [] : [member]))
  const reporter = others.find(({ kind }) => kind === 'progress')
  const [first] = others
  if (reporter && others.length === 1 && literals.every(({ value }) => value === null))
    return { ...reporter, span }
  if (reporter) {
    const remedy = 'Give the reporter a parameter of its own: progress: ProgressReporter.'
    return toRefusal('type.union', span, `\`${text()}\` is a union with a progress reporter.`, remedy)
  }
  const files = distinct.find((member) => member.kind === 'data' && member.kinds.includes('file'))
  if (files?.kind === 'data' && files.kinds.length > 1) {
    const remedy = 'Give each a parameter of its own: the host decodes one, and the function reads the other.'
    return toRefusal('type.union', span, `\`${text()}\` joins a file with results.`, remedy)
  }
  const isMixed = distinct.some(({ kind }) => kind === 'data') && others.length > 1
  if (isMixed || (others[0]?.kind === 'data' && literals.some(({ value }) => value !== null))) {
    const remedy = 'Give the data a parameter of its own; kinds of data may be joined: Mesh | PointCloud.'
    return toRefusal('type.union', span, `\`${text()}\` joins data with other values.`, remedy)
  }
  const placed = others.find(({ kind }) => kind === 'place')
  if (placed && (others.length > 1 || literals.some(({ value }) => value !== null))) {
    const remedy = 'Give the place a parameter of its own, with | null behind it where there may be none.'
    return toRefusal('type.union', span, `\`${text()}\` joins a place with other values.`, remedy)
  }
  if (distinct.length === 0) {
    const remedy = 'Remove it, or give it a type that values fit, such as number, string or boolean.'
    return toRefusal('type.never', span, `\`${text()}\` allows no value.`, remedy)
  }
  if (distinct.length > choiceLimit) {
    const remedy = `The limit is ${choiceLimit}: use string or a number with constraints.`
    return toRefusal('type.explosion', span, `\`${text()}\` has ${distinct.length} choices.`, remedy)
  }
  if (first && distinct.length === 1) return { ...first, span }
  if (others.length === 0) return toChoice(literals, span)
  if (first?.kind === 'boolean' && others.length === 1 && literals.some(({ value }) => value !== null)) {
    const values = distinct.flatMap((member): Scalar[] =>
      member.kind === 'literal' ? [member.value] : [true, false],
    )
    return { kind: 'choice', values, span }
  }
  const place = distinct.findIndex(({ kind }) => kind === 'literal')
  const gathered = distinct.flatMap((member, i): ParameterType[] => {
    if (member.kind !== 'literal') return [member]
    return i === place ? [toChoice(literals, span)] : []
  })
  return { kind: 'union', members: gathered, span }
}

/** Joins the kinds of data into one member, where the first one stands. */
function joinData(members: readonly DefinedMember[]): readonly DefinedMember[] {
  const data = members.filter((member) => member.kind === 'data')
  const [first] = data
  if (!first || data.length === 1) return members
  const kinds = [...new Set(data.flatMap((member) => member.kinds))]
  const takesAny = data.some((member) => member.endings === undefined)
  const endings = takesAny ? undefined : [...new Set(data.flatMap((member) => member.endings ?? []))]
  const { kind, span } = first
  const joined: DefinedMember = { kind, kinds, span, ...(endings && { endings }) }
  return members.flatMap((member): readonly DefinedMember[] => {
    if (member === first) return [joined]
    return member.kind === 'data' ? [] : [member]
  })
}

function toChoice(
  literals: readonly Extract<UnionMember, { readonly kind: 'literal' }>[],
  span: Span,
): ParameterType {
  const values = literals.map(({ value }) => value)
  const names = literals.flatMap(({ value, name }) => (typeof value === 'number' ? (name ?? []) : []))
  if (names.length > 0 && names.length === values.length) return { kind: 'choice', values, names, span }
  const isBoolean = values.length === 2 && values.includes(true) && values.includes(false)
  return isBoolean ? { kind: 'boolean', span } : { kind: 'choice', values, span }
}

function joinRefusals(refusals: readonly Refusal[], span: Span): ParameterType {
  const texts = refusals.map((refusal) => JSON.stringify(refusal))
  const distinct = refusals.filter((_, i) => texts.indexOf(texts[i] ?? '') === i)
  const [first] = distinct
  return first && distinct.length === 1 ? first : { kind: 'union', members: distinct, span }
}

/** Drops repeated members, and literals that a plain type beside them includes. */
function dropDoubles<M extends UnionMember>(members: readonly M[]): readonly M[] {
  if (members.length < 2) return members
  const seen = new Set<string>()
  const plain = new Set<string>(members.filter(isPlain).map(({ kind }) => kind))
  return members.filter((member) => {
    const key = member.kind === 'literal' ? toStructure([member.value]) : toStructure(member)
    const known = seen.has(key) || (member.kind === 'literal' && plain.has(typeof member.value))
    seen.add(key)
    return !known && !(plain.has(member.kind) && !isPlain(member))
  })
}

function isPlain(member: UnionMember): boolean {
  if (member.kind === 'number') {
    return (
      !member.integer &&
      member.minimum === undefined &&
      member.maximum === undefined &&
      member.multipleOf === undefined
    )
  }
  return member.kind === 'boolean' || (member.kind === 'string' && member.pattern === undefined)
}

function toRefusal(code: Refusal['code'], span: Span, found: string, remedy: string): Refusal {
  return { kind: 'refused', code, found, remedy, span }
}

/** Returns a text that is equal for equal types, wherever they were written. */
export function toStructure(value: unknown): string {
  return JSON.stringify(value, (name, inner: unknown) => (name === 'span' ? undefined : inner))
}
