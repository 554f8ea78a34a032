/**
 * Loads a plugin from its sources, without a build of the host: for scripts that draw pictures of what
 * plugins return.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'

/** Returns the exports of plugins/<name>/index.ts. */
export async function loadPlugin(name) {
  const folder = mkdtempSync(join(tmpdir(), 'plugin-'))
  try {
    const outfile = join(folder, `${name}.mjs`)
    const entry = join(import.meta.dirname, '..', name, 'index.ts')
    const loader = { '.bin': 'binary', '.wasm': 'binary' }
    await build({
      entryPoints: [entry],
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
