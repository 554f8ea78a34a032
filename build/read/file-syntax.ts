/** Shapes of expressions that reach files. */
import { posix } from 'node:path'
import { ts } from './port.ts'

/** Returns true for an address with a scheme of its own. */
export function isForeign(target: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(target)
}

/** Returns true for the path of the folder itself, however it is written. */
export function isOwnPlace(target: string): boolean {
  return /^[./]*$/.test(target) && !target.includes('..')
}

/** Returns the folder of a path from the folder of the module; null of none. */
export function toParent(path: string | null): string | null {
  return path === null ? null : path === '.' ? '..' : posix.dirname(path)
}

/** Returns true for parentheses, and for what TypeScript writes around a value. */
export function isWrapper(
  node: ts.Expression,
): node is ts.Expression & { readonly expression: ts.Expression } {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  )
}

/** Returns true for an identifier of this name. */
export function isName(node: ts.Node, name: string): boolean {
  return ts.isIdentifier(node) && node.text === name
}

/** Returns true for a member of `import.meta`. */
export function isMeta(node: ts.Node, name: string): boolean {
  return ts.isPropertyAccessExpression(node) && ts.isMetaProperty(node.expression) && node.name.text === name
}

/** Returns true for `a + b`. */
export function isSum(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken
}

/** Returns true for a call of a function of this name, be it a member of its module. */
export function isCallOf(node: ts.Node, name: string): node is ts.CallExpression {
  if (!ts.isCallExpression(node)) return false
  const { expression } = node
  return isName(ts.isPropertyAccessExpression(expression) ? expression.name : expression, name)
}

/** Returns true for `import.meta.resolve`, and for `resolve` of a name. */
export function isResolve(node: ts.Node): node is ts.PropertyAccessExpression {
  if (!ts.isPropertyAccessExpression(node) || node.name.text !== 'resolve') return false
  return ts.isMetaProperty(node.expression) || ts.isIdentifier(node.expression)
}

/** Returns the parts of a path that is put together, in their order; none for any other expression. */
export function listParts(node: ts.Expression): readonly ts.Expression[] {
  if (isSum(node)) return [...(isSum(node.left) ? listParts(node.left) : [node.left]), node.right]
  if (isCallOf(node, 'join') || isCallOf(node, 'resolve')) return node.arguments
  if (!ts.isTemplateExpression(node) || node.head.text !== '') return []
  return node.templateSpans.flatMap(({ expression, literal }) => [
    expression,
    ...(literal.text === '' ? [] : [ts.factory.createStringLiteral(literal.text)]),
  ])
}
