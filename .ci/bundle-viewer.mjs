/**
 * Bundles the viewer into `dist/viewer`: scripts and style under names with hashes, each compressed once and
 * for all, the page that names them, the module for pages of others under a name that stays, the names that
 * an exported page begins with, and the licences of the packages in them. Packages are bundled in, because a
 * browser has none.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'

const folder = 'dist/viewer'
const source = 'core/viewer'
const options = {
  outdir: folder,
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
  assetNames: '[name]-[hash]',
  bundle: true,
  splitting: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  loader: { '.svg': 'copy' },
  legalComments: 'none',
  external: ['node:fs', 'node:path'], // of @gltf-transform/core, for Node alone
  alias: Object.fromEntries(
    [
      ...['blosc', 'lz4', 'zstd'].map((name) => `numcodecs/${name}`),
      ...['charls', 'openjpeg'].map((name) => `@cornerstonejs/codec-${name}/decodewasmjs`),
      '@jsquash/webp/decode.js',
    ].map((name) => [name, './.ci/no-codec.mjs']),
  ),
  plugins: [{ name: 'without-side-effects', setup: markWithoutSideEffects }],
  metafile: true,
  logLevel: 'warning',
}
const entries = {
  main: `${source}/main.ts`,
  module: `${source}/module/module.ts`,
  site: 'core/viewer/site/site-page.ts',
  style: `${source}/page/style.css`,
  icon: `${source}/page/icon.svg`,
  dataWorker: `${source}/data/data-worker.ts`,
}

// What a page of a host fetches for a specimen.
const partsOfSpecimen = [
  'specimen/specimen-page.tsx',
  'specimen/tools.ts',
  'stage/create-stage.ts',
  'stage/further-views.ts',
]

// Two bundles: the worker must not load what only the page needs, nor the page what decodes files. Scripts
// know the name of the worker. The module has its style in it, for any place where it is, and an exported page
// the worker of functions, which runs there from a blob.
const bundle = async (entryPoints, define = {}) => await build({ ...options, entryPoints, define })
const { dataWorker, style, ...ofPage } = entries
const [workers, styles, ownStyle, functions] = await Promise.all(
  [dataWorker, style, `${source}/module/module.css`, `${source}/site/function-worker.ts`].map(
    async (entry) => await bundle([entry]),
  ),
)
const [styleText, functionText] = [ownStyle, functions].map(({ outputFiles }) => outputFiles[0].text)
const scripts = await bundle(Object.values(ofPage), {
  builtWorker: JSON.stringify(nameOf(workers, dataWorker)),
  builtStyle: JSON.stringify(toOwnRem(styleText)),
  builtFunctionWorker: JSON.stringify(functionText),
})
// A page in a chat is one file, without the parts that a view loads for what no chat has.
const { outputFiles: appFiles } = await build({
  ...options,
  entryPoints: [`${source}/agent-app/app-main.ts`],
  splitting: false,
  plugins: [...options.plugins, { name: 'for-chats', setup: leaveOut }],
})
const bundles = [scripts, workers, styles]
const outputs = Object.assign({}, ...bundles.map(({ metafile }) => metafile.outputs))
const files = new Map(
  bundles.flatMap(({ outputFiles }) => outputFiles.map((file) => [basename(file.path), file])),
)

// Nothing is there that the build before has left, and nothing is gone before this one has succeeded.
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'page.html'), fillIn(readFileSync(`${source}/page.html`, 'utf8')))
writeFileSync(join(folder, 'app.html'), writeApp(styles.outputFiles[0].text, appFiles[0].text))
writeFileSync(join(folder, 'LICENSES.txt'), listLicenses())
writeFileSync(
  join(folder, 'entries.json'),
  JSON.stringify({ ...nameEntries(), preloads: listPreloads(entries.site) }),
)
const module = `export * from './${basename(outputOf(entries.module))}'\n`
await Promise.all([
  writeForms('module.js', Buffer.from(module)),
  ...[...files].map(async ([name, { contents }]) => await writeForms(name, contents)),
])

/** Lets what nothing imports of these packages be left out: they do nothing by themselves, and do not say so. */
function markWithoutSideEffects(bundler) {
  const isMarked = 'marked'
  bundler.onResolve(
    { filter: /^(@pmndrs\/|\.)/ },
    async ({ path, importer, resolveDir, kind, pluginData }) => {
      if (pluginData === isMarked || !`${path} ${importer}`.includes('@pmndrs/')) return undefined
      const found = await bundler.resolve(path, { importer, resolveDir, kind, pluginData: isMarked })
      return { ...found, sideEffects: false }
    },
  )
}

