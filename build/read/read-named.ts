/** Reads recursive types: the second time one is met inside itself, it is a reference. */
import { ts } from 'ts-morph'
import { isStandard, toExcerpt } from './compiler.ts'
import { instanceLimit, ReadingStopped } from './definitions.ts'
import { toType, type UnionMember } from './type-members.ts'
import { refuseAt, spanOf, type TypeFrame, type TypePlace, type TypeReader, textOf } from './type-scope.ts'

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
function isCircle(stack: readonly TypeFrame[], type: ts.Type, symbol: ts.Symbol | null): boolean {
  const at = stack.findIndex((frame) => frame.type === type)
  return at >= 0 && (symbol !== null || !stack.slice(at + 1).some((frame) => frame.symbol))
}

function toSymbol({ compiler }: TypeReader, { aliasSymbol, symbol }: ts.Type): ts.Symbol | null {
  if (aliasSymbol) return aliasSymbol
  const isNamed = symbol && symbol.flags & ts.SymbolFlags.Interface && !isStandard(compiler, symbol)
  return isNamed ? symbol : null
}
