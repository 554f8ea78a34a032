/**
 * Bundles the viewer into `dist/viewer`: scripts and style under names with hashes, the page that names them,
 * the module for pages of others under a name that stays, the names that an exported page begins with, and the
 * licences of the packages in them. Packages are bundled in, because a browser has none.
 *
 * Rolldown makes the scripts: it joins the small parts that several pages share, of which esbuild made 79 files
 * and 343 kB for a first picture. Style and icon, and scripts in one piece, are esbuild's.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { build } from 'esbuild'
import { rolldown } from 'rolldown'
import { dropShaders, listIncludes, listShaders } from './drop-shaders.mjs'

const folder = 'dist/viewer'
const source = 'core/viewer'
const target = 'es2022'
/** Modules of @gltf-transform/core for Node alone. */
const external = ['node:fs', 'node:path']
/** Decoders in WebAssembly, which a page leaves to its host. */
const codecs = [
  ...['blosc', 'lz4', 'zstd'].map((name) => `numcodecs/${name}`),
  ...['charls', 'openjpeg'].map((name) => `@cornerstonejs/codec-${name}/decodewasmjs`),
  '@jsquash/webp/decode.js',
]
/** Parts that a view loads only for a headset, rooms, files of a person's own, and `specimen dev`. */
const notForChats =
  /\/(encode-form|form-notes|headset-visit|open-dev|dev-drawer|open-room|own-file-page|own-content)\.tsx?$/
const entries = {
  main: `${source}/main.ts`,
  module: `${source}/module/module.ts`,
  site: 'core/viewer/site/site-page.ts',
  style: `${source}/page/style.css`,
  icon: `${source}/page/icon.svg`,
  dataWorker: `${source}/data/data-worker.ts`,
}

/** What three includes in a last pass of its own, for pictures of more than 8 bits a colour, which are not made here. */
const ofOutputPass = 'tonemapping_pars_fragment'

/** The parts of three's shaders that the viewer's own are made of, and those of the addons that it imports. */
const shadersOfViewer = new Set()
const addons = 'node_modules/three/examples/jsm'
const unread = readdirSync(source, { recursive: true })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => join(source, path))
for (const path of unread) {
  const text = readFileSync(path, 'utf8')
  for (const name of listIncludes(text)) shadersOfViewer.add(name)
  const imported = [
    ...Array.from(text.matchAll(/ from 'three\/addons\/([^']+)'/g), ([, name]) => join(addons, name)),
    ...(path.startsWith(addons)
      ? Array.from(text.matchAll(/ from '([.][^']+)'/g), ([, name]) => join(dirname(path), name))
      : []),
  ]
  unread.push(...imported.filter((found) => !unread.includes(found)))
}

/** What a page of a host fetches for the first picture of a specimen. */
const partsOfPicture = ['specimen/specimen-page.tsx', 'stage/create-stage.ts']
/** What it fetches after that. */
const partsOfSpecimen = [
  ...partsOfPicture,
  'specimen/tools.ts',
  'stage/further-views.ts',
  'specimen/further-tools.ts',
]

// Two bundles: the worker must not load what only the page needs, nor the page what decodes files. Scripts
// know the name of the worker. The module has its style in it, for any place where it is, and an exported page
// the worker of functions, which runs there from a blob.
const { dataWorker, style, icon, ...ofPage } = entries
const [workers, functions, styles, ownStyle] = await Promise.all([
  bundleScripts({ 'data-worker': dataWorker }, { joined: joinWorker, hasReaders: true }),
  bundleScripts({ functions: `${source}/site/function-worker.ts` }, { isWhole: true }),
  bundleStyles([style, icon]),
  bundleStyles([`${source}/module/module.css`]),
])
const define = {
  builtWorker: JSON.stringify(outputOf(dataWorker, workers)),
  builtStyle: JSON.stringify(toOwnRem(ownStyle[0].text)),
  builtFunctionWorker: JSON.stringify(functions[0].text),
}
const [scripts, [app]] = await Promise.all([
  bundleScripts(ofPage, { define, joined: joinPage }),
  // A page in a chat is one file, without the parts that a view loads for what no chat has.
  bundleScripts({ app: `${source}/agent-app/app-main.ts` }, { isWhole: true, without: notForChats }),
])
/** All files that are named by their content. */
const outputs = [...scripts, ...workers, ...styles]

