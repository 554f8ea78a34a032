/**
 * Computes the value of a default without running code: literals, signs and arithmetic, templates, constants
 * of this and other files, `Math` and `Number` constants, members of constant objects, enum members. Anything
 * else is refused with the expression that stopped it.
 */
import { basename } from 'node:path'
import { isJsonObject, type Json } from '../../core/contract/values/json.ts'
import { findRounded } from '../model/rounded-number.ts'
import type { Refusal } from '../model/signature.ts'
import { type Compiler, isStandard, resolveSymbol, seeThrough, toExcerpt, toSpan } from './compiler.ts'
import { type Constant, findConstant, toInitializer } from './find-constant.ts'
import {
  foldBinary,
  foldStandard,
  foldUnary,
  NotConstant,
  notComputed,
  notSent,
  refuseName,
  toFinite,
  toMember,
} from './fold-operator.ts'
import { findUse, toFrozen } from './only-read.ts'
import { ts } from './port.ts'
import { readLiteral } from './read-literal.ts'
import { refuseImport, toNameReason } from './refuse-name.ts'

const dynamicRemedy =
  'Write the value itself, or a const of literals: the build never runs plugin code. ' +
  'Compute other values in the body.'
const changedRemedy = 'Write `as const` behind its value, or the value itself here.'

/**
 * Returns the value of an initializer, undefined for "no default", or the reason why it is no constant that
 * JSON can hold.
 */
export function foldConstant(
  compiler: Compiler,
  expression: ts.Expression,
): { readonly kind: 'folded'; readonly value: Json | undefined } | Refusal {
  try {
    return { kind: 'folded', value: fold(compiler, expression, []) }
  } catch (error) {
    if (!(error instanceof NotConstant)) throw error
    const { node, why, code, remedy = dynamicRemedy } = error
    const subject = node === expression ? 'it' : `\`${toExcerpt(node)}\``
    return {
      kind: 'refused',
      code,
      found: `\`${toExcerpt(expression)}\` is not a constant: ${subject} ${why}.`,
      remedy: code === 'default.changed' ? changedRemedy : remedy,
      span: node.getSourceFile() === expression.getSourceFile() ? toSpan(node) : toSpan(expression),
    }
  }
}

/** `following` holds the constants whose initializers are being folded, to stop at a circle. */
function fold(compiler: Compiler, node: ts.Expression, following: readonly ts.Node[]): Json | undefined {
  const inner = (expression: ts.Expression): Json | undefined => fold(compiler, expression, following)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return inner(node.expression)
  if (ts.isNonNullExpression(node) || ts.isTypeAssertionExpression(node)) return inner(node.expression)
  if (ts.isNumericLiteral(node)) {
    const rounded = findRounded(node.getText())
    if (rounded === null) return toFinite(node, Number(node.text))
    throw new NotConstant(node, `is no number that programs can hold, they make ${rounded} of it`)
  }
  if (ts.isStringLiteralLike(node)) return node.text
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  if (ts.isPrefixUnaryExpression(node)) return foldUnary(node, inner(node.operand))
  if (ts.isBinaryExpression(node)) return foldBinary(node, inner(node.left), inner(node.right))
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce((text, { expression, literal }) => {
      const value = inner(expression)
      if (typeof value === 'object') throw new NotConstant(expression, 'has no text of its own')
      return `${text}${value}${literal.text}`
    }, node.head.text)
  }
  const frozen = toFrozen(compiler, node)
  if (frozen) return inner(frozen)
  if (ts.isArrayLiteralExpression(node)) return foldArray(node, inner)
  if (ts.isObjectLiteralExpression(node)) return foldObject(compiler, node, following)
  if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
    return foldName(compiler, node, following)
  }
  throw new NotConstant(node, toReason(node))
}

function toReason(node: ts.Expression): string {
  if (ts.isOmittedExpression(node)) return 'is a hole in a list, which JSON does not have'
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return 'is a call'
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return notSent
  if (ts.isBigIntLiteral(node)) return 'is a bigint, which JSON does not have'
  return notComputed
}

