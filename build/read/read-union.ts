/** Reads unions. The checker sorts their members by first sight, so each returns to its written place. */

import { compareText } from '../model/diagnostics.ts'
import type { Scalar } from '../model/signature.ts'
import { isStandard, resolveSymbol, toExcerpt } from './compiler.ts'
import { ts } from './port.ts'
import { toType, type UnionMember } from './type-members.ts'
import {
  instanceLimit,
  moveTo,
  ReadingStopped,
  refuseAt,
  spanOf,
  type TypePlace,
  type TypeReader,
  textOf,
} from './type-scope.ts'
import type { WrittenChoice } from './written.ts'

/** Returns the members of a union in the order of the author. */
export function readUnion(reader: TypeReader, union: ts.UnionType, place: TypePlace): readonly UnionMember[] {
  const choices = place.written ? reader.syntax.listChoices(place.written) : []
  const ranks = rankChoices(reader, choices)
  // The index in the author's order; infinite where it was not found.
  const rankOf = (type: ts.Type): number => {
    const value = toScalar(reader, type)
    if (value !== undefined) return ranks.get(toKey(value)) ?? Number.POSITIVE_INFINITY
    const names = [type, type.aliasSymbol, type.symbol, ...(type.symbol?.declarations ?? [])]
    const found = names.map((name) => name && ranks.get(name)).find((rank) => rank !== undefined)
    if (found !== undefined) return found
    if (type.isUnion()) return Math.min(...type.types.map(rankOf))
    return type.isIntersection() ? rankParts(type.types.map(rankOf)) : Number.POSITIVE_INFINITY
  }
  const parts = splitUnion(reader, union, place).map((type) => {
    const rank = rankOf(type)
    return { type, rank, written: type.isUnion() ? null : (choices[rank]?.written ?? null) }
  })
  return parts
    .sort((a, b) => a.rank - b.rank || compareParts(reader, a.type, b.type))
    .flatMap(({ type, written }) => reader.read(type, written ? moveTo(reader, place, written) : place))
}

/**
 * The parts of `(A | B) & (C | D)` have places, and their pairs come in the order of both; no index is a
 * fraction.
 */
function rankParts(ranks: readonly number[]): number {
  const [first = Number.POSITIVE_INFINITY, ...others] = ranks.filter(Number.isFinite).sort((a, b) => a - b)
  return first + ((others.at(-1) ?? first) + 1) / 1e6
}

/** Returns the ranks of choices: literals by text, others by node, type, and the symbol of the name. */
function rankChoices(
  { compiler }: TypeReader,
  choices: readonly WrittenChoice[],
): ReadonlyMap<unknown, number> {
  const { checker } = compiler
  const ranks = new Map<unknown, number>()
  const note = (name: unknown, rank: number): void => {
    if (name !== undefined && !ranks.has(name)) ranks.set(name, rank)
  }
  for (const [i, { value, written }] of choices.entries()) {
    const { node } = written
    if (value !== undefined) note(toKey(value), i)
    if (value !== undefined || !ts.isTypeNode(node)) continue
    note(node, i)
    note(checker.getTypeFromTypeNode(node), i)
    if (ts.isTypeReferenceNode(node)) note(resolveSymbol(compiler, node.typeName), i)
  }
  return ranks
}

/** Keeps a named union with objects in one piece, so that it is recognised again inside itself. */
function splitUnion({ compiler }: TypeReader, union: ts.UnionType, { written }: TypePlace): ts.Type[] {
  const { checker } = compiler
  const members = new Set(union.types)
  const holdsObjects = union.types.some(({ flags }) => flags & ts.TypeFlags.Object)
  const named = !holdsObjects
    ? []
    : [
        checker.getNonNullableType(union), // of `Tree | undefined`, the compiler remembers `Tree`
        ...listReferences(written?.node).map((node) => checker.getTypeFromTypeNode(node)),
      ]
  const kept = new Set<ts.Type>()
  for (const type of named) {
    if (type === union || !type.isUnion() || !type.aliasSymbol) continue
    if (!type.types.every((member) => members.has(member))) continue
    if (!type.types.some(({ flags }) => flags & ts.TypeFlags.Object)) continue
    for (const member of type.types) members.delete(member)
    kept.add(type)
  }
  const [yes, no] = [checker.getTrueType(), checker.getFalseType()]
  if (members.has(yes) && members.has(no)) {
    members.delete(yes)
    members.delete(no)
    kept.add(checker.getBooleanType())
  }
  return [...kept, ...members]
}

