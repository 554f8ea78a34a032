/**
 * Loads the TypeScript compiler and its standard library out of ts-morph's own package, without ts-morph's wrapper around
 * them, which takes a third of the time and which nobody here uses.
 */
import { createRequire } from 'node:module'
import type { ts } from 'ts-morph'

export type { ts }

export interface LoadedCompiler {
  readonly ts: typeof ts
  /** Texts of the standard library by file name, as `lib.es2023.d.ts`. */
  readonly library: ReadonlyMap<string, string>
}

interface CompilerPackage {
  readonly ts: typeof ts
  readonly getLibFiles: () => readonly { readonly fileName: string; readonly text: string }[]
}

/** @throws `MODULE_NOT_FOUND` where ts-morph is not installed */
export function loadCompiler(): LoadedCompiler {
  const requireOwn = createRequire(import.meta.url)
  const requireBeside = createRequire(requireOwn.resolve('ts-morph'))
  const { ts, getLibFiles }: CompilerPackage = requireBeside('@ts-morph/common')
  return { ts, library: new Map(getLibFiles().map(({ fileName, text }) => [fileName, text])) }
}
