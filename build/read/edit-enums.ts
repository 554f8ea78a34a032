/**
 * Finds members of enums that exist as types alone: `declare const enum`, of packages mostly. TypeScript
 * writes their values in place of them; a bundler, which knows no types, would leave names that nothing
 * defines.
 */
import { realpathSync } from 'node:fs'
import type { TextEdit } from '../model/signature.ts'
import { type Compiler, resolveSymbol } from './compiler.ts'
import { ts } from './port.ts'

/** Returns the edits of the given files that put the values in place, by real path. */
export function editEnums(
  compiler: Compiler,
  paths: Iterable<string>,
): ReadonlyMap<string, readonly TextEdit[]> {
  const edits = new Map<string, readonly TextEdit[]>()
  if (!hasAmbientEnum(compiler)) return edits
  for (const path of paths) {
    const file = compiler.program.getSourceFile(path)
    if (!file || file.isDeclarationFile || path.endsWith('.json')) continue
    const found = listEdits(compiler, file)
    if (found.length > 0) edits.set(realpathSync(path), found)
  }
  return edits
}

/** By program: the files of all plugins are looked through once, and not once for each plugin. */
const withEnums = new WeakMap<Compiler['program'], boolean>()

function hasAmbientEnum({ program }: Compiler): boolean {
  const known = withEnums.get(program)
  if (known !== undefined) return known
  const found = program
    .getSourceFiles()
    .some((file) => !program.isSourceFileDefaultLibrary(file) && /\bconst\s+enum\b/.test(file.text))
  withEnums.set(program, found)
  return found
}

function listEdits(compiler: Compiler, file: ts.SourceFile): TextEdit[] {
  const edits: TextEdit[] = []
  const visit = (node: ts.Node): void => {
    const isMember = ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)
    const owner = isMember ? resolveSymbol(compiler, node.expression) : undefined
    const value =
      isMember && owner && isAmbientEnum(owner) ? compiler.checker.getConstantValue(node) : undefined
    if (value === undefined) {
      ts.forEachChild(node, visit)
      return
    }
    edits.push({ start: node.getStart(file), end: node.getEnd(), text: `(${JSON.stringify(value)})` })
  }
  visit(file)
  return edits
}

function isAmbientEnum({ flags, declarations = [] }: ts.Symbol): boolean {
  return (flags & ts.SymbolFlags.ConstEnum) !== 0 && declarations.some(isAmbient)
}

/** True for a declaration in a file of types, or inside of something that is declared. */
function isAmbient(node: ts.Node): boolean {
  if (node.getSourceFile().isDeclarationFile) return true
  const isDeclared = ({ kind }: ts.ModifierLike): boolean => kind === ts.SyntaxKind.DeclareKeyword
  return !!ts.findAncestor(
    node,
    (around) => ts.canHaveModifiers(around) && !!around.modifiers?.some(isDeclared),
  )
}
