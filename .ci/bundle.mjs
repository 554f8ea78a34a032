/**
 * Bundles the program into `dist`: `npm run build:js`. Packages stay outside: what runs is what is installed.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'esbuild'

// The names of chunks have hashes, so those of the last build would stay. Folders of `dist` are not ours.
mkdirSync('dist', { recursive: true })
for (const name of readdirSync('dist')) if (/[.]c?js([.]map)?$/.test(name)) rmSync(`dist/${name}`)
rmSync('dist/decoder', { recursive: true, force: true })

const options = {
  outdir: 'dist',
  bundle: true,
  packages: 'external',
  alias: { 'ts-morph': './.ci/required-ts-morph.mjs' },
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  minifySyntax: true,
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/** A host finds the formats of files; the decoder below reads them. */
const withoutReaders = {
  name: 'without-readers',
  setup({ onResolve }) {
    onResolve({ filter: /[.]ts$/ }, ({ kind, importer }) =>
      kind === 'dynamic-import' && importer.endsWith('-format.ts')
        ? { path: resolve('.ci/no-reader.mjs') }
        : undefined,
    )
  },
}

// Entries share chunks, so that the error of one is the error of all.
await build({
  ...options,
  splitting: true,
  plugins: [withoutReaders],
  entryPoints: {
    // The command line, which loads the build when one of its commands runs.
    cli: 'core/cli/cli.ts',
    // The programs that `specimen dev` starts: core/cli/build-commands.ts names them.
    'dev-host': 'core/cli/dev-host.ts',
    'check-bodies': 'build/commands/check-bodies.ts',
    // The exports of package.json.
    host: 'core/package.ts',
    plugin: 'core/plugin.ts',
    client: 'core/client/client.ts',
  },
})

// A host starts these as threads and processes, which begin sooner as one file each.
await build({
  ...options,
  entryPoints: {
    'pool-process': 'core/engine/run/plugin-side/pool-process.ts',
    'pool-thread': 'core/engine/run/plugin-side/pool-thread.ts',
    'encoder-thread': 'core/engine/run/encoding/encoder-thread.ts',
    'drawing-thread': 'core/engine/run/drawing/drawing-thread.ts',
  },
})

// The decoder is a bundle that a pool process loads: a file of its own for each format.
await build({
  ...options,
  outdir: 'dist/decoder',
  sourcemap: false,
  splitting: true,
  outExtension: { '.js': '.mjs' },
  entryPoints: { index: 'core/engine/run/decoding/decode-entry.ts' },
})

// The script of /docs, which stands in the page.
await build({
  ...options,
  platform: 'browser',
  target: 'es2022',
  sourcemap: false,
  minify: true,
  entryPoints: { 'try-call': 'core/viewer/docs/try-call.ts' },
})

// What takes the place of Node's modules, and of two names, where `specimen export` bundles a plugin for pages.
const ofNode = ['fs', 'path', 'requests', 'timers-promises', 'url', 'zlib']
await build({
  ...options,
  platform: 'neutral',
  sourcemap: false,
  entryPoints: Object.fromEntries(
    ofNode.map((name) => [`in-page-${name}`, `core/viewer/site/node/${name}.ts`]),
  ),
})
