import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { findStat, listPackageFiles } from '../files/paths.ts'
import { compareText } from '../model/diagnostics.ts'
import type { Compiler } from './compiler.ts'
import { ts } from './port.ts'

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

/** Returns a function that traces a module of an opened project. It looks each import up once a folder. */
export function createTracer(compiler: Compiler): (entry: string) => Closure {
  const lookUp = createLookup(compiler)
  return (entry) => {
    const paths = new Set<string>()
    const ambient: string[] = []
    const seen = new Set<string>()
    const waiting = [entry]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path) || compiler.sdkFiles.has(path)) continue
      seen.add(path)
      const file = compiler.program.getSourceFile(path)
      if (file && compiler.program.isSourceFileDefaultLibrary(file)) continue
      paths.add(path)
      if (!file) continue
      if (isAmbient(file)) ambient.push(path)
      for (const { fileName } of file.referencedFiles) {
        waiting.push(ts.resolveTripleslashReference(fileName, path))
      }
      for (const { found, asked } of lookUp(file)) {
        if (found !== undefined && compiler.sdkFiles.has(found)) continue
        if (found !== undefined) waiting.push(found)
        for (const place of asked) paths.add(place)
      }
    }
    for (const path of [...paths]) for (const found of listPackageFiles(path)) paths.add(found)
    return { paths, ambient: ambient.sort(compareText) }
  }
}

/** Resolves as the program did, which keeps to itself the paths that it tried, there or not. */
function createLookup({ project, program }: Compiler) {
  const options = program.getCompilerOptions()
  const host = project.getModuleResolutionHost()
  const known = new Map<string, { readonly found: string | undefined; readonly asked: readonly string[] }>()
  const remember = (key: string, resolve: (watched: ts.ModuleResolutionHost) => string | undefined) => {
    const asked = new Set<string>()
    const lookup = known.get(key) ?? {
      found: resolve(watchHost(host, asked)),
      asked: [...asked].flatMap(toPlace),
    }
    known.set(key, lookup)
    return lookup
  }
  return (file: ts.SourceFile) => {
    const { fileName: path, typeReferenceDirectives } = file
    const folder = dirname(path)
    const imports = project.getSourceFileOrThrow(path).getImportStringLiterals()
    return [
      ...imports.map(({ compilerNode: literal }) => {
        const { text } = literal
        const mode = program.getModeForUsageLocation(file, literal)
        return remember(`${folder}\n${text}\n${mode}`, (watched) => {
          const none = undefined
          const { resolvedModule } = ts.resolveModuleName(text, path, options, watched, none, none, mode)
          return resolvedModule?.resolvedFileName
        })
      }),
      ...typeReferenceDirectives.map(({ fileName: name }) =>
        remember(`${folder}\n${name}\ntypes`, (watched) => {
          const answer = ts.resolveTypeReferenceDirective(name, path, options, watched)
          return answer.resolvedTypeReferenceDirective?.resolvedFileName
        }),
      ),
    ]
  }
}

function watchHost(host: ts.ModuleResolutionHost, asked: Set<string>): ts.ModuleResolutionHost {
  const watch =
    (ask: (path: string) => boolean) =>
    (path: string): boolean => {
      asked.add(path)
      return ask(path)
    }
  return {
    ...host,
    fileExists: watch((path) => host.fileExists(path)),
    directoryExists: watch((path) => host.directoryExists?.(path) ?? false),
  }
}

/** Global names come from scripts, `declare global`, `declare module`, `export as namespace`, libraries. */
function isAmbient(file: ts.SourceFile): boolean {
  if (file.fileName.endsWith('.json')) return false
  return (
    !ts.isExternalModule(file) ||
    file.libReferenceDirectives.length > 0 ||
    file.statements.some(
      (node) => ts.isNamespaceExportDeclaration(node) || (ts.isModuleDeclaration(node) && isGlobal(node)),
    )
  )
}

function isGlobal({ name, flags }: ts.ModuleDeclaration): boolean {
  return ts.isStringLiteral(name) || (flags & ts.NodeFlags.GlobalAugmentation) !== 0
}

/** An existing folder adds nothing; a missing one stands for everything that was looked for in it. */
function toPlace(path: string): string[] {
  const stat = findStat(path)
  if (stat) return stat.isFile() ? [path] : []
  const parent = dirname(path)
  return parent === path || existsSync(parent) ? [path] : toPlace(parent)
}