// Nothing is there that the build before has left, and nothing is gone before this one has succeeded.
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'page.html'), fillIn(readFileSync(`${source}/page.html`, 'utf8')))
writeFileSync(join(folder, 'app.html'), writeApp(styles.find(({ entry }) => entry === style).text, app.text))
writeFileSync(join(folder, 'LICENSES.txt'), listLicenses())
writeFileSync(
  join(folder, 'entries.json'),
  JSON.stringify({ ...nameEntries(), preloads: listPreloads(entries.site) }),
)
const module = `export * from './${outputOf(entries.module)}'\n`
writeFileSync(join(folder, 'module.js'), module)
for (const { name, text } of outputs) writeFileSync(join(folder, name), text)

/**
 * Returns the sources that go into one file each, which the bundler would cut by every set of parts that share
 * them: what the page and the module begin with, what the page begins with beside that, and what a first picture
 * needs beside both.
 */
function joinPage(files) {
  const page = reach([entries.main], files)
  const module = reach([entries.module], files)
  const picture = reach(
    partsOfPicture.map((file) => `${source}/${file}`),
    files,
  )
  return [
    toGroup('shared', (path) => page.has(path) && module.has(path)),
    toGroup('page', (path) => page.has(path)),
    toGroup('picture', (path) => picture.has(path)),
  ]
}

/** Joins all that the worker begins with; each format stays a file of its own. */
function joinWorker(files) {
  const worker = reach([dataWorker], files)
  return [toGroup('worker', (path) => worker.has(path))]
}

/** Returns the sources of some files and of all that they import at once. */
function reach(paths, files) {
  const names = paths.map((path) => outputOf(path, files))
  const all = new Set(names.flatMap((name) => [name, ...importsOf(name, files)]))
  return new Set(files.filter(({ name }) => all.has(name)).flatMap(({ sources }) => sources))
}

/** A source that a page begins with does something by itself: it shares its file with none that others load. */
function toGroup(name, has) {
  const starts = Object.values(entries)
  return { name, test: (id) => !starts.includes(relative('.', id)) && has(relative('.', id)) }
}

/**
 * Returns the files of scripts: their names, the sources in them, the file that each begins with, and those
 * that it loads with it. In one piece where `isWhole`; with the readers of formats where `hasReaders`; without what matches `without`; parts that `joined` names in
 * one file each.
 */
