/**
 * Bundles the plugins of a folder with esbuild alone, all at once and with the options that decide its work
 * in `build/bundle/bundle.ts`; prints the milliseconds from loading esbuild to its end.
 */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

const folder = process.argv[2]
const names = readdirSync(folder).filter((name) => name.endsWith('.ts'))

const started = performance.now()
const { build, stop } = await import('esbuild')
await Promise.all(names.map(bundle))
await stop()
console.log(performance.now() - started)

async function bundle(name) {
  const { outputFiles } = await build({
    stdin: {
      contents: `export * from ${JSON.stringify(`./${name}`)}`,
      resolveDir: folder,
      sourcefile: 'specimen-entry.js',
    },
    absWorkingDir: folder,
    outfile: join(folder, basename(name, '.ts'), 'index.mjs'),
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    nodePaths: [],
    tsconfigRaw: { compilerOptions: { target: 'es2023', useDefineForClassFields: true } },
    define: { __dirname: '__specimenFolder', __filename: '__specimenFile' },
    metafile: true,
    logLevel: 'silent',
  })
  if (outputFiles.length !== 1) throw new Error(`${name}: ${outputFiles.length} files`)
}