function listReferences(node: ts.Node | undefined): ts.TypeNode[] {
  if (!node) return []
  if (ts.isUnionTypeNode(node)) return node.types.flatMap((type) => listReferences(type))
  if (ts.isParenthesizedTypeNode(node)) return listReferences(node.type)
  return ts.isTypeReferenceNode(node) ? [node] : []
}

function toScalar({ compiler }: TypeReader, type: ts.Type): Scalar | undefined {
  const { checker } = compiler
  if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
  if (type === checker.getTrueType() || type === checker.getBooleanType()) return true
  if (type === checker.getFalseType()) return false
  if (type.flags & ts.TypeFlags.Null) return null
  if (!type.isIntersection()) return undefined
  const literal = type.types.find((part) => part.isStringLiteral() || part.isNumberLiteral())
  return literal?.value
}

function toKey(value: Scalar): string {
  return `${typeof value} ${value}`
}

/** An order independent of earlier readings: non-literals by place, then by value. */
function compareParts(reader: TypeReader, a: ts.Type, b: ts.Type): number {
  const [x, y] = [a, b].map((type) => toScalar(reader, type))
  if (x === undefined || y === undefined) {
    return (
      Number(x !== undefined) - Number(y !== undefined) || compareText(toPlace(reader, a), toPlace(reader, b))
    )
  }
  const byKind = compareText(typeof x, typeof y)
  const byPlace = a.symbol && b.symbol ? compareText(toPlace(reader, a), toPlace(reader, b)) : 0
  if (byKind || byPlace) return byKind || byPlace
  return typeof x === 'number' && typeof y === 'number' ? x - y : compareText(String(x), String(y))
}

function toPlace({ compiler }: TypeReader, type: ts.Type): string {
  const [declared] = type.symbol?.declarations ?? []
  const place = declared
    ? `${declared.getSourceFile().fileName} ${String(declared.pos).padStart(9, '0')}`
    : ''
  return `${place} ${compiler.checker.typeToString(type)}`
}

/** Returns the members of a type, or a reference to it. */
export function readNamed(
  reader: TypeReader,
  type: ts.Type,
  place: TypePlace,
  readInside: () => readonly UnionMember[],
): readonly UnionMember[] {
  const { definitions, stack } = reader
  const symbol = toSymbol(reader, type)
  const span = spanOf(place)
  const known = definitions.findName(type)
  if (known !== null && definitions.has(known)) return toReference(known)
  if (isCircle(stack, type, symbol)) {
    const name = symbol?.name ?? stack.findLast((frame) => frame.symbol)?.symbol?.name ?? 'Value'
    return toReference(definitions.refer(type, name))
  }
  if (symbol && stack.filter((frame) => frame.symbol === symbol).length >= instanceLimit) {
    const found = `${textOf(place)} contains ever new instances of itself.`
    const remedy = `Use a type that ends; the limit is ${instanceLimit} instances inside each other.`
    throw new ReadingStopped(refuseAt(place, 'type.endless', { found, remedy }))
  }
  stack.push({ type, symbol })
  const members = readInside()
  stack.pop()
  const name = definitions.findName(type)
  if (name === null) return members
  definitions.define(name, toType(members, span, () => toExcerpt(place.node)).type)
  return toReference(name)

  /** A definition holds no undefined: each use adds it. */
  function toReference(target: string): readonly UnionMember[] {
    const { Undefined } = ts.TypeFlags
    const isOptional = type.isUnion() && type.types.some(({ flags }) => flags & Undefined)
    const reference = { kind: 'reference', name: target, span } as const
    return isOptional ? [reference, { kind: 'undefined', span }] : [reference]
  }
}

/** An unnamed type is written out again while a named one lies between: that one ends the circle. */
function isCircle(stack: TypeReader['stack'], type: ts.Type, symbol: ts.Symbol | null): boolean {
  const at = stack.findIndex((frame) => frame.type === type)
  return at >= 0 && (symbol !== null || !stack.slice(at + 1).some((frame) => frame.symbol))
}

function toSymbol({ compiler }: TypeReader, { aliasSymbol, symbol }: ts.Type): ts.Symbol | null {
  if (aliasSymbol) return aliasSymbol
  const isNamed = symbol && symbol.flags & ts.SymbolFlags.Interface && !isStandard(compiler, symbol)
  return isNamed ? symbol : null
}
