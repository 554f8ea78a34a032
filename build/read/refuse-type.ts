/**
 * Why a parameter type is refused, and what to write instead, for every kind of type that is no parameter.
 */

import type { DiagnosticCode } from '../model/diagnostic-codes.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, isStandard, toExcerpt, toSdkName, toSpan, type ts } from './compiler.ts'
import { sdkNames } from './read-errors.ts'

const allowed =
  "number, Integer, Range<min, max>, string, boolean, literals such as 'low' | 'high', " +
  'or arrays and objects of them'

/** A type that is written as a name, with or without type arguments. */
export type NamedType = ts.TypeReferenceNode | ts.ImportTypeNode | ts.ExpressionWithTypeArguments

/** Returns a refusal at a node. */
export function refuse(code: DiagnosticCode, node: ts.Node, found: string, remedy: string): Refusal {
  return { kind: 'refused', code, found, remedy, span: toSpan(node) }
}

/**
 * Refuses a type by its syntax: keywords, literals, arrays, object literals, functions and type operators.
 */
export function refuseSyntax({ ts }: Compiler, node: ts.TypeNode): Refusal {
  const { SyntaxKind } = ts
  const text = `\`${toExcerpt(node)}\``
  if (ts.isTypeOperatorNode(node))
    return refuse('type.symbol', node, 'A symbol cannot be sent.', `Write ${allowed}.`)
  switch (node.kind) {
    case SyntaxKind.AnyKeyword:
    case SyntaxKind.UnknownKeyword:
      return refuse(
        'type.any',
        node,
        `${text} says nothing about the values.`,
        `Say what it takes: ${allowed}.`,
      )
    case SyntaxKind.VoidKeyword:
      return refuse(
        'type.never',
        node,
        `${text} allows no value.`,
        `Remove the parameter, or give it a type: ${allowed}.`,
      )
    case SyntaxKind.BigIntKeyword:
      return refuse('type.bigint', node, 'JSON has no bigint.', 'Write Integer: whole numbers up to 2^53.')
    case SyntaxKind.SymbolKeyword:
      return refuse('type.symbol', node, 'A symbol cannot be sent.', `Write ${allowed}.`)
    case SyntaxKind.ObjectKeyword:
      return refuseObject(node)
    case SyntaxKind.FunctionType:
    case SyntaxKind.ConstructorType:
      return refuse(
        'type.function',
        node,
        `${text} is a function.`,
        `A client cannot send one: write ${allowed}.`,
      )
    case SyntaxKind.LiteralType:
      return refuse('type.literal', node, `${text} is no value that JSON can hold.`, `Write ${allowed}.`)
    default:
      return refuse(
        'type.unsupported',
        node,
        `${text} is not understood.`,
        `Write the type itself: ${allowed}.`,
      )
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
    return refuse(
      'type.parameter',
      node,
      `${text} is a type parameter without a value.`,
      `Write a fixed type: ${allowed}.`,
    )
  }
  if (sdkNames.some((name) => name === symbol.name)) {
    const remedy = `Remove it and write: import type { ${symbol.name} } from 'specimen-host/plugin'.`
    return refuse(
      'type.lookalike',
      node,
      `${text} is a type of your own, not the one of specimen-host/plugin.`,
      remedy,
    )
  }
  if (symbol.flags & SymbolFlags.Class) {
    return refuse(
      'type.class',
      node,
      `${text} is a class; its instances cannot be sent.`,
      `Write ${allowed}.`,
    )
  }
  return refuseObject(node)
}

function refuseStandard(node: NamedType, name: string): Refusal {
  const text = `\`${toExcerpt(node)}\``
  if (name === 'Object') return refuseObject(node)
  if (name === 'Function')
    return refuse('type.function', node, 'A function cannot be sent.', `Write ${allowed}.`)
  return refuse('type.class', node, `${text} cannot be sent as JSON.`, `Write ${allowed}.`)
}

function refuseObject(node: ts.Node): Refusal {
  return refuse(
    'type.object',
    node,
    `\`${toExcerpt(node)}\` is any object.`,
    'List its members: { width: number; height: number }.',
  )
}
