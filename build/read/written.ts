/**
 * The additions of syntax to the checker's types: the places of definitions, and the author's order of
 * choices and properties. Nothing here decides the meaning of a type: a mistake in reading syntax yields
 * another order or another place, never another schema.
 */
import { ts } from 'ts-morph'
import type { Scalar } from '../model/signature.ts'
import type { Compiler } from './compiler.ts'

/** Values of type parameters: a written type, or the key of a mapped type. */
export type Args = ReadonlyMap<ts.Symbol, Written | Scalar>

/** The place of a type or value, and the values of the type parameters in it. */
export interface Written {
  readonly node: ts.Node
  readonly args: Args
  /** The places of the same property in the other members of a union. */
  readonly others?: readonly Written[]
}

/** One member of a union, or one literal of a node with several, as `keyof`. */
export interface WrittenChoice {
  readonly value: Scalar | undefined
  readonly written: Written
}

/** A property as an author wrote it; `written` is its type or value. */
export interface Listed {
  readonly name: string
  readonly written: Written | null
}

/** Answers about syntax. Each may be empty: an empty list, null. */
export interface Syntax {
  readonly compiler: Compiler
  /** Returns the target of a name, access or bracket; the place itself where it leads nowhere. */
  open(written: Written): Written
  /** Returns the members of a union in the order written. */
  listChoices(written: Written): readonly WrittenChoice[]
  /** Returns the properties of an object in the order written, those of a base first. */
  listProperties(written: Written): readonly Listed[]
  findElement(written: Written, index: number): Written | null
}

/** A type that is written as a name, with or without type arguments. */
export type NamedNode = ts.TypeReferenceNode | ts.ExpressionWithTypeArguments | ts.ImportTypeNode

/** Returns a place without type parameters around it. */
export function toWritten(node: ts.Node): Written {
  return { node, args: new Map() }
}

/** Returns true for a written type, false for a key. */
export function isWritten(given: Written | Scalar): given is Written {
  return typeof given === 'object' && given !== null
}

/** Returns true for a name, perhaps with type arguments. */
export function isNamed(node: ts.Node): node is NamedNode {
  return (
    ts.isTypeReferenceNode(node) ||
    ts.isExpressionWithTypeArguments(node) ||
    (ts.isImportTypeNode(node) && !node.isTypeOf && node.qualifier !== undefined)
  )
}

/** Returns the name itself. */
export function toName(node: NamedNode): ts.Node {
  if (ts.isTypeReferenceNode(node)) return node.typeName
  return ts.isImportTypeNode(node) ? (node.qualifier ?? node) : node.expression
}

/** Returns the values of a declaration's type parameters at a use by name. */
export function bind(
  { checker }: Compiler,
  parameters: readonly ts.TypeParameterDeclaration[] | undefined,
  { node, args }: { readonly node: NamedNode; readonly args: Args },
): Args {
  const inner = new Map<ts.Symbol, Written | Scalar>()
  for (const [i, parameter] of (parameters ?? []).entries()) {
    const symbol = checker.getSymbolAtLocation(parameter.name)
    const given = node.typeArguments?.[i]
    if (symbol && given) inner.set(symbol, { node: given, args })
    else if (symbol && parameter.default) inner.set(symbol, { node: parameter.default, args: inner })
  }
  return inner
}
