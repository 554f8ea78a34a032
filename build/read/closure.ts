import { existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { listPackageFiles } from '../files/package-files.ts'
import { compareText } from '../model/diagnostics.ts'
import type { Compiler, ts } from './compiler.ts'

/**
 * The paths on which a reading depends: every file behind the plugin's types and constants, the package.json
 * files on the way, and the paths that were looked for and did not exist, since a file that appears there may
 * be used instead.
 */
export interface Closure {
  /**
   * Existing and missing paths, absolute. The standard library and the SDK are excluded: they belong to the
   * build.
   */
  readonly paths: ReadonlySet<string>
  /**
   * Paths of the files that declare names for all others of a program, as `declare global` does: the same
   * files, the same list.
   */
  readonly ambient: readonly string[]
}

/** Returns the closure of a module of an opened program. */
export function traceClosure(compiler: Compiler, entry: string): Closure {
  const paths = new Set<string>()
  const ambient: string[] = []
  const seen = new Set<string>()
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path) || path === compiler.sdkFile) continue
    seen.add(path)
    const file = compiler.program.getSourceFile(path)
    if (file && compiler.program.isSourceFileDefaultLibrary(file)) continue
    paths.add(path)
    if (!file) continue
    if (isAmbient(compiler, file)) ambient.push(path)
    for (const { fileName } of file.referencedFiles) {
      waiting.push(compiler.ts.resolveTripleslashReference(fileName, path))
    }
    for (const { found, asked } of compiler.resolutions.of(path)) {
      if (found === compiler.sdkFile) continue
      if (found !== undefined) waiting.push(found)
      for (const looked of asked) for (const place of toPlace(looked)) paths.add(place)
    }
  }
  for (const path of [...paths]) for (const found of listPackageFiles(path)) paths.add(found)
  return { paths, ambient: ambient.sort(compareText) }
}

/**
 * Scripts declare all their names globally; modules do so by `declare global`, `declare module 'name'`,
 * `export as namespace`, and by references to the standard library.
 */
function isAmbient({ ts }: Compiler, file: ts.SourceFile): boolean {
  if (file.fileName.endsWith('.json')) return false
  return (
    !ts.isExternalModule(file) ||
    file.libReferenceDirectives.length > 0 ||
    file.statements.some(
      (node) => ts.isNamespaceExportDeclaration(node) || (ts.isModuleDeclaration(node) && isGlobal(ts, node)),
    )
  )
}

function isGlobal(typescript: typeof ts, { name, flags }: ts.ModuleDeclaration): boolean {
  return typescript.isStringLiteral(name) || (flags & typescript.NodeFlags.GlobalAugmentation) !== 0
}

/** An existing folder adds nothing; a missing one stands for everything that was looked for in it. */
function toPlace(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat) return stat.isFile() ? [path] : []
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? [path] : toPlace(parent)
}
