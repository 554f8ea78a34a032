/** The types that a package exports, with arguments that their constraints allow. */
import { join } from 'node:path'
import { ts } from 'ts-morph'
import { addFiles } from '../temporary-plugins.ts'
import { openProject, toProgram } from './program.ts'

/** An exported type and uses of it, some of which may break a constraint. */
export interface ExportedType {
  readonly name: string
  /** `Pick<{ a: number }, 'a'>`. */
  readonly uses: readonly string[]
}

/** Arguments to try in every place, and further uses by the name of the type. */
export interface Arguments {
  readonly table: readonly string[]
  readonly fixed: { readonly [name: string]: readonly string[] }
}

/** As many rows of arguments are tried for a type. */
const rows = 3
const { SymbolFlags, TypeFlags } = ts

/** Returns all types that a package exports. Writes a file into the folder, which must see the package. */
export function findExportedTypes(
  folder: string,
  packageName: string,
  { table, fixed }: Arguments,
): ExportedType[] {
  const path = join(folder, 'exports.ts')
  const lines = table.map((argument, i) => `export type A${i} = ${argument}`)
  addFiles(folder, { 'exports.ts': [`export * as all from '${packageName}'`, ...lines].join('\n') })
  const program = toProgram(openProject([path]))
  const checker = program.getTypeChecker()
  const statements = [...(program.getSourceFile(path)?.statements ?? [])]
  const types = statements
    .filter(ts.isTypeAliasDeclaration)
    .map((alias, i) => ({ text: table[i] ?? '', type: checker.getTypeFromTypeNode(alias.type) }))
  const specifier = statements.find(ts.isExportDeclaration)?.moduleSpecifier
  const module = specifier && checker.getSymbolAtLocation(specifier)
  if (!module) throw new Error(`${packageName} cannot be resolved`)
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    if (!(symbol.flags & SymbolFlags.Type)) return []
    const places = listNeeded(symbol).map((parameter) => {
      const constraint = checker.getBaseConstraintOfType(checker.getTypeAtLocation(parameter))
      return types.flatMap(({ text, type }) => (isAllowed(checker, type, constraint) ? [text] : []))
    })
    const { name } = exported
    return [{ name, uses: [...(fixed[name] ?? []), ...combine(name, places)] }]
  })
}

/** The type parameters that have no default, or the first where all have one. */
function listNeeded(symbol: ts.Symbol): readonly ts.TypeParameterDeclaration[] {
  const all = symbol.declarations?.flatMap((node) => {
    const isGeneric = ts.isTypeAliasDeclaration(node) || ts.isInterfaceDeclaration(node)
    return isGeneric ? [...(node.typeParameters ?? [])] : []
  })
  const needed = all?.filter((parameter) => !parameter.default) ?? []
  return needed.length > 0 ? needed : (all?.slice(0, 1) ?? [])
}

function isAllowed(checker: ts.TypeChecker, type: ts.Type, constraint: ts.Type | undefined): boolean {
  if (!constraint || constraint.flags & TypeFlags.Unknown) return true
  return checker.isTypeAssignableTo(type, constraint)
}

/** Rows through the places' arguments, each place at another pace. */
function combine(name: string, places: readonly (readonly string[])[]): string[] {
  if (places.length === 0) return [name]
  const all = Array.from({ length: rows }, (_, row) => {
    const chosen = places.map((texts, place) => texts[(row * (place + 1)) % texts.length])
    return chosen.every((text) => text !== undefined) ? `${name}<${chosen.join(', ')}>` : null
  })
  return [...new Set(all)].filter((use) => use !== null)
}