async function bundleScripts(
  input,
  { define = {}, isWhole = false, hasReaders = false, without, joined } = {},
) {
  let present = new Set()
  const bundler = await rolldown({
    input,
    external,
    platform: 'browser',
    preserveEntrySignatures: 'allow-extension', // as a file of joined parts may export more
    tsconfig: false,
    transform: { target, jsx: { runtime: 'automatic', importSource: 'preact' }, define },
    plugins: [
      {
        name: 'parts-of-the-viewer',
        resolveId: { order: 'pre', handler: resolvePart },
        transform: {
          filter: { id: /three[.]module[.]js$/ },
          handler: (code) => {
            const left = dropShaders(code, shadersOfViewer)
            present = listShaders(left)
            return left
          },
        },
      },
    ],
    // A format of which a page needs a part at once is loaded with it.
    checks: { ineffectiveDynamicImport: false, pluginTimings: false },
  })
  async function resolvePart(id, importer, { kind }) {
    if (codecs.includes(id)) return resolve('.ci/no-codec.mjs')
    if (id === '@uwdata/flechette') return resolve('.ci/no-arrow.mjs')
    if (kind === 'dynamic-import' && without?.test(id)) return { id, external: true }
    if (kind === 'dynamic-import' && !hasReaders && importer.endsWith('-format.ts'))
      return resolve('.ci/no-reader.mjs')
    if (!`${id} ${importer}`.includes('@pmndrs/')) return undefined
    // These packages do nothing by themselves, and do not say so: what nothing imports of them is left out.
    const found = await this.resolve(id, importer, { kind, skipSelf: true })
    return found && { ...found, moduleSideEffects: false }
  }
  const write = async (codeSplitting) => {
    const { output } = await bundler.generate({
      format: 'esm',
      minify: true,
      comments: false,
      hashCharacters: 'base36',
      entryFileNames: '[name]-[hash].js',
      chunkFileNames: '[name]-[hash].js',
      codeSplitting,
    })
    const missing = output
      .flatMap(({ code }) => listIncludes(code))
      .filter((name) => !present.has(name) && name !== ofOutputPass)
    if (missing.length > 0) throw new Error(`Shaders of the viewer include what was left out: ${missing}`)
    return output.map(({ fileName, code, moduleIds, facadeModuleId, imports }) => ({
      name: fileName,
      text: code,
      entry: facadeModuleId && relative('.', facadeModuleId),
      sources: moduleIds.map((path) => relative('.', path)),
      imports,
    }))
  }
  const cut = await write(!isWhole)
  const files = joined ? await write({ groups: joined(cut), includeDependenciesRecursively: false }) : cut
  await bundler.close()
  return files
}

/** Returns the files of styles and pictures, as {@link bundleScripts} does. */
async function bundleStyles(entryPoints) {
  const { outputFiles, metafile } = await build({
    outdir: folder,
    entryPoints,
    entryNames: '[name]-[hash]',
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    loader: { '.svg': 'copy' },
    logLevel: 'warning',
  })
  return outputFiles.map(({ path, text }) => {
    const { entryPoint, inputs } = metafile.outputs[relative('.', path)]
    const sources = Object.keys(inputs)
    return { name: basename(path), text, entry: entryPoint ?? sources[0], sources, imports: [] }
  })
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
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, outputOf(entry)]))
}

/**
 * Returns links to what a script imports in any case, which is asked for with it, and not when it has come. The
 * page of a specimen and what draws are asked for when all else is there: a gallery does without.
 */
function listPreloads(entry) {
  const listParts = (files) =>
    files.map((file) => outputOf(`${source}/${file}`)).flatMap((name) => [name, ...importsOf(name)])
  const first = importsOf(outputOf(entry))
  const preloads = first.map((path) => toLink('modulepreload', path))
  const prefetches = [...new Set(listParts(partsOfSpecimen))]
    .filter((path) => !first.includes(path))
    .map((path) => toLink('prefetch', path))
  return [...preloads, ...prefetches].map((link) => `${link}\n`).join('')
}

/** Returns a style whose sizes do not follow the root element, which in a page of another is not its own. */
function toOwnRem(css) {
  return css.replace(/(?<![\w.-])(-?\d*[.]?\d+)rem\b/g, (_, count) => `${16 * Number(count)}px`)
}

/** Returns what a script imports as soon as it runs, and what that imports. */
function importsOf(name, among = outputs, found = new Set()) {
  for (const imported of among.find((output) => output.name === name).imports) {
    if (found.has(imported)) continue
    found.add(imported)
    importsOf(imported, among, found)
  }
  return [...found]
}

function toLink(relation, name) {
  return `<link rel="${relation}" href="viewer/${name}">`
}

/** Returns the name of the file that begins with a source, or has it in it. */
function outputOf(path, among = outputs) {
  const found =
    among.find(({ entry }) => entry === path) ?? among.find(({ sources }) => sources.includes(path))
  if (!found) throw new Error(`The build made nothing of ${path}.`)
  return found.name
}

/** Returns the licence of every package of which something is in the bundles, as each asks for. */
function listLicenses() {
  const packages = new Set(
    outputs
      .flatMap(({ sources }) => sources)
      .flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
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
