/** The computations allowed in a default: signs, arithmetic, joined texts, constants of the language. */

import type { Json } from '../../core/contract/values/json.ts'
import { ts } from './port.ts'

/** Carries the expression that stopped the folding out of the recursion; `why` goes on after its text. */
export class NotConstant extends Error {
  constructor(
    readonly node: ts.Node,
    readonly why: string,
    readonly code: 'default.dynamic' | 'default.changed' = 'default.dynamic',
    readonly remedy?: string,
  ) {
    super(why)
  }
}

/** The reason for an expression of any other kind. */
export const notComputed = 'is an expression that the build does not compute'

/** The reason for a function. */
export const notSent = 'is a function, which no client can send'

/** Returns the value of a sign, `!` or `~` before a value. */
export function foldUnary(node: ts.PrefixUnaryExpression, value: Json | undefined): Json {
  const { SyntaxKind } = ts
  if (node.operator === SyntaxKind.ExclamationToken && typeof value === 'boolean') return !value
  if (typeof value === 'number') {
    if (node.operator === SyntaxKind.MinusToken) return -value
    if (node.operator === SyntaxKind.PlusToken) return value
    if (node.operator === SyntaxKind.TildeToken) return ~value
  }
  throw new NotConstant(node, notComputed)
}

/** Returns the value of an operator between two values. */
export function foldBinary(node: ts.BinaryExpression, left: Json | undefined, right: Json | undefined): Json {
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

/** Returns the value of `Math.PI`, `Number.MAX_SAFE_INTEGER` and the like, on which every engine agrees. */
export function foldStandard(node: ts.Expression): number {
  const [owner, name] = node.getText().split('.')
  const holder: object | null = owner === 'Math' ? Math : owner === 'Number' ? Number : null
  const value: unknown = holder && name ? Reflect.get(holder, name) : undefined
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new NotConstant(node, 'is no JSON value')
  return value
}

/** Returns a value that may be a member of an object or array. */
export function toMember(node: ts.Node, value: Json | undefined): Json {
  if (value === undefined) throw new NotConstant(node, 'is undefined, which has no place in JSON')
  return value
}

/** Returns a number that JSON can represent. */
export function toFinite(node: ts.Node, value: number): number {
  if (!Number.isFinite(value)) throw new NotConstant(node, `is ${value}, which JSON cannot hold`)
  return value
}

/** @throws NotConstant for a name whose value is not known */
export function refuseName(node: ts.Node): never {
  throw new NotConstant(node, 'has no literal value')
}
