/**
 * Loads the TypeScript compiler and its standard library out of ts-morph's own package, without ts-morph's
 * wrapper around them, which takes a third of the time and is not used here, and with its code compiled
 * before.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ts } from 'ts-morph'
import { openCodeCache } from './code-cache.ts'

export type { ts }

/** The compiler and its standard library. */
export interface LoadedCompiler {
  readonly ts: typeof ts
  /** Texts of the standard library by file name, as `lib.es2023.d.ts`. */
  readonly library: ReadonlyMap<string, string>
  /** Keeps for other processes what has been compiled; to be called after use. */
  readonly keepCode: () => void
}

interface LibraryPackage {
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[]
}

/** @throws `MODULE_NOT_FOUND` where ts-morph is not installed */
export function loadCompiler(): LoadedCompiler {
  const requireOwn = createRequire(import.meta.url)
  const requireBeside = createRequire(requireOwn.resolve('ts-morph'))
  const common = requireBeside.resolve('@ts-morph/common')
  const cache = openCodeCache(join(dirname(common), 'typescript.js'))
  const compiler = cache.load() as typeof ts // ts-morph's types are those of the compiler beside it
  const text = cache.keepText('library.json', () => {
    const { getLibFiles }: LibraryPackage = requireBeside(common)
    // No DOM and no hosts: the program does not ask for them.
    const files = getLibFiles().filter(({ fileName }) => !/dom|webworker|scripthost/.test(fileName))
    return JSON.stringify(files.map((file) => [file.fileName, file.text]))
  })
  const files: readonly (readonly [string, string])[] = JSON.parse(text)
  return { ts: compiler, library: new Map(files), keepCode: cache.keepCode }
}
