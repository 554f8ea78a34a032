/**
 * Computes the value of a default without running code: literals, signs and arithmetic, templates, constants
 * of this and other files, `Math` and `Number` constants, members of constant objects, enum members. Anything
 * else is refused with the expression that stopped it.
 */
import { isJsonObject, type Json } from '../../core/domain/json.ts'
import type { Refusal } from '../model/signature.ts'
import {
  type Compiler,
  isStandard,
  resolveSymbol,
  seeThrough,
  toExcerpt,
  toSpan,
  type ts,
} from './compiler.ts'

/** The value of an expression; `undefined` is one, and means "no default". */
export type Folded = { readonly kind: 'folded'; readonly value: Json | undefined } | Refusal

/** Returns the value of an initializer, or why it is not a constant that JSON can hold. */
export function foldConstant(compiler: Compiler, expression: ts.Expression): Folded {
  try {
    return { kind: 'folded', value: fold(compiler, expression, []) }
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error
    const { node, why } = error
    const subject = node === expression ? 'it' : `\`${toExcerpt(node)}\``
    return {
      kind: 'refused',
      code: 'default.dynamic',
      found: `\`${toExcerpt(expression)}\` is not a constant: ${subject} ${why}.`,
      remedy:
        'Write the value itself, or a const of literals: the build never runs plugin code. ' +
        'Compute other values in the body.',
      span: node.getSourceFile() === expression.getSourceFile() ? toSpan(node) : toSpan(expression),
    }
  }
}

/** Carries the expression that stopped the folding out of the recursion; `why` goes on after its text. */
class NotConstant extends Error {
  readonly node: ts.Node
  readonly why: string
  constructor(node: ts.Node, why: string) {
    super(why)
    this.node = node
    this.why = why
  }
}

/** `following` holds the constants whose initializers are being folded, to stop at a circle. */
function fold(compiler: Compiler, node: ts.Expression, following: readonly ts.Node[]): Json | undefined {
  const { ts } = compiler
  const inner = (expression: ts.Expression): Json | undefined => fold(compiler, expression, following)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression)
  if (ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node)) return inner(node.expression)
  if (ts.isNumericLiteral(node)) return toFinite(node, Number(node.text))
  if (ts.isStringLiteralLike(node)) return node.text
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isPrefixUnaryExpression(node)) return foldUnary(compiler, node, inner(node.operand))
  if (ts.isBinaryExpression(node)) return foldBinary(compiler, node, inner(node.left), inner(node.right))
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce((text, { expression, literal }) => {
      const value = inner(expression)
      if (typeof value === 'object') throw new NotConstant(expression, 'has no text of its own')
      return `${text}${value}${literal.text}`
    }, node.head.text)
  }
  if (ts.isArrayLiteralExpression(node)) return foldArray(compiler, node, inner)
  if (ts.isObjectLiteralExpression(node)) return foldObject(compiler, node, following)
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return foldName(compiler, node, following)
  }
  throw new NotConstant(node, toReason(compiler, node))
}

const notComputed = 'is an expression that the build does not compute'

function toReason({ ts }: Compiler, node: ts.Expression): string {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return 'is a call'
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
    return 'is a function, which no client can send'
  if (ts.isBigIntLiteral(node)) return 'is a bigint, which JSON does not have'
  return notComputed
}

function foldUnary({ ts }: Compiler, node: ts.PrefixUnaryExpression, value: Json | undefined): Json {
  const { SyntaxKind } = ts
  if (node.operator === SyntaxKind.ExclamationToken && typeof value === 'boolean') return !value
  if (typeof value === 'number') {
    if (node.operator === SyntaxKind.MinusToken) return -value
    if (node.operator === SyntaxKind.PlusToken) return value
    if (node.operator === SyntaxKind.TildeToken) return ~value
  }
  throw new NotConstant(node, notComputed)
}

function foldBinary(
  { ts }: Compiler,
  node: ts.BinaryExpression,
  left: Json | undefined,
  right: Json | undefined,
): Json {
  const { SyntaxKind } = ts
  const operator = node.operatorToken.kind
  if (typeof left === 'number' && typeof right === 'number') {
    if (operator === SyntaxKind.PlusToken) return toFinite(node, left + right)
    if (operator === SyntaxKind.MinusToken) return toFinite(node, left - right)
    if (operator === SyntaxKind.AsteriskToken) return toFinite(node, left * right)
    if (operator === SyntaxKind.SlashToken) return toFinite(node, left / right)
    if (operator === SyntaxKind.PercentToken) return toFinite(node, left % right)
    if (operator === SyntaxKind.AsteriskAsteriskToken) return toFinite(node, left ** right)
    if (operator === SyntaxKind.LessThanLessThanToken) return left << right
    if (operator === SyntaxKind.GreaterThanGreaterThanToken) return left >> right
    if (operator === SyntaxKind.GreaterThanGreaterThanGreaterThanToken) return left >>> right
    if (operator === SyntaxKind.AmpersandToken) return left & right
    if (operator === SyntaxKind.BarToken) return left | right
    if (operator === SyntaxKind.CaretToken) return left ^ right
  }
  const isText = typeof left === 'string' || typeof right === 'string'
  if (operator === SyntaxKind.PlusToken && isText && typeof left !== 'object' && typeof right !== 'object')
    return `${left}${right}`
  throw new NotConstant(node, notComputed)
}

function foldArray(
  { ts }: Compiler,
  node: ts.ArrayLiteralExpression,
  inner: (part: ts.Expression) => Json | undefined,
): Json {
  return node.elements.flatMap((element): readonly Json[] => {
    if (!ts.isSpreadElement(element)) return [toMember(element, inner(element))]
    const value = inner(element.expression)
    if (!Array.isArray(value)) throw new NotConstant(element, 'spreads what is no array')
    return value
  })
}

