/**
 * Bundles the viewer into `dist/viewer`: scripts and style under names with hashes, the page that names them,
 * and each file compressed once and for all. Packages are bundled in, because a browser has none.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { keepLicences } from './keep-licences.mjs'

const folder = 'dist/viewer'
const options = {
  outdir: folder,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'linked',
  metafile: true,
  logLevel: 'warning',
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

// Two bundles: the worker must not load what only the page needs, nor the page what decodes files.
const [page, worker] = await Promise.all([
  build({
    ...options,
    plugins: [keepLicences()],
    entryPoints: ['core/viewer/main.tsx', 'core/viewer/page/style.css'],
  }),
  build({ ...options, plugins: [keepLicences()], entryPoints: ['core/viewer/data/data-worker.ts'] }),
])
const outputs = { ...page.metafile.outputs, ...worker.metafile.outputs }
const fileOf = (source) => {
  const [path] = Object.entries(outputs).find(([, { entryPoint }]) => entryPoint === source)
  return `viewer/${basename(path)}`
}
const names = {
  main: fileOf('core/viewer/main.tsx'),
  style: fileOf('core/viewer/page/style.css'),
  dataWorker: fileOf('core/viewer/data/data-worker.ts'),
}
const html = readFileSync('core/viewer/page.html', 'utf8').replace(/\{\{(\w+)\}\}/g, (mark, name) =>
  name in names ? names[name] : mark,
)
writeFileSync(join(folder, 'page.html'), html)

const { BROTLI_PARAM_QUALITY } = constants
for (const path of Object.keys(outputs)) {
  const bytes = readFileSync(path)
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
