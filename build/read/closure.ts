import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { listPackageFiles } from '../files/package-files.ts'
import { compareText } from '../model/diagnostics.ts'
import type { Compiler, ts } from './compiler.ts'

/**
 * Which paths a reading depends on: every file that the plugin's types and constants came from, the
 * package.json files on the way, and the paths that were looked for and did not exist, for one that appears
 * may be taken instead.
 */
export interface Closure {
  /**
   * Existing and missing paths, absolute. The standard library and the SDK are not among them: they belong to
   * the build.
   */
  readonly paths: ReadonlySet<string>
  /**
   * Those of the files that declare names for all others of a program, as `declare global` does, by path: the
   * same files, the same list.
   */
  readonly ambient: readonly string[]
}

interface Resolution {
  readonly resolvedModule?: { readonly resolvedFileName: string }
  readonly resolvedTypeReferenceDirective?: { readonly resolvedFileName?: string }
  readonly failedLookupLocations?: readonly string[]
  readonly affectingLocations?: readonly string[]
}

type Visit = (visit: (resolution: Resolution) => void, file: ts.SourceFile) => void

/** Returns the closure of a module of an opened program. */
export function traceClosure(compiler: Compiler, entry: string): Closure {
  const paths = new Set<string>()
  const ambient: string[] = []
  const waiting = [entry]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (paths.has(path) || path === compiler.sdkFile) continue
    const file = compiler.program.getSourceFile(path)
    if (file && compiler.program.isSourceFileDefaultLibrary(file)) continue
    paths.add(path)
    if (!file) continue
    if (isAmbient(compiler, file)) ambient.push(path)
    for (const { fileName } of file.referencedFiles) {
      waiting.push(compiler.ts.resolveTripleslashReference(fileName, path))
    }
    for (const resolution of listResolutions(compiler, file)) {
      const found = (resolution.resolvedModule ?? resolution.resolvedTypeReferenceDirective)?.resolvedFileName
      if (found === compiler.sdkFile) continue
      if (found !== undefined) waiting.push(found)
      for (const read of resolution.affectingLocations ?? []) paths.add(read)
      for (const missed of resolution.failedLookupLocations ?? []) paths.add(toNearestMissing(missed))
    }
  }
  for (const path of [...paths]) for (const found of listPackageFiles(path)) paths.add(found)
  return { paths, ambient: ambient.sort(compareText) }
}

/**
 * Scripts declare all their names globally; modules do so by `declare global`, `declare module 'name'`,
 * `export as namespace`, and by asking for a part of the standard library.
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

/**
 * The program knows what it resolved and where it looked in vain; that part of it is not in its published
 * type.
 */
function listResolutions({ program }: Compiler, file: ts.SourceFile): Resolution[] {
  const visits = ['forEachResolvedModule', 'forEachResolvedTypeReferenceDirective'].map((name) => {
    const visit: unknown = Reflect.get(program, name)
    if (typeof visit !== 'function') throw new Error(`The compiler no longer has ${name}; adapt closure.ts`)
    return visit as Visit // named and shaped so in the compiler that ts-morph 28 brings
  })
  const found: Resolution[] = []
  for (const visit of visits) visit((resolution) => found.push(resolution), file)
  return found
}

/** One missing folder stands for everything that was looked for in it. */
function toNearestMissing(path: string): string {
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? path : toNearestMissing(parent)
}