function foldObject(
  compiler: Compiler,
  node: ts.ObjectLiteralExpression,
  following: readonly ts.Node[],
): Json {
  const { ts, checker } = compiler
  const members = new Map<string, Json>()
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const value = fold(compiler, property.expression, following)
      if (!isJsonObject(value)) throw new NotConstant(property, 'spreads what is no object')
      for (const [name, part] of Object.entries(value)) members.set(name, part)
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const declaration = toDeclaration(compiler, checker.getShorthandAssignmentValueSymbol(property))
      if (!declaration || !ts.isVariableDeclaration(declaration)) refuseName(property.name)
      else
        members.set(
          property.name.text,
          toMember(property, foldVariable(compiler, property.name, declaration, following)),
        )
    } else if (ts.isPropertyAssignment(property)) {
      members.set(
        foldKey(compiler, property.name, following),
        toMember(property, fold(compiler, property.initializer, following)),
      )
    } else {
      throw new NotConstant(property, 'is a method or an accessor')
    }
  }
  return Object.fromEntries(members)
}

function toDeclaration(compiler: Compiler, symbol: ts.Symbol | undefined): ts.Declaration | undefined {
  return symbol && seeThrough(compiler, symbol)?.valueDeclaration
}

function foldKey(compiler: Compiler, name: ts.PropertyName, following: readonly ts.Node[]): string {
  const key = compiler.ts.isComputedPropertyName(name)
    ? fold(compiler, name.expression, following)
    : name.text
  const text = typeof key === 'string' || typeof key === 'number' ? String(key) : null
  if (text !== null && text !== '__proto__') return text
  throw new NotConstant(name, 'is no name that JSON can carry')
}

function foldName(
  compiler: Compiler,
  node: ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression,
  following: readonly ts.Node[],
): Json | undefined {
  const { ts, checker } = compiler
  if (ts.isIdentifier(node) && node.text === 'undefined') return undefined
  const symbol = resolveSymbol(compiler, node)
  const declaration = symbol?.valueDeclaration
  if (isStandard(compiler, symbol)) return foldStandard(node)
  if (declaration && ts.isEnumMember(declaration))
    return checker.getConstantValue(declaration) ?? refuseName(node)
  if (declaration && ts.isVariableDeclaration(declaration))
    return foldVariable(compiler, node, declaration, following)
  if (ts.isIdentifier(node)) throw new NotConstant(node, toNameReason(compiler, node, declaration))
  const member = ts.isElementAccessExpression(node) ? findEnumMember(compiler, node, following) : undefined
  if (member) return checker.getConstantValue(member) ?? refuseName(node)
  const owner = fold(compiler, node.expression, following)
  const key = ts.isPropertyAccessExpression(node)
    ? node.name.text
    : fold(compiler, node.argumentExpression, following)
  const found =
    isJsonObject(owner) && typeof key === 'string' && Object.hasOwn(owner, key) ? owner[key] : undefined
  const items: readonly Json[] = Array.isArray(owner) ? owner : []
  const item = typeof key === 'number' ? items[key] : found
  return item ?? refuseName(node)
}

/** `Mode['High']`, which the compiler gives no symbol of its own. */
function findEnumMember(compiler: Compiler, node: ts.ElementAccessExpression, following: readonly ts.Node[]) {
  const { ts } = compiler
  const declaration = resolveSymbol(compiler, node.expression)?.valueDeclaration
  if (!declaration || !ts.isEnumDeclaration(declaration)) return undefined
  const key = fold(compiler, node.argumentExpression, following)
  return declaration.members.find(({ name }) => (ts.isComputedPropertyName(name) ? null : name.text) === key)
}

function foldVariable(
  compiler: Compiler,
  use: ts.Node,
  declaration: ts.VariableDeclaration,
  following: readonly ts.Node[],
): Json | undefined {
  const { ts } = compiler
  if (!(ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const)) {
    throw new NotConstant(use, 'is a variable that can change; declare it with const')
  }
  if (following.includes(declaration)) throw new NotConstant(use, 'refers to itself')
  if (!declaration.initializer) throw new NotConstant(use, 'is declared without a value')
  return fold(compiler, declaration.initializer, [...following, declaration])
}

function toNameReason(
  compiler: Compiler,
  node: ts.Identifier,
  declaration: ts.Declaration | undefined,
): string {
  if (declaration && compiler.ts.isParameter(declaration)) return 'is another parameter'
  const local = compiler.checker.getSymbolAtLocation(node)
  if (!local || !seeThrough(compiler, local)) return 'cannot be resolved'
  return 'has no literal value'
}

/**
 * `Math.PI`, `Number.MAX_SAFE_INTEGER` and the like: values of the language, which every engine agrees on.
 */
function foldStandard(node: ts.Expression): number {
  const [owner, name] = node.getText().split('.')
  const holder: object | null = owner === 'Math' ? Math : owner === 'Number' ? Number : null
  const value: unknown = holder && name ? Reflect.get(holder, name) : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotConstant(node, 'is no JSON value')
  return value
}

function toMember(node: ts.Node, value: Json | undefined): Json {
  if (value === undefined) throw new NotConstant(node, 'is undefined, which has no place in JSON')
  return value
}

function toFinite(node: ts.Node, value: number): number {
  if (!Number.isFinite(value)) throw new NotConstant(node, `is ${value}, which JSON cannot hold`)
  return value
}

function refuseName(node: ts.Node): never {
  throw new NotConstant(node, 'has no literal value')
}
