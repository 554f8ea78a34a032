/** Follows syntax to its target: through names, aliases, brackets, `typeof` and `T['key']`. */
import { ts } from 'ts-morph'
import { resolveSymbol, toSdkName } from './compiler.ts'
import {
  type Args,
  bind,
  isNamed,
  isWritten,
  type NamedNode,
  type Syntax,
  toName,
  toWritten,
  type Written,
} from './written.ts'

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
