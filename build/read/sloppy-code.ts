/**
 * CommonJS modules without "use strict", which Node runs as sloppy code: an assignment to a name that is
 * declared nowhere makes a variable, and `this` in a function that is called plainly is the global object. A
 * bundle is an ES module, and strict.
 */

import type { TextEdit } from '../model/signature.ts'
import { ts } from './port.ts'

/**
 * Spares parsing what cannot be sloppy, or has nothing of it: an assigned name, or `this` beside a call.
 * Packages hold any text, so none of these takes a character in two ways, or looks through lines at each.
 */
const moduleSyntax = /^[^\S\n]*(?:import\b(?!\s*\()|export\b)/m
const assigned =
  /(?:^|[;{}()\n])[^\S\n]*(?:\+\+|--)?([A-Za-z_$][\w$]*)\s*(?:[-+*/%&|^]?=(?![=>])|\+\+|--|\s(?:in|of)\s)/g
const plainCall = /(?:[(!;+~,=-]\s*|^[^\S\n]*)(?:async\s+)?function\b/m
/** A run of blanks or one comment before the first statement. */
const trivia = /\s+|\/\/.*|\/\*[\s\S]*?\*\//y
const strictMark = /["']use strict["']/y
/** Characters. The parser takes a second for a million; whole programs in one file declare their names. */
const longest = 400_000

const moduleNames = ['module', 'exports', 'require', '__dirname', '__filename', 'arguments', 'undefined']

/** Returns the edits after which strict code does what a sloppy module does. Its variables stay its own. */
export function listSloppyEdits(path: string, text: string): TextEdit[] {
  if (!/\.c?js$/.test(path) || text.length > longest) return []
  if (isMarkedStrict(text) || moduleSyntax.test(text)) return []
  const hasThis = /\bthis\b/.test(text) && plainCall.test(text)
  if (!hasThis && !assignsUndeclared(text)) return []
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true)
  const { declared, written, these } = readModule(file)
  const free = [...written].filter((name) => !declared.has(name) && !(name in globalThis))
  const start = /^#!.*\n?/.exec(text)?.[0].length ?? 0
  const variables = free.filter((name) => !moduleNames.includes(name))
  const head = variables.length === 0 ? [] : [{ start, end: start, text: `var ${variables.join(', ')}; ` }]
  return [...head, ...these.map((node) => toGlobal(node, file))]
}

function isMarkedStrict(text: string): boolean {
  trivia.lastIndex = /^#!.*/.exec(text)?.[0].length ?? 0
  for (let end = trivia.lastIndex; ; end = trivia.lastIndex) {
    strictMark.lastIndex = end
    if (!trivia.test(text)) return strictMark.test(text)
  }
}

function toGlobal(node: ts.Node, file: ts.SourceFile): TextEdit {
  return { start: node.getStart(file), end: node.getEnd(), text: 'globalThis' }
}

/** Takes a name as declared where a keyword stands before it; any other one may be, and the parser knows. */
function assignsUndeclared(text: string): boolean {
  const names = new Set(Array.from(text.matchAll(assigned), ([, name = '']) => name))
  if (names.size === 0) return false
  for (const [, name = ''] of text.matchAll(/\b(?:var|let|const|function|class)\s+([\w$]+)/g))
    names.delete(name)
  return [...names].some((name) => !(name in globalThis) && !moduleNames.includes(name))
}

interface ModuleNames {
  readonly declared: ReadonlySet<string>
  /** Names that are written to by themselves, in sloppy code. */
  readonly written: ReadonlySet<string>
  /** `this` in functions that are called where they are written. */
  readonly these: readonly ts.Node[]
}

function readModule(file: ts.SourceFile): ModuleNames {
  const [declared, written] = [new Set<string>(), new Set<string>()]
  const these: ts.Node[] = []
  const visit = (node: ts.Node, isPlain: boolean): void => {
    if (isDeclaration(node) && node.name && ts.isIdentifier(node.name)) declared.add(node.name.text)
    const name = toWritten(node)
    if (name !== null) written.add(name)
    if (node.kind === ts.SyntaxKind.ThisKeyword && isPlain) these.push(node)
    if (ts.isClassLike(node)) return // its code is strict
    if (ts.isFunctionLike(node) && isStrict(node)) return
    const isInside = ts.isFunctionLike(node) && !ts.isArrowFunction(node) ? isCalled(node) : isPlain
    ts.forEachChild(node, (inner) => visit(inner, isInside))
  }
  visit(file, false)
  return { declared, written, these }
}

function isDeclaration(node: ts.Node): node is ts.NamedDeclaration {
  return (
    ts.isVariableDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isBindingElement(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isFunctionExpression(node) ||
    ts.isClassLike(node)
  )
}

/** Returns the name that an expression writes to; null for one that writes to none. */
function toWritten(node: ts.Node): string | null {
  const target = toTarget(node)
  return target && ts.isIdentifier(target) ? target.text : null
}

function toTarget(node: ts.Node): ts.Node | null {
  if (ts.isBinaryExpression(node)) {
    const { kind } = node.operatorToken
    return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment ? node.left : null
  }
  if (ts.isPostfixUnaryExpression(node)) return node.operand
  if (ts.isPrefixUnaryExpression(node)) {
    const isStep =
      node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken
    return isStep ? node.operand : null
  }
  return ts.isForInStatement(node) || ts.isForOfStatement(node) ? node.initializer : null
}

function isStrict(node: ts.SignatureDeclaration): boolean {
  const { body } = node as ts.FunctionLikeDeclaration // of JavaScript, where a signature has a body
  const first = body && ts.isBlock(body) ? body.statements[0] : undefined
  return (
    first !== undefined &&
    ts.isExpressionStatement(first) &&
    ts.isStringLiteral(first.expression) &&
    first.expression.text === 'use strict'
  )
}

/** Returns true for a function that is called where it is written, and of no object. */
function isCalled(node: ts.Node): boolean {
  if (!ts.isFunctionExpression(node)) return false
  let outer: ts.Node = node
  while (ts.isParenthesizedExpression(outer.parent)) outer = outer.parent
  return ts.isCallExpression(outer.parent) && outer.parent.expression === outer
}
