/**
 * Proves that the object of a constant still equals its source when a function gets it: by `as const` or
 * `Object.freeze`, else because each place that names the constant only reads it. Nothing is followed
 * further: an object that goes anywhere else, under another name or into a function, may be changed.
 */

import { type Compiler, isStandard, resolveSymbol, seeThrough } from './compiler.ts'
import { type Constant, toInitializer } from './find-constant.ts'
import { ts } from './port.ts'

type Names = Map<ts.Node, ts.Node[]>

/** Places by declaration: many defaults name members of the same constants. */
const known = new WeakMap<ts.SourceFile, Names>()

/**
 * Returns a place that may change a constant, null where none does, in the file of a default (`use`) and its
 * imports. A default of an exported function does not count: a host gives it a new value for each call.
 */
export function findUse(compiler: Compiler, constant: Constant, use: ts.Node): ts.Node | null {
  const initializer = toInitializer(constant)
  if (initializer && isFixed(compiler, initializer)) return null
  for (const file of listFiles(compiler, use.getSourceFile())) {
    const changing = readNames(compiler, file)
      .get(constant)
      ?.find((name) => !isOnlyRead(compiler, name))
    if (changing) return toWhole(compiler, changing)
  }
  return null
}

function toWhole(compiler: Compiler, node: ts.Node): ts.Node {
  const { parent } = node
  return ts.isExpression(parent) && !ts.isFunctionLike(parent) ? toWhole(compiler, parent) : node
}

/** Returns the value inside `Object.freeze(value)`. */
export function toFrozen(compiler: Compiler, node: ts.Expression): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined
  const { expression, name } = node.expression
  const isFreeze = expression.getText() === 'Object' && name.text === 'freeze'
  return isFreeze && isStandard(compiler, resolveSymbol(compiler, expression)) ? node.arguments[0] : undefined
}

function isFixed(compiler: Compiler, node: ts.Expression): boolean {
  const { checker } = compiler
  if (ts.isParenthesizedExpression(node) || ts.isSatisfiesExpression(node)) {
    return isFixed(compiler, node.expression)
  }
  if (ts.isAsExpression(node)) return ts.isConstTypeReference(node.type) || isFixed(compiler, node.expression)
  const frozen = toFrozen(compiler, node)
  return frozen !== undefined && holdsPlain(compiler, checker.getTypeAtLocation(frozen))
}

function listFiles({ program, checker }: Compiler, from: ts.SourceFile): ts.SourceFile[] {
  const files = [from]
  for (const file of files) {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue
      const module = statement.moduleSpecifier && checker.getSymbolAtLocation(statement.moduleSpecifier)
      const found = module?.declarations?.find(ts.isSourceFile)
      if (!found || found.isDeclarationFile || files.includes(found)) continue
      if (!program.isSourceFileFromExternalLibrary(found)) files.push(found)
    }
  }
  return files
}

function readNames(compiler: Compiler, file: ts.SourceFile): Names {
  const { checker } = compiler
  const read = known.get(file)
  if (read) return read
  const names: Names = new Map()
  known.set(file, names)
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) || (ts.isStringLiteral(node) && ts.isElementAccessExpression(node.parent))) {
      const isShort = ts.isShorthandPropertyAssignment(node.parent)
      const short = isShort ? checker.getShorthandAssignmentValueSymbol(node.parent) : undefined
      const symbol = short ? seeThrough(compiler, short) : resolveSymbol(compiler, node)
      const declared = symbol?.valueDeclaration
      if (declared) names.set(declared, [...(names.get(declared) ?? []), node])
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return names
}

function isOnlyRead(compiler: Compiler, name: ts.Node): boolean {
  const { checker } = compiler
  const isDeclared = ts.isVariableDeclaration(name.parent) || ts.isPropertyDeclaration(name.parent)
  if (isDeclared && name.parent.name === name) return true
  if (ts.isImportOrExportSpecifier(name.parent) || ts.isImportClause(name.parent)) return true
  if (ts.isExportAssignment(name.parent) || ts.findAncestor(name, ts.isTypeQueryNode)) return true
  let at = name
  while (true) {
    const { parent } = at
    const isMember = ts.isPropertyAccessExpression(parent) || ts.isElementAccessExpression(parent)
    const isWrapped =
      ts.isParenthesizedExpression(parent) ||
      ts.isSatisfiesExpression(parent) ||
      ts.isNonNullExpression(parent)
    if (!isMember && !isWrapped) return isReading(compiler, at)
    at = parent
    if (isMember && isPlain(checker.getTypeAtLocation(at))) return !isWritten(compiler, at)
  }
}

/** True when the surrounding code takes only plain values out of an object. */
function isReading(compiler: Compiler, node: ts.Node): boolean {
  const { checker } = compiler
  const { parent } = node
  const isFlat = holdsPlain(compiler, checker.getTypeAtLocation(node))
  if (ts.isSpreadElement(parent) || ts.isSpreadAssignment(parent)) return isFlat
  if (ts.isForOfStatement(parent)) return parent.expression === node && isFlat
  if (ts.isTypeOfExpression(parent)) return true
  if (ts.isVariableDeclaration(parent)) return ts.isObjectBindingPattern(parent.name) && isFlat
  return ts.isParameter(parent) && isExported(compiler, parent.parent)
}

function isExported(compiler: Compiler, node: ts.Node): boolean {
  const { checker } = compiler
  const module = checker.getSymbolAtLocation(node.getSourceFile())
  const symbols = module ? checker.getExportsOfModule(module) : []
  const declared = symbols.map(
    (symbol): ts.Node | undefined => seeThrough(compiler, symbol)?.valueDeclaration,
  )
  return ts.findAncestor(node, (around) => declared.includes(around)) !== undefined
}

function isWritten(compiler: Compiler, node: ts.Node): boolean {
  const { parent } = node
  const { FirstAssignment, LastAssignment, PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
  if (ts.isBinaryExpression(parent)) {
    const { kind } = parent.operatorToken
    return parent.left === node && kind >= FirstAssignment && kind <= LastAssignment
  }
  if (ts.isPrefixUnaryExpression(parent) || ts.isPostfixUnaryExpression(parent)) {
    return parent.operator === PlusPlusToken || parent.operator === MinusMinusToken
  }
  if (ts.isForOfStatement(parent) || ts.isForInStatement(parent)) return parent.initializer === node
  const isPattern =
    ts.isArrayLiteralExpression(parent) ||
    ts.isObjectLiteralExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isSpreadElement(parent) ||
    ts.isSpreadAssignment(parent) ||
    ts.isParenthesizedExpression(parent)
  return ts.isDeleteExpression(parent) || (isPattern && isWritten(compiler, parent))
}

function holdsPlain(compiler: Compiler, type: ts.Type): boolean {
  const { checker } = compiler
  if (checker.isArrayType(type) || checker.isTupleType(type)) {
    const items = checker.getTypeArguments(type as ts.TypeReference) // an array or tuple is one
    return items.every((item) => isPlain(item))
  }
  const members = checker.getPropertiesOfType(type).map((property) => checker.getTypeOfSymbol(property))
  return members.every((member) => isPlain(member)) && checker.getIndexInfosOfType(type).length === 0
}

function isPlain(type: ts.Type): boolean {
  const { StringLike, NumberLike, BooleanLike, Null, Undefined } = ts.TypeFlags
  const members = type.isUnion() ? type.types : [type]
  return members.every(({ flags }) => flags & (StringLike | NumberLike | BooleanLike | Null | Undefined))
}
