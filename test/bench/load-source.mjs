/** Modules of the source, for benchmarks that ask them and not a host: what is built has no such exports. */
import { rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = new URL('../../', import.meta.url)
let loaded = 0

/** Returns what `exports` exports: `export … from './core/…'` lines, paths beginning at the repository. */
export async function loadSource(exports) {
  const { outputFiles } = await build({
    stdin: { contents: exports, resolveDir: fileURLToPath(root) },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    packages: 'external',
    define: { 'import.meta.dirname': JSON.stringify(fileURLToPath(new URL('test/support', root))) },
  })
  // Among the built files, where it finds its packages.
  const file = new URL(`dist/bench-source-${process.pid}-${loaded++}.mjs`, root)
  await writeFile(file, outputFiles[0].contents)
  return await import(file.href).finally(() => rm(file))
}