function foldArray(node: ts.ArrayLiteralExpression, inner: (part: ts.Expression) => Json | undefined): Json {
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
  const { checker } = compiler
  const members = new Map<string, Json>()
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      const value = fold(compiler, property.expression, following)
      if (!isJsonObject(value)) throw new NotConstant(property, 'spreads what is no object')
      for (const [name, part] of Object.entries(value)) members.set(name, part)
    } else if (ts.isShorthandPropertyAssignment(property)) {
      const { name } = property
      const local = checker.getShorthandAssignmentValueSymbol(property)
      members.set(name.text, toMember(property, foldSymbol(compiler, name, local, following)))
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

function foldKey(compiler: Compiler, name: ts.PropertyName, following: readonly ts.Node[]): string {
  const key = ts.isComputedPropertyName(name) ? fold(compiler, name.expression, following) : name.text
  const text = typeof key === 'string' || typeof key === 'number' ? String(key) : null
  if (text !== null && text !== '__proto__') return text
  throw new NotConstant(name, 'is no name that JSON can carry')
}

type NameNode = ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression

function foldName(compiler: Compiler, node: NameNode, following: readonly ts.Node[]): Json | undefined {
  // The compiler has the symbol of `sizes['small']` at its text.
  const isNamed = ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
  const local = compiler.checker.getSymbolAtLocation(isNamed ? node.argumentExpression : node)
  return foldSymbol(compiler, node, local, following)
}

function foldSymbol(
  compiler: Compiler,
  node: NameNode,
  local: ts.Symbol | undefined,
  following: readonly ts.Node[],
): Json | undefined {
  const { checker } = compiler
  if (ts.isIdentifier(node) && node.text === 'undefined') return undefined
  const symbol = local && seeThrough(compiler, local)
  const declaration = symbol?.valueDeclaration
  if (isStandard(compiler, symbol)) return foldStandard(node)
  if (declaration && ts.isEnumMember(declaration))
    return checker.getConstantValue(declaration) ?? refuseName(node)
  const constant = findConstant(compiler, local)
  if (constant) return foldVariable(compiler, node, constant, following)
  const json = foldJson(compiler, node, symbol)
  if (json !== undefined) return json
  if (!symbol) refuseImport(compiler, node)
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
  return item === undefined ? refuseName(node) : item
}

/** Finds `Mode['High']`, which has no symbol of its own in the compiler. */
function findEnumMember(compiler: Compiler, node: ts.ElementAccessExpression, following: readonly ts.Node[]) {
  const declaration = resolveSymbol(compiler, node.expression)?.valueDeclaration
  if (!declaration || !ts.isEnumDeclaration(declaration)) return undefined
  const key = fold(compiler, node.argumentExpression, following)
  return declaration.members.find(({ name }) => (ts.isComputedPropertyName(name) ? null : name.text) === key)
}

function foldVariable(
  compiler: Compiler,
  use: ts.Node,
  constant: Constant,
  following: readonly ts.Node[],
): Json | undefined {
  requireConstant(use, constant)
  if (following.includes(constant)) throw new NotConstant(use, 'refers to itself')
  const initializer = toInitializer(constant)
  if (!initializer) {
    const value = readLiteral(compiler, compiler.checker.getTypeAtLocation(constant))
    if (value === undefined) throw new NotConstant(use, 'is declared without a value')
    return value
  }
  return requireUnchanged(compiler, use, constant, fold(compiler, initializer, [...following, constant]))
}

function requireConstant(use: ts.Node, constant: Constant): void {
  if (ts.isExportAssignment(constant)) return
  const isProperty = ts.isPropertyDeclaration(constant)
  const flags = isProperty
    ? ts.getCombinedModifierFlags(constant) & ts.ModifierFlags.Readonly
    : ts.getCombinedNodeFlags(constant) & ts.NodeFlags.Const
  if (flags) return
  const wanted = isProperty ? 'static readonly' : 'const'
  throw new NotConstant(use, `is a variable that can change; declare it with ${wanted}`)
}

/** Returns a constant's value, after a check that no code changes an object. */
function requireUnchanged(
  compiler: Compiler,
  use: ts.Node,
  constant: Constant,
  value: Json | undefined,
): Json | undefined {
  const found = typeof value === 'object' && value !== null && findUse(compiler, constant, use)
  if (!found) return value
  const file = found.getSourceFile()
  const line = file.getLineAndCharacterOfPosition(found.getStart()).line + 1
  const place = file === use.getSourceFile() ? `line ${line}` : `${basename(file.fileName)}, line ${line}`
  throw new NotConstant(use, `may be changed by \`${toExcerpt(found)}\` in ${place}`, 'default.changed')
}

function foldJson(compiler: Compiler, node: NameNode, symbol: ts.Symbol | undefined): Json | undefined {
  const { checker } = compiler
  const file = symbol?.valueDeclaration?.getSourceFile()
  if (!symbol || !file?.fileName.endsWith('.json')) return undefined
  const isOwner = (name: ts.Node): boolean =>
    checker.getSymbolAtLocation(name)?.declarations?.some(ts.isNamespaceImport) === true
  const isMember = symbol.valueDeclaration !== file
  if (!isMember && isOwner(node))
    throw new NotConstant(node, "is a module; import its value: import value from './file.json'")
  if (isMember && !ts.isIdentifier(node) && !isOwner(node.expression)) return undefined // by its owner
  const [statement] = file.statements
  if (!statement || !ts.isExpressionStatement(statement)) return refuseName(node)
  const whole = fold(compiler, statement.expression, [file])
  if (!isMember) return whole
  return isJsonObject(whole) && Object.hasOwn(whole, symbol.name) ? whole[symbol.name] : refuseName(node)
}
