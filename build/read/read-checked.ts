/**
 * Turns the checker's own types into the model, for what has no type syntax: `typeof` of values and inferred
 * types. The order of properties is that of their declarations; unions of literals without a declaration come
 * sorted, because the checker's order depends on the other files of a run.
 */

import { compareText } from '../model/diagnostics.ts'
import type { IndexType, PropertyType, Refusal, TupleElement } from '../model/signature.ts'
import type { Span } from '../model/span.ts'
import { type Compiler, resolveSymbol, toExcerpt, toSdkName, toSpan, type ts } from './compiler.ts'
import { toStructure } from './definitions.ts'
import type { Member } from './member.ts'
import { toBrand } from './read-brand.ts'
import { readComment } from './read-comment.ts'
import { explainUnresolved } from './read-errors.ts'
import { createObject, numberPattern } from './read-object.ts'
import { refuse } from './refuse-type.ts'
import { toType } from './type-members.ts'
import { outermost, type Reader, type Scope } from './type-scope.ts'

const deepest = 20

/** Returns the type of a value: by the annotation where it has one, else as the checker sees it. */
export function readTypeOf(reader: Reader, node: ts.TypeQueryNode, scope: Scope): readonly Member[] {
  const { compiler } = reader
  const { ts } = compiler
  const symbol = resolveSymbol(compiler, node.exprName)
  if (!symbol) return [explainUnresolved(compiler, node.exprName)]
  const { valueDeclaration } = symbol
  const circle = scope.stack.some((frame) => frame.symbol === symbol)
  if (valueDeclaration && ts.isVariableDeclaration(valueDeclaration) && valueDeclaration.type && !circle) {
    return reader.evaluate(valueDeclaration.type, { ...outermost, depth: scope.depth, stack: scope.stack })
  }
  return readCheckedNode(reader, node, scope)
}

/** Returns what the checker makes of a node, which must not depend on type parameters. */
export function readCheckedNode(reader: Reader, node: ts.TypeNode, scope: Scope): readonly Member[] {
  return readChecked(reader, reader.compiler.checker.getTypeFromTypeNode(node), node, scope.depth)
}

/** Returns the members of a checker's type. `place` is where it is used. */
export function readChecked(reader: Reader, type: ts.Type, place: ts.Node, depth: number): readonly Member[] {
  const { compiler } = reader
  const { ts, checker } = compiler
  const { TypeFlags } = ts
  const { flags } = type
  const span = toSpan(place)
  if (!reader.definitions.step() || depth > deepest) {
    return [
      refuse(
        'type.explosion',
        place,
        'The type nests too deeply.',
        `The limit is ${deepest} levels: write the type out.`,
      ),
    ]
  }
  if (flags & TypeFlags.Never) return []
  if (flags & TypeFlags.Undefined) return [{ kind: 'undefined', span }]
  if (flags & TypeFlags.Null) return [{ kind: 'literal', value: null, span }]
  const symbol = type.aliasSymbol ?? type.symbol
  if (
    symbol &&
    flags & TypeFlags.EnumLike &&
    symbol.declarations?.some((node) => ts.isEnumDeclaration(node))
  ) {
    return readEnumValues(compiler, symbol, place)
  }
  if (type.isStringLiteral() || type.isNumberLiteral()) return [{ kind: 'literal', value: type.value, span }]
  if (flags & TypeFlags.BooleanLiteral)
    return [{ kind: 'literal', value: checker.typeToString(type) === 'true', span }]
  if (flags & TypeFlags.String) return [{ kind: 'string', span }]
  if (flags & TypeFlags.Number) return [{ kind: 'number', integer: false, span }]
  if (flags & TypeFlags.Boolean) return [{ kind: 'boolean', span }]
  if (type.isUnion()) return readUnion(reader, type, place, depth)
  const brand = toBrand(compiler, type, span)
  if (brand) return [brand]
  if (flags & (TypeFlags.Any | TypeFlags.Unknown)) {
    return [
      refuse('type.any', place, `\`${toExcerpt(place)}\` says nothing about the values.`, 'Write the type.'),
    ]
  }
  if (flags & TypeFlags.Object) return [readObject(reader, type, place, depth)]
  if (flags & TypeFlags.BigIntLike) {
    return [refuse('type.bigint', place, 'JSON has no bigint.', 'Write Integer: whole numbers up to 2^53.')]
  }
  const remedy = 'Write the type out.'
  return [refuse('type.unsupported', place, `\`${checker.typeToString(type)}\` is not understood.`, remedy)]
}

/** Sorted: what is no literal first, numbers by size. */
function readUnion(reader: Reader, type: ts.UnionType, place: ts.Node, depth: number): readonly Member[] {
  const members = type.types.flatMap((member) => readChecked(reader, member, place, depth))
  const literals = members.filter((member) => member.kind === 'literal')
  const others = members.filter(({ kind }) => kind !== 'literal')
  const sorted = literals.sort(
    (a, b) => compareText(typeof a.value, typeof b.value) || compareValues(a.value, b.value),
  )
  return [...others.sort((a, b) => compareText(toStructure(a), toStructure(b))), ...sorted]
}

