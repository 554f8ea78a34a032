/** Finds the exported functions of a plugin's module, in every form of definition and export. */

import { compareText, type Diagnostic, fromRefusal, toError } from '../model/diagnostics.ts'
import { type Compiler, type FunctionNode, toSpan } from './compiler.ts'
import {
  type AsExpression,
  type Symbol as CompilerSymbol,
  type FunctionDeclaration,
  Node,
  type SatisfiesExpression,
  type Signature,
  type SourceFile,
  type Statement,
  SyntaxKind,
  type TypeAssertion,
  type TypeNode,
  ts,
} from './port.ts'
import { explainUnresolved } from './read-errors.ts'
import { readCallable } from './read-return.ts'

/** An exported function. */
export interface FoundFunction {
  readonly exportName: string
  /** All declarations of one function: more than one are overloads. */
  readonly nodes: readonly FunctionNode[]
  /** The node that carries the name and the comment. */
  readonly owner: Node
  /** The signatures of the constant's type; null where they are the function's own. */
  readonly exported: readonly Signature[] | null
  /** The types around the function: of the constant, behind `as` and `satisfies`. */
  readonly annotations: readonly TypeNode[]
}

/** Returns the exported values of a module in the author's order: the compiler lists functions first. */
export function listExports(file: SourceFile): CompilerSymbol[] {
  const exports = dropSecondNames(file.getExportSymbols().filter((symbol) => !isTypeOnly(symbol)))
  const files = [file, ...exports.flatMap((symbol) => symbol.getDeclarations()[0]?.getSourceFile() ?? [])]
  const place = (symbol: CompilerSymbol): [number, number] => {
    const [node] = symbol.getDeclarations()
    return node ? [files.indexOf(node.getSourceFile()), node.getStart()] : [files.length, 0]
  }
  return [...exports].sort((a, b) => {
    const [fileA, startA] = place(a)
    const [fileB, startB] = place(b)
    return fileA - fileB || startA - startB || compareText(a.getName(), b.getName())
  })
}

/** `export type { ball }` and exports of names from `import type` are gone when the module runs. */
function isTypeOnly(symbol: CompilerSymbol): boolean {
  const isMarked = symbol
    .getDeclarations()
    .some(({ compilerNode }) => ts.isTypeOnlyImportOrExportDeclaration(compilerNode))
  const next = symbol.isAlias() ? symbol.getImmediatelyAliasedSymbol() : undefined
  return isMarked || (next !== undefined && isTypeOnly(next))
}

/** A default export that is also exported by a name counts once, by that name. */
function dropSecondNames(exports: readonly CompilerSymbol[]): CompilerSymbol[] {
  const isDefault = (symbol: CompilerSymbol): boolean => symbol.getName() === 'default'
  const named = exports.filter((symbol) => !isDefault(symbol)).map(findTarget)
  return exports.filter((symbol) => !isDefault(symbol) || !named.includes(findTarget(symbol)))
}

/** The checker's placeholders for unresolved names have no declarations. */
function findTarget(symbol: CompilerSymbol): CompilerSymbol | undefined {
  const target = symbol.getAliasedSymbol() ?? symbol
  return target.getDeclarations().length > 0 ? target : undefined
}

