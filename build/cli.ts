/**
 * `specimen build`: from a folder of plugins to a folder of bundles. `core/cli.ts` loads it when the command is asked for,
 * so that a host without ts-morph and esbuild starts; CI uses `verifyBundles`.
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildPlugins } from './build-plugins.ts'
import { hasErrors } from './diagnostics.ts'
import { createPalette, formatBundle, formatCount, formatDiagnostic } from './report.ts'
import { listDrift, listOrphans, writeBundles } from './write-bundles.ts'

const usage = `specimen build [dir] [--out DIR]

Reads the typed functions of plugins and writes one bundle a plugin: a folder with
manifest.json (schemas, hashes) and index.mjs, which a host loads as it is.

  dir          folder of plugins, or one plugin file   (default: plugins)
  --out DIR    where the bundles go                    (default: dist/plugins)
  -h, --help   this text

A plugin is DIR/name.ts or DIR/name/index.ts. Every exported function in it that returns
a Mesh, Volume, PointCloud or Image is registered under its own name:

  import type { Integer, Mesh, Range } from 'specimen-host/plugin'

  /** A flat disc. @param radius - in metres */
  export function disc(radius: Range<0.1, 10> = 1, segments: Integer = 64): Mesh { … }

Parameters are number, Integer, Range<min, max, step?>, string, boolean, or string
literals such as 'low' | 'high'. A ProgressReporter is filled in by the host. Comments
become descriptions; @displayName, @tags, @thumbnail, @story describe the specimen, and
@notSpecimen keeps a function out of the catalog.

Exit code: 0 when every plugin was built, 1 when one was refused (the others are built
all the same), 2 when the command was not understood.
`

/** Where the command writes. `process` fits. */
export interface BuildStreams {
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

/** Runs `specimen build` with the arguments behind the command's name and returns the exit code. */
export async function runBuild(argv: readonly string[], streams: BuildStreams = process): Promise<number> {
  const request = parseRequest(argv)
  if (typeof request === 'string') {
    streams.stderr.write(`${request}\nTry: specimen build --help\n`)
    return 2
  }
  if (request.help) {
    streams.stdout.write(usage)
    return 0
  }
  return build(request.source, request.out, streams)
}

/**
 * Builds in memory and returns the files under `out` that differ from the sources, `bundle/path` each: nothing is written.
 * @throws when a plugin does not build, with its diagnostics as text
 */
export async function verifyBundles(source: string, out: string): Promise<string[]> {
  const outcome = await buildPlugins({ source, sdkFile: findSdk(), onProgress: () => undefined })
  if (hasErrors(outcome.diagnostics)) {
    const texts = outcome.diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, process.cwd(), createPalette(false)))
    throw new Error(texts.join('\n'))
  }
  const drifted = outcome.bundles.flatMap((bundle) => listDrift(bundle, out).map((path) => `${bundle.plugin.name}/${path}`))
  return [...drifted, ...listOrphans(outcome, source, out)]
}

function parseRequest(argv: readonly string[]): { source: string; out: string; help: boolean } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { out: { type: 'string', default: 'dist/plugins' }, help: { type: 'boolean', short: 'h', default: false } },
    })
    if (positionals.length > 1) return `One folder or file at a time; found ${positionals.join(' ')}.`
    return { source: positionals[0] ?? 'plugins', out: values.out, help: values.help }
  } catch (error) {
    return error instanceof Error ? error.message : String(error) // parseArgs names the argument it did not understand
  }
}

async function build(source: string, out: string, { stdout, stderr }: BuildStreams): Promise<number> {
  const started = performance.now()
  const outcome = await buildPlugins({
    source,
    sdkFile: findSdk(),
    onProgress: (text) => stderr.isTTY && stderr.write(`\r\u001b[K${text} …`),
  })
  if (stderr.isTTY) stderr.write('\r\u001b[K')
  const written = writeBundles(outcome, source, out)
  const diagnostics = [...outcome.diagnostics, ...written.problems]
  const palette = createPalette(stderr.isTTY === true)
  for (const diagnostic of diagnostics) stderr.write(`${formatDiagnostic(diagnostic, process.cwd(), palette)}\n`)
  const refused = new Set(written.problems.map(({ span }) => span?.file))
  const built = outcome.bundles.filter(({ plugin }) => !refused.has(plugin.entry))
  const shades = createPalette(stdout.isTTY === true)
  for (const bundle of built) stdout.write(`${formatBundle(bundle, written.changed.includes(bundle.plugin.name), shades)}\n`)
  for (const { name } of outcome.plugins.filter((plugin) => !built.some((bundle) => bundle.plugin === plugin))) {
    stdout.write(`${shades.error('refused')} ${name}\n`)
  }
  for (const name of written.removed) stdout.write(`removed ${name}: its plugin is gone\n`)
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const counts = `${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`
  stdout.write(`${built.length} of ${formatCount(outcome.plugins.length, 'plugin')} in ${out}, ${counts}, ${seconds} s\n`)
  return errors > 0 ? 1 : 0
}

/** The SDK's types lie beside the running program: declarations in `dist`, or their source when run from there. */
function findSdk(): string {
  const candidates = ['./types/core/plugin.d.ts', '../core/plugin.ts']
  const file = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path))
  if (!file)
    throw new Error(`The types of specimen-host/plugin are missing beside ${import.meta.url}; install the package again.`)
  return file
}
