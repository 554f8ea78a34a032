/** Why a parameter type is refused, and what to write instead, for every kind of type that is no parameter. */
import { type Compiler, isStandard, toSdkName, toSpan, type ts } from './compiler.ts'
import type { DiagnosticCode } from './diagnostics.ts'
import { toExcerpt } from './fold-constant.ts'
import { sdkNames } from './read-errors.ts'
import type { Refusal } from './signature.ts'

const allowed = "number, Integer, Range<min, max>, string, boolean or string literals such as 'low' | 'high'"

/** A type that is written as a name, with or without type arguments. */
export type NamedType = ts.TypeReferenceNode | ts.ImportTypeNode

/** Returns a refusal at a node. */
export function refuse(code: DiagnosticCode, node: ts.Node, found: string, remedy: string): Refusal {
  return { kind: 'refused', code, found, remedy, span: toSpan(node) }
}

/** Refuses a type by its syntax: keywords, literals, arrays, object literals, functions and type operators. */
export function refuseSyntax({ ts }: Compiler, node: ts.TypeNode): Refusal {
  const { SyntaxKind } = ts
  const text = `\`${toExcerpt(node)}\``
  if (ts.isTypeOperatorNode(node) && node.operator === SyntaxKind.ReadonlyKeyword) return refuseArray(node)
  switch (node.kind) {
    case SyntaxKind.AnyKeyword:
    case SyntaxKind.UnknownKeyword:
      return refuse('type.any', node, `${text} says nothing about the values.`, `Say what it takes: ${allowed}.`)
    case SyntaxKind.NeverKeyword:
    case SyntaxKind.VoidKeyword:
    case SyntaxKind.UndefinedKeyword:
      return refuse('type.never', node, `${text} allows no value.`, `Remove the parameter, or give it a type: ${allowed}.`)
    case SyntaxKind.BigIntKeyword:
      return refuse('type.bigint', node, 'JSON has no bigint.', 'Write Integer: whole numbers up to 2^53.')
    case SyntaxKind.SymbolKeyword:
      return refuse('type.symbol', node, 'A symbol cannot be sent.', `Write ${allowed}.`)
    case SyntaxKind.ObjectKeyword:
    case SyntaxKind.TypeLiteral:
    case SyntaxKind.MappedType:
      return refuseObject(node)
    case SyntaxKind.ArrayType:
    case SyntaxKind.TupleType:
      return refuseArray(node)
    case SyntaxKind.FunctionType:
    case SyntaxKind.ConstructorType:
      return refuse('type.function', node, `${text} is a function.`, `A client cannot send one: write ${allowed}.`)
    case SyntaxKind.TemplateLiteralType:
      return refuse('type.template', node, `${text} is a template literal type.`, 'Write the choices out, or use string.')
    case SyntaxKind.LiteralType:
      return refuseLiteral(ts, node as ts.LiteralTypeNode) // that is what this kind is
    default:
      return refuse('type.unsupported', node, `${text} is not understood.`, `Write the type itself: ${allowed}.`)
  }
}

/** Refuses a named type: an own or foreign one that is no parameter, by what declares it. */
export function refuseReference(compiler: Compiler, node: NamedType, symbol: ts.Symbol): Refusal {
  const { SymbolFlags } = compiler.ts
  const text = `\`${toExcerpt(node)}\``
  if (toSdkName(compiler, symbol)) {
    return refuse('type.result', node, `${text} is what functions return.`, `A parameter is ${allowed}.`)
  }
  if (isStandard(compiler, symbol)) return refuseStandard(node, symbol.name)
  if (symbol.flags & SymbolFlags.TypeAlias) {
    const remedy = 'Break the circle, or write the type itself.'
    return refuse('type.recursive', node, `${text} refers to itself.`, remedy)
  }
  if (symbol.flags & SymbolFlags.TypeParameter) {
    return refuse('type.parameter', node, `${text} is a type parameter without a value.`, `Write a fixed type: ${allowed}.`)
  }
  if (sdkNames.some((name) => name === symbol.name)) {
    const remedy = `Remove it and write: import type { ${symbol.name} } from 'specimen-host/plugin'.`
    return refuse('type.lookalike', node, `${text} is a type of your own, not the one of specimen-host/plugin.`, remedy)
  }
  if (symbol.flags & (SymbolFlags.Enum | SymbolFlags.EnumMember)) {
    const remedy = "Write a union of string literals: type Mode = 'low' | 'high'."
    return refuse('type.enum', node, `${text} is an enum.`, remedy)
  }
  if (symbol.flags & SymbolFlags.Class) {
    return refuse('type.class', node, `${text} is a class; its instances cannot be sent.`, `Write ${allowed}.`)
  }
  return refuseObject(node)
}

function refuseStandard(node: NamedType, name: string): Refusal {
  const text = `\`${toExcerpt(node)}\``
  if (name === 'Array' || name === 'ReadonlyArray') return refuseArray(node)
  if (['Record', 'Partial', 'Required', 'Pick', 'Omit', 'Object', 'Readonly'].includes(name)) return refuseObject(node)
  if (name === 'Function') return refuse('type.function', node, 'A function cannot be sent.', `Write ${allowed}.`)
  if (['Exclude', 'Extract', 'NonNullable', 'Uppercase', 'Lowercase', 'Capitalize', 'ReturnType'].includes(name)) {
    return refuse('type.unsupported', node, `${text} is computed.`, "Write the choices out: 'low' | 'high'.")
  }
  return refuse('type.class', node, `${text} cannot be sent as JSON.`, `Write ${allowed}.`)
}

function refuseLiteral(typescript: typeof ts, node: ts.LiteralTypeNode): Refusal {
  if (node.literal.kind === typescript.SyntaxKind.NullKeyword) {
    return refuse('type.null', node, 'null is not a parameter value.', 'Write an optional parameter instead: name?: type.')
  }
  const remedy = 'Choices are string literals; for numbers use Range<min, max> or Integer, for true and false use boolean.'
  return refuse('type.literal', node, `\`${toExcerpt(node)}\` is not a string literal.`, remedy)
}

function refuseArray(node: ts.Node): Refusal {
  const remedy = 'Write one parameter for each value: x: number, y: number, z: number.'
  return refuse('type.array', node, `\`${toExcerpt(node)}\` is an array or tuple.`, remedy)
}

function refuseObject(node: ts.Node): Refusal {
  return refuse('type.object', node, `\`${toExcerpt(node)}\` is an object.`, 'Write one parameter for each of its members.')
}