/** Returns the function behind an export, null for another export, or its problem. */
export function findFunction(
  compiler: Compiler,
  exported: CompilerSymbol,
  file: SourceFile,
): FoundFunction | Diagnostic | null {
  const target = findTarget(exported)
  const exportName = exported.getName()
  if (!target) {
    const specifier = exported.getDeclarations()[0] ?? file
    const name = Node.isExportSpecifier(specifier) ? specifier.getNameNode() : specifier
    return fromRefusal(explainUnresolved(compiler, name.compilerNode), exportName)
  }
  const declarations = target.getDeclarations().filter(Node.isFunctionDeclaration)
  const [first] = declarations
  const isWritten = declarations.some((node) => node.hasBody() || node.getSourceFile().isDeclarationFile())
  if (first && !isWritten) return refuseDeclared(first, exportName)
  if (first) return { exportName, nodes: declarations, owner: first, exported: null, annotations: [] }
  const value = target.getValueDeclaration()
  if (!value) return null
  const initializer = Node.isVariableDeclaration(value)
    ? value.getInitializer()
    : Node.isExportAssignment(value)
      ? value.getExpression()
      : undefined
  const written = initializer && openWrapping(initializer)
  if (Node.isArrowFunction(written) || Node.isFunctionExpression(written)) {
    const signatures = target.getTypeAtLocation(value).getCallSignatures()
    const [own, ...others] = signatures
    const isOwn = others.length === 0 && own?.compilerSignature.declaration === written.compilerNode
    const annotations = listTypes(written, value)
    return { exportName, nodes: [written], owner: value, exported: isOwn ? null : signatures, annotations }
  }
  if (!readCallable(compiler, target.compilerSymbol, value.compilerNode)) return null
  const head = exportName === 'default' ? 'default function ' : `function ${exportName}`
  const remedy = `Write it as a function: export ${head}(…) { … }`
  const span = toSpan(Node.isVariableDeclaration(value) ? value.getNameNode() : value)
  const found = 'Its parameters are not written here.'
  return toError('function.indirect', { span, path: exportName, found, remedy })
}

/** Only a file of declarations may leave the body to the module that it describes. */
function refuseDeclared(node: FunctionDeclaration, name: string): Diagnostic {
  const found = `${name} is declared here and has no body.`
  const remedy = 'Write its body, or export it from the module that has it: export { … } from.'
  return toError('function.declared', { span: toSpan(node.getNameNode() ?? node), path: name, found, remedy })
}

function listTypes(written: Node, owner: Node): TypeNode[] {
  const parent = written.getParent()
  if (!parent) return []
  const outer = written === owner || parent === owner ? [] : listTypes(parent, owner)
  const type = isAssertion(parent) || Node.isVariableDeclaration(parent) ? parent.getTypeNode() : undefined
  return type ? [...outer, type] : outer
}

/** Returns the expression inside brackets and assertions. */
function openWrapping(node: Node): Node {
  const isWrapped = isAssertion(node) || Node.isParenthesizedExpression(node)
  return isWrapped ? openWrapping(node.getExpression()) : node
}

function isAssertion(node: Node): node is AsExpression | SatisfiesExpression | TypeAssertion {
  return Node.isAsExpression(node) || Node.isSatisfiesExpression(node) || Node.isTypeAssertion(node)
}

/** Returns the refusals of `export =` and `module.exports`: a bundle is an ES module. */
export function listCommonJsExports(file: SourceFile): Diagnostic[] {
  if (!/\bexports\b|\bexport\s*=/.test(file.getFullText())) return []
  return file.getStatements().flatMap((statement) => {
    const value = findCommonJsValue(statement)
    if (!value) return []
    const remedy = Node.isIdentifier(value)
      ? `Write export before the declaration of ${value.getText()}, or: export { ${value.getText()} }`
      : 'Write export before each function: export function ball(radius = 1): Mesh { … }'
    const found = 'This exports in the way of CommonJS, and a bundle is an ES module.'
    return [toError('plugin.commonjs', { span: toSpan(statement), path: null, found, remedy })]
  })
}

function findCommonJsValue(statement: Statement): Node | null {
  if (Node.isExportAssignment(statement)) return statement.isExportEquals() ? statement.getExpression() : null
  const assignment = Node.isExpressionStatement(statement) ? statement.getExpression() : undefined
  if (!Node.isBinaryExpression(assignment)) return null
  if (assignment.getOperatorToken().getKind() !== SyntaxKind.EqualsToken) return null
  const left = assignment.getLeft()
  const isForeign = /^(module\.exports|exports\b.)/.test(left.getText())
  return isForeign && !toFirstName(left).getSymbol() ? assignment.getRight() : null
}

function toFirstName(node: Node): Node {
  const isMember = Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node)
  return isMember ? toFirstName(node.getExpression()) : node
}
