/** Modules of the repository as a program, for what no built file exports. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = new URL('../../', import.meta.url)

/** Bundles TypeScript, whose imports begin at the root, and returns the program's address, beside the built ones. */
export async function bundleCore(name, contents) {
  const outfile = new URL(`dist/bench/${name}.js`, root)
  await build({
    stdin: { contents, resolveDir: fileURLToPath(root), loader: 'ts' },
    outfile: fileURLToPath(outfile),
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
  return outfile
}
