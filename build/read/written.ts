/**
 * The additions of syntax to the checker's types: the places of definitions, and the author's order of
 * choices and properties. Nothing here decides the meaning of a type: a mistake in reading syntax yields
 * another order or another place, never another schema.
 */

import type { Scalar } from '../model/signature.ts'
import { type Compiler, resolveSymbol, toSdkName } from './compiler.ts'
import { ts } from './port.ts'

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

/** Returns the target of one step, null where a place leads nowhere. */
export function openOnce(syntax: Syntax, { node, args }: Written): Written | null {
  const { compiler } = syntax
  if (
    ts.isParenthesizedTypeNode(node) ||
    ts.isOptionalTypeNode(node) ||
    ts.isNamedTupleMember(node) ||
    (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
  ) {
    return { node: node.type, args }
  }
  if (ts.isTypeQueryNode(node)) return openValue(syntax, resolveSymbol(compiler, node.exprName))
  if (ts.isImportTypeNode(node) && node.isTypeOf) {
    return node.qualifier ? openValue(syntax, resolveSymbol(compiler, node.qualifier)) : null
  }
  if (isNamed(node)) return openName(syntax, node, args)
  if (ts.isIndexedAccessTypeNode(node)) return openAccess(syntax, node, args)
  if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) return { node: node.type, args }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node)) {
    return { node: node.expression, args }
  }
  const isName = ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)
  return isName ? openValue(syntax, resolveSymbol(compiler, node)) : null
}

function openName({ compiler }: Syntax, node: NamedNode, args: Args): Written | null {
  const symbol = resolveSymbol(compiler, toName(node))
  const given = symbol && args.get(symbol)
  if (!symbol || (given !== undefined && !isWritten(given))) return null
  if (given) return given
  const isSdk = toSdkName(compiler, symbol) !== null
  const alias = isSdk ? undefined : symbol.declarations?.find(ts.isTypeAliasDeclaration)
  if (!alias || alias.type.kind === ts.SyntaxKind.IntrinsicKeyword) return null
  return { node: alias.type, args: bind(compiler, alias.typeParameters, { node, args }) }
}

/** Returns the annotation of a value, else its initializer. */
export function openValue(syntax: Syntax, symbol: ts.Symbol | undefined): Written | null {
  const { checker } = syntax.compiler
  const declared = symbol?.valueDeclaration
  if (!declared) return null
  if (ts.isShorthandPropertyAssignment(declared)) {
    return openValue(syntax, checker.getShorthandAssignmentValueSymbol(declared))
  }
  if (ts.isExportAssignment(declared)) return toWritten(declared.expression)
  if (ts.isVariableDeclaration(declared) || ts.isPropertyDeclaration(declared) || ts.isParameter(declared)) {
    const node = declared.type ?? declared.initializer
    return node ? toWritten(node) : null
  }
  return ts.isPropertyAssignment(declared) ? toWritten(declared.initializer) : null
}

function openAccess(
  syntax: Syntax,
  { objectType, indexType }: ts.IndexedAccessTypeNode,
  args: Args,
): Written | null {
  const [key, ...others] = syntax.listChoices({ node: indexType, args })
  if (key?.value === undefined || others.length > 0) return null
  const owner = { node: objectType, args }
  const name = String(key.value)
  const property = syntax.listProperties(owner).find((listed) => listed.name === name)
  if (property) return property.written
  return /^\d+$/.test(name) ? syntax.findElement(owner, Number(name)) : null
}

/** Returns the place of an element of an array or tuple; `written` has been opened. */
export function findElement(syntax: Syntax, { node, args }: Written, index: number): Written | null {
  if (ts.isArrayTypeNode(node)) return { node: node.elementType, args }
  if (ts.isTupleTypeNode(node) || ts.isArrayLiteralExpression(node)) {
    const element = node.elements[index] ?? node.elements.at(-1)
    if (!element || ts.isSpreadElement(element)) return null
    const isRest = ts.isRestTypeNode(element) || (ts.isNamedTupleMember(element) && element.dotDotDotToken)
    return isRest ? syntax.findElement({ node: element.type, args }, 0) : { node: element, args }
  }
  const isList = isNamed(node) && /^(Readonly)?Array$/.test(toName(node).getText())
  const [element] = (isList && node.typeArguments) || []
  return element ? { node: element, args } : null
}
