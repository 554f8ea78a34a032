/** Imports in an author's own modules, taken as TypeScript takes them. */
import { join } from 'node:path'
import type { Message, Metafile, Plugin } from 'esbuild'
import { findPackage } from '../files/packages.ts'

const asked = Symbol('asked of the bundler')

/**
 * Returns the esbuild plugin for imports in an author's own modules. A default import of a CommonJS module
 * that is marked as a former ES module (`__esModule`) is its `exports.default` there, as the types of
 * packages have it; modules of packages, which are written for Node, get all of its exports, as from Node.
 * (The bundler knows a module of Node by a package.json above it, which it does not look for when a plugin
 * names the file.) Modules in `kept` run when they are imported, though their package.json says that they
 * have no effect.
 */
export function resolveOwn(kept: ReadonlySet<string>): Plugin {
  return {
    name: 'specimen-own',
    setup(build) {
      build.onResolve({ filter: /.*/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        if (pluginData !== undefined || kind === 'require-call' || kind === 'require-resolve')
          return undefined
        if (importer.includes('node_modules') || path.startsWith('node:')) return undefined
        const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: asked })
        if (found.errors.length > 0 || found.external || found.namespace !== 'file') return undefined
        if (kept.has(found.path)) return { path: found.path, suffix: found.suffix, sideEffects: true }
        return findPackage(found.path) ? undefined : { path: found.path, suffix: found.suffix }
      })
    },
  }
}

/** Returns the modules that an author's own imports name and that a bundle in `folder` was left without. */
export function listLeftOut(
  { warnings, metafile }: { readonly warnings: readonly Message[]; readonly metafile: Metafile },
  folder: string,
): string[] {
  return warnings.flatMap(({ id, location }) => {
    if (id !== 'ignored-bare-import' || !location || location.file.includes('node_modules/')) return []
    const { file, lineText, column, length } = location // in bytes
    const written = Buffer.from(lineText)
      .subarray(column + 1, column + length - 1)
      .toString()
    const found = metafile.inputs[file]?.imports.find(({ original }) => original === written)
    return found ? [join(folder, found.path)] : []
  })
}
