/**
 * Loads TypeScript from its sources, without a build of the host: for scripts that draw pictures of what
 * plugins return.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Returns the exports of modules, given by their absolute paths, together. */
export async function loadModules(...paths) {
  const folder = mkdtempSync(join(tmpdir(), 'module-'))
  try {
    const outfile = join(folder, 'module.mjs')
    const contents = paths.map((path) => `export * from ${JSON.stringify(path)}`).join('\n')
    const loader = { '.bin': 'binary', '.wasm': 'binary' }
    await build({
      stdin: { contents, resolveDir: import.meta.dirname },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      loader,
      logLevel: 'error',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
