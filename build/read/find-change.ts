/**
 * Finds code that changes a constant object after it was made: then the value that its source shows is not
 * the one that a function gets. Followed are names, members, other names for them (constants, members of
 * loops, parameters of the sources' functions) and the files that the default's file imports; functions of
 * packages are taken to leave alone what they are given, `Object.assign` and its like excepted.
 */
import { type Compiler, isStandard, resolveSymbol, type ts } from './compiler.ts'
import { isJsonFile, listRoots, listTargets, toNames } from './value-roots.ts'

/** What happens to an object: it is changed there, has another name, or is given to a function. */
type Use =
  | { readonly kind: 'change'; readonly node: ts.Node }
  | { readonly kind: 'alias'; readonly to: ts.Node }
  | { readonly kind: 'argument'; readonly call: ts.CallExpression | ts.NewExpression; readonly index: number }

type Uses = Map<ts.Node, Use[]>

const changingMethods = ['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin']
const changingFunctions = [
  'Object.assign',
  'Object.defineProperty',
  'Object.defineProperties',
  'Reflect.set',
  'Reflect.defineProperty',
  'Reflect.deleteProperty',
]

/** Uses by file: many defaults name members of the same constants. */
const known = new WeakMap<ts.Program, Map<ts.SourceFile, Uses>>()

/**
 * Returns an expression that changes a constant, null where none does. `constant` declares it, or is the JSON
 * file that it comes from; `use` names it in a default. What the default's own function does to its parameter
 * does not count: a host gives it a new value for each call.
 */
export function findChange(compiler: Compiler, constant: ts.Node, use: ts.Node): ts.Node | null {
  const { ts } = compiler
  const files = listFiles(compiler, use.getSourceFile())
  const parameter = ts.findAncestor(use, ts.isParameter)
  const own = parameter ? toNames(ts, parameter.name) : []
  const reached = [constant]
  for (const declaration of reached) {
    for (const use of files.flatMap((file) => readUses(compiler, file).get(declaration) ?? [])) {
      if (use.kind === 'change') return use.node
      const names = use.kind === 'alias' ? [use.to] : listParameters(compiler, use)
      reached.push(...names.filter((name) => !reached.includes(name) && !own.includes(name)))
    }
  }
  return null
}

/** A file and the sources that it imports, those of its imports included. */
function listFiles({ ts, program, checker }: Compiler, from: ts.SourceFile): ts.SourceFile[] {
  const files = [from]
  for (const file of files) {
    for (const statement of file.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue
      const module = statement.moduleSpecifier && checker.getSymbolAtLocation(statement.moduleSpecifier)
      const found = module?.declarations?.find(ts.isSourceFile)
      if (!found || found.isDeclarationFile || isJsonFile(found) || files.includes(found)) continue
      if (!program.isSourceFileFromExternalLibrary(found)) files.push(found)
    }
  }
  return files
}

function readUses(compiler: Compiler, file: ts.SourceFile): Uses {
  const files = known.get(compiler.program) ?? new Map<ts.SourceFile, Uses>()
  known.set(compiler.program, files)
  const read = files.get(file)
  if (read) return read
  const uses: Uses = new Map()
  files.set(file, uses)
  const visit = (node: ts.Node): void => {
    noteUses(compiler, node, (root, use) => uses.set(root, [...(uses.get(root) ?? []), use]))
    compiler.ts.forEachChild(node, visit)
  }
  visit(file)
  return uses
}

type Note = (root: ts.Node, use: Use) => void

function noteUses(compiler: Compiler, node: ts.Node, note: Note): void {
  const { ts } = compiler
  const change = (target: ts.Expression): void => {
    for (const { root, isMember } of listTargets(compiler, target)) {
      if (isMember) note(root, { kind: 'change', node })
    }
  }
  const rename = (value: ts.Expression, names: readonly ts.Node[]): void => {
    for (const root of listRoots(compiler, value)) for (const to of names) note(root, { kind: 'alias', to })
  }
  if (ts.isBinaryExpression(node) && isAssignment(ts, node)) {
    change(node.left)
    rename(
      node.right,
      listTargets(compiler, node.left).map(({ root }) => root),
    )
  } else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) {
    const { PlusPlusToken, MinusMinusToken } = ts.SyntaxKind
    if ([PlusPlusToken, MinusMinusToken].some((kind) => kind === node.operator)) change(node.operand)
  } else if (ts.isDeleteExpression(node)) {
    change(node.expression)
  } else if (ts.isForOfStatement(node) || ts.isForInStatement(node)) {
    const { initializer, expression } = node
    if (!ts.isVariableDeclarationList(initializer)) change(initializer)
    else
      rename(
        expression,
        initializer.declarations.flatMap(({ name }) => toNames(ts, name)),
      )
  } else if (
    (ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node)) &&
    node.initializer
  ) {
    rename(node.initializer, toNames(ts, node.name))
  } else if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
    noteCall(compiler, node, note)
  }
}

function isAssignment({ SyntaxKind }: typeof ts, { operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= SyntaxKind.FirstAssignment && kind <= SyntaxKind.LastAssignment
}

function noteCall(compiler: Compiler, call: ts.CallExpression | ts.NewExpression, note: Note): void {
  const { ts } = compiler
  const callee = call.expression
  const args = call.arguments ?? []
  const given = args.map((argument) => listRoots(compiler, argument))
  for (const [index, roots] of given.entries()) {
    for (const root of roots) note(root, { kind: 'argument', call, index })
  }
  if (!ts.isPropertyAccessExpression(callee)) return
  const isChanging = changingFunctions.includes(callee.getText())
  if (isChanging && isStandard(compiler, resolveSymbol(compiler, callee.expression))) {
    for (const root of given[0] ?? []) note(root, { kind: 'change', node: call })
  }
  const receivers = listRoots(compiler, callee.expression)
  const method = callee.name.text
  for (const root of receivers) {
    if (changingMethods.includes(method)) note(root, { kind: 'change', node: call })
    for (const to of listItemNames(ts, method, args)) note(root, { kind: 'alias', to })
  }
}

/** `list.forEach((item) => …)`: what a function written in a call of a list's method calls the items. */
function listItemNames(typescript: typeof ts, method: string, args: readonly ts.Expression[]): ts.Node[] {
  const index = /^reduce(?:Right)?$/.test(method) ? 1 : 0
  return args.flatMap((argument) => {
    if (!typescript.isArrowFunction(argument) && !typescript.isFunctionExpression(argument)) return []
    const parameter = argument.parameters[index]
    return parameter ? toNames(typescript, parameter.name) : []
  })
}

/** What a function of the sources calls an argument. */
function listParameters({ ts, checker }: Compiler, { call, index }: Extract<Use, { kind: 'argument' }>) {
  const declaration = checker.getResolvedSignature(call)?.declaration
  if (!declaration || ts.isJSDocSignature(declaration)) return []
  const parameter = declaration.parameters[index] ?? declaration.parameters.at(-1)
  const isGiven = index < declaration.parameters.length || parameter?.dotDotDotToken
  return parameter && isGiven ? toNames(ts, parameter.name) : []
}
