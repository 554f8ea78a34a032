/** Finds the declaration whose value a name stands for. */

import { type Compiler, seeThrough } from './compiler.ts'
import { ts } from './port.ts'

/** `const sizes = …`, `static readonly sizes = …`, `export default …`. */
export type Constant = ts.VariableDeclaration | ts.PropertyDeclaration | ts.ExportAssignment

/**
 * Returns the declaration of a variable or static property, or the `export default` of a value without a
 * name; undefined where there is none. `local` is the symbol of the name, in front of imports and re-exports.
 */
export function findConstant(compiler: Compiler, local: ts.Symbol | undefined): Constant | undefined {
  const declaration = local && seeThrough(compiler, local)?.valueDeclaration
  if (declaration && (ts.isVariableDeclaration(declaration) || isStatic(declaration))) return declaration
  const passed = new Set<ts.Symbol>()
  let at = local
  while (at && !passed.has(at)) {
    const exported = at.declarations?.find(ts.isExportAssignment)
    if (exported && !exported.isExportEquals) return exported
    passed.add(at)
    at = at.flags & ts.SymbolFlags.Alias ? compiler.checker.getImmediateAliasedSymbol(at) : undefined
  }
  return undefined
}

/** Returns the expression that gives a constant its value, undefined where types alone are declared. */
export function toInitializer(constant: Constant): ts.Expression | undefined {
  return ts.isExportAssignment(constant) ? constant.expression : constant.initializer
}

function isStatic(node: ts.Declaration): node is ts.PropertyDeclaration {
  return ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) !== 0
}
