/** Which constants and variables an expression leads to: `limits` for `(limits.size as Size).width`. */
import { type Compiler, resolveSymbol, type ts } from './compiler.ts'

/** Returns the declarations whose objects an expression may be, or be a part of; none for a new value. */
export function listRoots(compiler: Compiler, node: ts.Expression): ts.Node[] {
  const { ts } = compiler
  const open = toInner(ts, node)
  if (open) return listRoots(compiler, open)
  if (ts.isConditionalExpression(node)) return listAll(compiler, [node.whenTrue, node.whenFalse])
  if (ts.isBinaryExpression(node) && isChoice(ts, node)) return listAll(compiler, [node.left, node.right])
  if (ts.isSpreadElement(node)) return listRoots(compiler, node.expression)
  if (ts.isCallExpression(node) && node.expression.getText() === 'Object.freeze') {
    return listAll(compiler, node.arguments)
  }
  const root = findRoot(compiler, node)
  return root ? [root] : []
}

/** What an assignment writes to: a variable itself, or something inside its value. */
export interface Target {
  readonly root: ts.Node
  readonly isMember: boolean
}

/** Returns what the left side of an assignment writes to, patterns included. */
export function listTargets(compiler: Compiler, node: ts.Expression): Target[] {
  const { ts } = compiler
  const open = toInner(ts, node)
  if (open) return listTargets(compiler, open)
  const all = (nodes: readonly ts.Expression[]) => nodes.flatMap((inner) => listTargets(compiler, inner))
  if (ts.isArrayLiteralExpression(node)) return all(node.elements)
  if (ts.isSpreadElement(node)) return listTargets(compiler, node.expression)
  if (ts.isBinaryExpression(node)) return listTargets(compiler, node.left) // a pattern's default
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap((property) => {
      if (ts.isPropertyAssignment(property)) return listTargets(compiler, property.initializer)
      return ts.isSpreadAssignment(property) ? listTargets(compiler, property.expression) : []
    })
  }
  const root = findRoot(compiler, node)
  return root ? [{ root, isMember: !ts.isIdentifier(node) }] : []
}

/** Returns the declarations of the names in a pattern. */
export function toNames(typescript: typeof ts, name: ts.BindingName): ts.Node[] {
  if (typescript.isIdentifier(name)) return [name.parent]
  return name.elements.flatMap((element) =>
    typescript.isBindingElement(element) ? toNames(typescript, element.name) : [],
  )
}

/** Returns the declaration of a constant; the file for anything in a JSON file, whose parts are one value. */
export function toConstant(symbol: ts.Symbol | undefined): ts.Node | undefined {
  const declaration = symbol?.valueDeclaration
  const file = declaration?.getSourceFile()
  return file && isJsonFile(file) ? file : declaration
}

/** Returns whether a file is JSON, which the compiler reads as one expression. */
export function isJsonFile({ fileName }: ts.SourceFile): boolean {
  return fileName.endsWith('.json')
}

/** The expression inside brackets and assertions. */
function toInner(typescript: typeof ts, node: ts.Expression): ts.Expression | undefined {
  const isWrapped =
    typescript.isParenthesizedExpression(node) ||
    typescript.isAsExpression(node) ||
    typescript.isSatisfiesExpression(node) ||
    typescript.isNonNullExpression(node) ||
    typescript.isTypeAssertionExpression(node)
  return isWrapped ? node.expression : undefined
}

function isChoice({ SyntaxKind }: typeof ts, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  const { BarBarToken, QuestionQuestionToken, AmpersandAmpersandToken } = SyntaxKind
  return kind === BarBarToken || kind === QuestionQuestionToken || kind === AmpersandAmpersandToken
}

function listAll(compiler: Compiler, nodes: readonly ts.Expression[]): ts.Node[] {
  return nodes.flatMap((inner) => listRoots(compiler, inner))
}

/** Members of classes, namespaces and modules are constants of their own. */
function findRoot(compiler: Compiler, node: ts.Expression): ts.Node | undefined {
  const { ts } = compiler
  const open = toInner(ts, node)
  if (open) return findRoot(compiler, open)
  if (ts.isIdentifier(node)) return toConstant(resolveSymbol(compiler, node))
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined
  const isOwn = node.expression.kind === ts.SyntaxKind.ThisKeyword
  const owner = isOwn ? undefined : findRoot(compiler, node.expression)
  const isHolder =
    isOwn ||
    (owner &&
      (ts.isClassLike(owner) ||
        ts.isModuleDeclaration(owner) ||
        (ts.isSourceFile(owner) && !isJsonFile(owner))))
  if (!isHolder) return owner
  const name = ts.isPropertyAccessExpression(node) ? node.name : node.argumentExpression
  return toConstant(resolveSymbol(compiler, name)) ?? owner
}
