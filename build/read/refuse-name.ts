/** Reasons why a name in a default has no value. */
import { dirname } from 'node:path'
import { adviseModule } from '../files/advise-module.ts'
import { type Compiler, seeThrough, toExcerpt } from './compiler.ts'
import { NotConstant, notSent } from './fold-operator.ts'
import { ts } from './port.ts'

/** Refuses a name that is imported from where there is none: the value is written there, or was to be. */
export function refuseImport(compiler: Compiler, node: ts.Expression): void {
  const { checker } = compiler
  const root = ts.isPropertyAccessExpression(node) ? node.expression : node
  const symbol = ts.isIdentifier(root) ? checker.getSymbolAtLocation(root) : undefined
  const declared = symbol?.declarations?.[0]
  const statement = declared && ts.findAncestor(declared, ts.isImportDeclaration)
  if (!symbol || !statement || !ts.isStringLiteral(statement.moduleSpecifier)) return
  const target = seeThrough(compiler, symbol)
  if (target && !isModule(target)) return
  const { text } = statement.moduleSpecifier
  const isThere = checker.getSymbolAtLocation(statement.moduleSpecifier) !== undefined
  const name = target && ts.isPropertyAccessExpression(node) ? node.name.text : toExported(declared)
  const why = isThere ? `which exports no ${name}` : 'which is not found'
  const folder = dirname(node.getSourceFile().fileName)
  const isDefault = name === 'default'
  const correction = isDefault
    ? 'Write `export default` before the value there, or import one by its name, in braces.'
    : 'Correct the name.'
  const advice = isThere ? correction : adviseModule(text, folder)
  throw new NotConstant(node, `is imported from \`${text}\`, ${why}`, 'default.dynamic', advice)
}

/** Returns the name that an import asks for. */
function toExported(declared: ts.Declaration): string {
  if (ts.isImportSpecifier(declared)) return (declared.propertyName ?? declared.name).text
  return ts.isImportClause(declared) ? 'default' : toExcerpt(declared)
}

function isModule({ valueDeclaration: file }: ts.Symbol): boolean {
  return file !== undefined && ts.isSourceFile(file) && !file.fileName.endsWith('.json')
}

/** Returns the reason for any other name, which goes on after it. */
export function toNameReason(
  compiler: Compiler,
  node: ts.Identifier,
  declaration: ts.Declaration | undefined,
): string {
  if (declaration && ts.isParameter(declaration)) return 'is another parameter'
  if (declaration && ts.isFunctionDeclaration(declaration)) return notSent
  if (declaration && ts.isSourceFile(declaration)) return 'is a module; name one of its exports'
  if (declaration && ts.isExportAssignment(declaration))
    return 'is exported by `export =`; write export default there'
  const local = compiler.checker.getSymbolAtLocation(node)
  if (!local || !seeThrough(compiler, local)) return 'cannot be resolved'
  return 'has no literal value'
}
