/**
 * Bundles the program into `dist`: `npm run build:js`. Each entry becomes a file of its own, and what several
 * entries share becomes a chunk, so that a pool process starts from one small file. Packages stay outside, but
 * for those that a host loads at every start.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { build } from 'esbuild'
import { keepLicences } from './keep-licences.mjs'
import { mergeChunks } from './merge-chunks.mjs'

// The names of chunks have hashes, so those of the last build would stay. Folders of `dist` are not ours.
mkdirSync('dist', { recursive: true })
for (const name of readdirSync('dist')) if (/[.]c?js([.]map)?$/.test(name)) rmSync(`dist/${name}`)

// What a host loads of packages at every start.
const serverPackages = ['fastify', 'pino']

const options = {
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

const entryPoints = {
  // The command line.
  cli: 'core/cli/cli.ts',
  // What `specimen dev` starts: core/cli/build-commands.ts names it.
  'dev-host': 'core/cli/dev-host.ts',
  // What package.json exports.
  host: 'core/package.ts',
  plugin: 'core/plugin.ts',
  client: 'core/client/client.ts',
  // What the command line loads when a plugin is to be built, with ts-morph and esbuild.
  build: 'build/cli.ts',
  'assemble-bundles': 'build/assemble-bundles.ts',
}
const { metafile } = await build({
  ...options,
  entryPoints,
  splitting: true,
  metafile: true,
  packages: 'external',
  plugins: [leaveOut('run-build'), takeFrom('server-packages', serverPackages)],
})
// What is loaded together: each line is one program, or one part of it.
const programs = [
  ['core/cli/cli.ts'],
  ['core/cli/run-any.ts'],
  ['core/cli/host-commands.ts', 'core/host.ts'],
  ['core/cli/worker-command.ts', 'core/worker-host.ts'],
  ['core/client/client.ts'],
  ['build/cli.ts', 'build/assemble-bundles.ts'],
]
await mergeChunks(metafile, programs, options)

// What a host starts as threads: core/engine.ts names these files. Each has its own modules in any case.
await build({
  ...options,
  entryPoints: {
    'pool-thread': 'core/run/plugin-side/pool-thread.ts',
    'encoder-thread': 'core/run/encoding/encoder-thread.ts',
  },
  packages: 'external',
})

// What a host starts for each cancelled run. As 19 chunks it took 56 ms to be ready, where an empty module takes
// 37; as one file it takes 39.
await build({
  ...options,
  entryPoints: { 'pool-process': 'core/run/plugin-side/pool-process.ts' },
  minifyWhitespace: true,
  lineLimit: 110,
  sourcemap: false,
})
await build({
  ...options,
  entryPoints: { 'pool-start': 'core/run/plugin-side/pool-start.ts' },
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  plugins: [leaveOut('pool-process')],
  sourcemap: false,
})

// The command that is run most, and mostly finds nothing to do: the modules that it needs for that are one
// file. As chunks, shared with all else, they would be 23, and Node takes nearly a millisecond for each.
await build({
  ...options,
  entryPoints: { 'run-build': 'core/cli/run-build.ts' },
  packages: 'external',
  plugins: [leaveOut('assemble-bundles')],
  sourcemap: false, // 57 kB, and the text names the module that each part is of
})

// As they are installed, these packages are 190 files, which Node finds and reads one by one.
await build({
  ...options,
  stdin: {
    contents: serverPackages.map((name) => `export { ${name} } from '${name}'`).join('\n'),
    resolveDir: '.',
    sourcefile: 'server-packages.js',
  },
  entryNames: 'server-packages',
  packages: 'bundle',
  // Fastify loads them when they are needed: to inject requests, and for schemas, which no route has.
  external: ['light-my-request', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
  banner: {
    js: `import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)`,
  },
  plugins: [loadLater('semver', 'node:http2', 'node:https'), keepLicences()],
  legalComments: 'eof',
  minifyWhitespace: true,
  lineLimit: 110, // an uncaught error shows its line
  sourcemap: false,
})

// What a host starts for a static file. Its packages are bundled in, so that installations are without them; a
// source map would name their sources, which the package has not.
await build({
  ...options,
  entryPoints: { 'decoding-thread': 'core/run/decoding/decoding-thread.ts' },
  packages: 'bundle',
  plugins: [keepLicences()],
  legalComments: 'eof',
  sourcemap: false,
})

/** Has modules that others require at once, and seldom use, loaded when something of them is used. */
function loadLater(...names) {
  const namespace = 'load-later'
  return {
    name: namespace,
    setup({ onResolve, onLoad }) {
      onResolve({ filter: new RegExp(`^(${names.join('|')})$`) }, ({ path, resolveDir, ...from }) =>
        from.namespace === namespace ? null : { path, namespace, pluginData: resolveDir },
      )
      onLoad({ filter: /./, namespace }, ({ path, pluginData: resolveDir }) => ({
        contents: `module.exports = new Proxy({}, { get: (_, name) => require('${path}')[name] })`,
        resolveDir,
      }))
    },
  }
}

/** Has imports of these packages lead to a file, which another call writes. */
function takeFrom(file, packages) {
  return {
    name: `take-from-${file}`,
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`^(${packages.join('|')})$`) }, () => ({
        path: `./${file}.js`,
        external: true,
      }))
    },
  }
}

/** Has `await import` of a module lead to the file of its name, which another call writes. */
function leaveOut(name) {
  return {
    name: `leave-out-${name}`,
    setup({ onResolve }) {
      onResolve({ filter: new RegExp(`/${name}[.]ts$`) }, ({ kind }) =>
        kind === 'dynamic-import' ? { path: `./${name}.js`, external: true } : null,
      )
    },
  }
}