/** Leaves out what a view loads only for a headset, rooms, files of a person's own, and `specimen dev`. */
function leaveOut(bundler) {
  const filter =
    /\/(encode-form|headset-visit|open-dev|dev-drawer|open-room|own-file-page|own-content)\.tsx?$/
  bundler.onResolve({ filter }, ({ path, kind }) =>
    kind === 'dynamic-import' ? { path, external: true } : undefined,
  )
}

/** Returns the page with the addresses of the files in it, relative, so that any path fits before them. */
function fillIn(html) {
  const names = nameEntries()
  return html.replace(/\{\{(\w+)\}\}\n?/g, (mark, name) => {
    if (name === 'preloads') return listPreloads(entries.main)
    if (!(name in names)) throw new Error(`${source}/page.html names ${mark}, which the build has not.`)
    return mark.replace(`{{${name}}}`, `viewer/${names[name]}`)
  })
}

/** Returns the page of an app with its style and script in it: its policy permits these, and no request. */
function writeApp(style, script) {
  const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const rules = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    'img-src data: blob:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  const parts = {
    policy: rules.join('; '),
    style: `<style>${style}</style>`,
    script: `<script type="module">${script}</script>`,
  }
  const html = readFileSync(`${source}/agent-app/app.html`, 'utf8')
  return html.replace(/\{\{(\w+)\}\}/g, (_, name) => parts[name])
}

/** Returns the file of each entry by its name. */
function nameEntries() {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, basename(outputOf(entry))]))
}

/**
 * Returns links to what a script imports in any case, which is asked for with it, and not when it has come. The
 * page of a specimen and what draws are asked for when all else is there: a gallery does without.
 */
function listPreloads(entry) {
  const listParts = (files) =>
    files.map((file) => outputOf(`${source}/${file}`)).flatMap((path) => [path, ...importsOf(path)])
  const first = importsOf(outputOf(entry))
  const preloads = first.map((path) => toLink('modulepreload', path))
  const prefetches = [...new Set(listParts(partsOfSpecimen))]
    .filter((path) => !first.includes(path))
    .map((path) => toLink('prefetch', path))
  return [...preloads, ...prefetches].map((link) => `${link}\n`).join('')
}

/** Returns the name that a bundle has given to an entry. */
function nameOf({ metafile }, entry) {
  return basename(Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry)[0])
}

/** Returns a style whose sizes do not follow the root element, which in a page of another is not its own. */
function toOwnRem(css) {
  return css.replace(/(?<![\w.-])(-?\d*[.]?\d+)rem\b/g, (_, count) => `${16 * Number(count)}px`)
}

/** Returns what a script imports as soon as it runs. */
function importsOf(path) {
  return outputs[path].imports
    .filter(({ kind }) => kind === 'import-statement')
    .map((imported) => imported.path)
}

function toLink(relation, path) {
  return `<link rel="${relation}" href="viewer/${basename(path)}">`
}

function outputOf(entry) {
  const found = Object.entries(outputs).find(
    ([path, { entryPoint, inputs }]) =>
      entryPoint === entry || (entry in inputs && !/\.(js|css)$/.test(path)),
  )
  if (!found) throw new Error(`The build made nothing of ${entry}.`)
  return found[0]
}

/** Returns the licence of every package of which something is in the bundles, as each asks for. */
function listLicenses() {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs))
  const packages = new Set(
    inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
  )
  const texts = [...packages].sort().map((name) => {
    const home = join('node_modules', name)
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
    return `${name} ${version}\n\n${readLicence(home).trim()}\n`
  })
  return texts.join(`\n${'-'.repeat(80)}\n\n`)
}

/** Returns the licence of the package in a folder, or the one that its `package.json` names. */
function readLicence(folder) {
  const file = readdirSync(folder).find((entry) => /^licen[sc]e/i.test(entry))
  if (file) return readFileSync(join(folder, file), 'utf8')
  const { license, author, homepage } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  if (!license || !author) throw new Error(`${folder} is bundled, and does not name its licence.`)
  return `Licence: ${license}, by ${author}, ${homepage}`
}

async function writeForms(name, bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, { params }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  writeFileSync(join(folder, name), bytes)
  writeFileSync(join(folder, `${name}.br`), br)
  writeFileSync(join(folder, `${name}.gz`), gz)
}