function compareValues(a: unknown, b: unknown): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : compareText(String(a), String(b))
}

function readEnumValues({ ts, checker }: Compiler, symbol: ts.Symbol, place: ts.Node): readonly Member[] {
  const members =
    symbol.declarations?.flatMap((node) => (ts.isEnumDeclaration(node) ? [...node.members] : [])) ?? []
  const values = members.flatMap((member) => checker.getConstantValue(member) ?? [])
  return values.map((value): Member => ({ kind: 'literal', value, span: toSpan(place) }))
}

/** Reads the type of a part of the object. */
type ReadPart = (part: ts.Type) => ReturnType<typeof toType>

function readObject(reader: Reader, type: ts.Type, place: ts.Node, depth: number): Member {
  const { compiler } = reader
  const { checker } = compiler
  const span = toSpan(place)
  const readPart: ReadPart = (part) =>
    toType(readChecked(reader, part, place, depth + 1), span, toExcerpt(place))
  if (isTuple(checker, type)) return readTuple(compiler, type, span, readPart)
  if (isArray(checker, type)) {
    const [element] = checker.getTypeArguments(type)
    const items = element ? readPart(element).type : refuse('type.any', place, 'An array of anything.', '')
    return { kind: 'array', items, span }
  }
  return refuseObject(compiler, type, place) ?? readMembers(compiler, type, place, readPart)
}

function isTuple(checker: ts.TypeChecker, type: ts.Type): type is ts.TupleTypeReference {
  return checker.isTupleType(type)
}

/** Arrays are references to `Array<T>`. */
function isArray(checker: ts.TypeChecker, type: ts.Type): type is ts.TypeReference {
  return checker.isArrayType(type)
}

function readTuple(
  { ts, checker }: Compiler,
  tuple: ts.TupleTypeReference,
  span: Span,
  readPart: ReadPart,
): Member {
  const { elementFlags, labeledElementDeclarations } = tuple.target
  const elements: TupleElement[] = []
  let rest: PropertyType['type'] | null = null
  for (const [i, part] of checker.getTypeArguments(tuple).entries()) {
    const flags = elementFlags[i] ?? 0
    const { type } = readPart(part)
    if (flags & ts.ElementFlags.Variable) {
      rest = type
    } else {
      const name = labeledElementDeclarations?.[i]?.name.getText() ?? null
      elements.push({ name, type, optional: (flags & ts.ElementFlags.Optional) !== 0 })
    }
  }
  return { kind: 'tuple', elements, rest, span }
}

/** Returns why no client can send such an object; null when it can. */
function refuseObject(compiler: Compiler, type: ts.Type, place: ts.Node): Refusal | null {
  const { ts, program } = compiler
  const text = `\`${toExcerpt(place)}\``
  if (type.getCallSignatures().length > 0 || type.getConstructSignatures().length > 0) {
    const remedy = 'A client cannot send one: write the type of a value.'
    return refuse('type.function', place, `${text} is a function.`, remedy)
  }
  if (toSdkName(compiler, type.symbol)) {
    return refuse('type.result', place, `${text} is what functions return.`, 'Write a type that can be sent.')
  }
  const isClass = type.symbol?.declarations?.some(
    (node) => ts.isClassLike(node) || program.isSourceFileDefaultLibrary(node.getSourceFile()),
  )
  if (!isClass) return null
  return refuse('type.class', place, `${text} cannot be sent as JSON.`, 'Write the type of plain data.')
}

function readMembers(compiler: Compiler, type: ts.Type, place: ts.Node, readPart: ReadPart): Member {
  const { ts, checker } = compiler
  const span = toSpan(place)
  const properties = checker.getPropertiesOfType(type).map((property): PropertyType => {
    const { type, optional } = readPart(checker.getTypeOfSymbolAtLocation(property, place))
    const [declaration] = property.declarations ?? []
    const comment = declaration ? readComment(compiler, declaration) : null
    return {
      name: property.name,
      type,
      optional: optional || (property.flags & ts.SymbolFlags.Optional) !== 0,
      description: comment?.description ?? '',
      tags: comment?.tags ?? [],
      span,
    }
  })
  // Its index is the way back from value to name.
  const isEnum = ((type.symbol?.flags ?? 0) & ts.SymbolFlags.Enum) !== 0
  const infos = isEnum ? [] : checker.getIndexInfosOfType(type)
  const index = infos.map((info): IndexType => {
    const pattern = info.keyType.flags & ts.TypeFlags.Number ? `^${numberPattern}$` : null
    return { pattern, type: readPart(info.type).type }
  })
  return createObject(properties, index, span)
}
