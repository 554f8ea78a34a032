/** Finds the exported functions of a plugin's module, in every form of definition and export. */

import { ts } from 'ts-morph'
import { compareText, type Diagnostic, fromRefusal, toError } from '../model/diagnostics.ts'
import { type Compiler, seeThrough, toSpan } from './compiler.ts'
import { explainUnresolved } from './read-errors.ts'
import { readCallable } from './read-return.ts'

/** A function with its parameters. */
export type FunctionNode = ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction

/** An exported function. */
export interface FoundFunction {
  readonly exportName: string
  /** All declarations of one function: more than one are overloads. */
  readonly nodes: readonly FunctionNode[]
  /** The node that carries the name and the comment. */
  readonly owner: ts.Node
  /** The signatures of the constant's type; null where they are the function's own. */
  readonly exported: readonly ts.Signature[] | null
  /** The types around the function: of the constant, behind `as` and `satisfies`. */
  readonly annotations: readonly ts.TypeNode[]
}

/** Returns the exported values of a module in the author's order: the compiler lists functions first. */
export function listExports(compiler: Compiler, file: ts.SourceFile): ts.Symbol[] {
  const { checker } = compiler
  const module = checker.getSymbolAtLocation(file)
  if (!module) return [] // a file without import and export is no module
  const values = checker.getExportsOfModule(module).filter((symbol) => !isTypeOnly(compiler, symbol))
  const exports = dropSecondNames(compiler, values)
  const files = [file, ...exports.flatMap((symbol) => symbol.declarations?.[0]?.getSourceFile() ?? [])]
  const place = (symbol: ts.Symbol): [number, number] => {
    const node = symbol.declarations?.[0]
    return node ? [files.indexOf(node.getSourceFile()), node.getStart()] : [files.length, 0]
  }
  return [...exports].sort((a, b) => {
    const [fileA, startA] = place(a)
    const [fileB, startB] = place(b)
    return fileA - fileB || startA - startB || compareText(a.name, b.name)
  })
}

/** `export type { ball }` and exports of names from `import type` are gone when the module runs. */
function isTypeOnly({ checker }: Compiler, symbol: ts.Symbol): boolean {
  for (let step: ts.Symbol | undefined = symbol; step; ) {
    if (step.declarations?.some(ts.isTypeOnlyImportOrExportDeclaration)) return true
    step = step.flags & ts.SymbolFlags.Alias ? checker.getImmediateAliasedSymbol(step) : undefined
  }
  return false
}

/** A default export that is also exported by a name counts once, by that name. */
function dropSecondNames(compiler: Compiler, exports: readonly ts.Symbol[]): ts.Symbol[] {
  const named = exports.filter(({ name }) => name !== 'default').map((symbol) => seeThrough(compiler, symbol))
  return exports.filter(
    (symbol) => symbol.name !== 'default' || !named.includes(seeThrough(compiler, symbol)),
  )
}

/** Returns the function behind an export, null for another export, or its problem. */
export function findFunction(
  compiler: Compiler,
  exported: ts.Symbol,
  file: ts.SourceFile,
): FoundFunction | Diagnostic | null {
  const target = seeThrough(compiler, exported)
  const exportName = exported.name
  if (!target) {
    const specifier = exported.declarations?.[0] ?? file
    const name = ts.isExportSpecifier(specifier) ? (specifier.propertyName ?? specifier.name) : specifier
    return fromRefusal(explainUnresolved(compiler, name), exportName)
  }
  const declarations = target.declarations?.filter(ts.isFunctionDeclaration) ?? []
  const [first] = declarations
  const isWritten = declarations.some((node) => node.body || node.getSourceFile().isDeclarationFile)
  if (first && !isWritten) return refuseDeclared(first, exportName)
  if (first) return { exportName, nodes: declarations, owner: first, exported: null, annotations: [] }
  const value = target.valueDeclaration
  if (!value) return null
  const initializer = ts.isVariableDeclaration(value)
    ? value.initializer
    : ts.isExportAssignment(value)
      ? value.expression
      : undefined
  const written = initializer && openWrapping(compiler, initializer)
  if (written && (ts.isArrowFunction(written) || ts.isFunctionExpression(written))) {
    const signatures = compiler.checker.getTypeOfSymbolAtLocation(target, value).getCallSignatures()
    const isOwn = signatures.length === 1 && signatures[0]?.declaration === written
    const exported = isOwn ? null : signatures
    return {
      exportName,
      nodes: [written],
      owner: value,
      exported,
      annotations: listTypes(written, value),
    }
  }
  const callable = readCallable(compiler, target, value)
  if (typeof callable !== 'string') return null
  const head = exportName === 'default' ? 'default function ' : `function ${exportName}`
  const remedy = `Write it as a function: export ${head}(…) { … }`
  const place = ts.isVariableDeclaration(value) ? value.name : value
  return toError('function.indirect', {
    span: toSpan(place),
    path: exportName,
    found: 'Its parameters are not written here.',
    remedy,
  })
}

/** Only a file of declarations may leave the body to the module that it describes. */
function refuseDeclared(node: ts.FunctionDeclaration, name: string): Diagnostic {
  const found = `${name} is declared here and has no body.`
  const remedy = 'Write its body, or export it from the module that has it: export { … } from.'
  return toError('function.declared', { span: toSpan(node.name ?? node), path: name, found, remedy })
}

function listTypes(written: ts.Node, owner: ts.Node): ts.TypeNode[] {
  const { parent } = written
  const isTyped =
    ts.isAsExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isVariableDeclaration(parent)
  const outer = written === owner || parent === owner ? [] : listTypes(parent, owner)
  return isTyped && parent.type ? [...outer, parent.type] : outer
}

/** Returns the expression inside brackets and assertions. */
export function openWrapping(compiler: Compiler, node: ts.Expression): ts.Expression {
  const wrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node)
  return wrapped ? openWrapping(compiler, node.expression) : node
}

/** Returns the refusals of `export =` and `module.exports`: a bundle is an ES module. */
export function listCommonJsExports(compiler: Compiler, file: ts.SourceFile): Diagnostic[] {
  return file.statements.flatMap((statement) => {
    const value = findCommonJsValue(compiler, statement)
    if (!value) return []
    const remedy = ts.isIdentifier(value)
      ? `Write export before the declaration of ${value.text}, or: export { ${value.text} }`
      : 'Write export before each function: export function ball(radius = 1): Mesh { … }'
    const found = 'This exports in the way of CommonJS, and a bundle is an ES module.'
    return [toError('plugin.commonjs', { span: toSpan(statement), path: null, found, remedy })]
  })
}

function findCommonJsValue({ checker }: Compiler, statement: ts.Statement): ts.Expression | null {
  if (ts.isExportAssignment(statement)) return statement.isExportEquals ? statement.expression : null
  if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) return null
  const { left, operatorToken, right } = statement.expression
  if (operatorToken.kind !== ts.SyntaxKind.EqualsToken) return null
  const isForeign = /^(module\.exports|exports\b.)/.test(left.getText())
  return isForeign && !checker.getSymbolAtLocation(toFirstName(left)) ? right : null
}

function toFirstName(node: ts.Expression): ts.Expression {
  const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
  return isMember ? toFirstName(node.expression) : node
}
