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
  /** Existing and missing paths, absolute, without the standard library and the SDK. */
  readonly paths: ReadonlySet<string>
  /** Paths of the files with global declarations, as by `declare global`: equal files, equal lists. */
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

/** Global names come from scripts, `declare global`, `declare module`, `export as namespace`, libraries. */
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
