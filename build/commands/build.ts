/** `specimen build`: from a folder of plugins to a folder of bundles, doing again only what has changed. */
import { statSync } from 'node:fs'
import { type BuildOutcome, buildPlugins } from '../build-plugins.ts'
import { type BuildCache, type CachePlace, openCache, saveCache } from '../cache.ts'
import { findSdk, hashGenerator } from '../generator.ts'
import { parseArguments, parseFormat } from '../parse-arguments.ts'
import type { SourceReader } from '../read-sources.ts'
import { countDiagnostics, type RunReport, reportPlugins } from '../run-report.ts'
import { createProgressLine, type Streams } from '../terminal.ts'
import { writeBundles } from '../write-bundles.ts'
import { writeReport } from '../write-report.ts'

const usage = `specimen build [dir] [--out DIR] [--format text|json|github|sarif]

Reads the typed functions of plugins and writes one bundle a plugin: a folder with
manifest.json (schemas, hashes) and index.mjs, which a host loads as it is.

  dir          folder of plugins, or one plugin file   (default: plugins)
  --out DIR    where the bundles go                    (default: dist/plugins)
  --format F   text for people, json, github (annotations), sarif   (default: text)
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

Types are read, not checked: run tsc for errors inside functions.

Only what changed since the last build of a folder is built: DIR/.specimen-cache.json of the
output folder remembers, and may be deleted at any time.

Exit code: 0 when every plugin was built, 1 when one was refused (the others are built
all the same), 2 when the command was not understood.
`

/** Runs `specimen build` with the arguments behind the command's name and returns the exit code. `now` is in milliseconds. */
export async function runBuild(
  argv: readonly string[],
  streams: Streams = process,
  now: () => number = Date.now,
): Promise<number> {
  const parsed = parseArguments('build', argv, { out: 'dist/plugins', format: 'text' }, usage, streams)
  if (typeof parsed === 'number') return parsed
  const { path, options } = parsed
  const format = parseFormat('build', options.format, streams)
  if (!format) return 2
  const progress = createProgressLine(streams, now)
  const report = await buildFolder({ source: path ?? 'plugins', out: options.out ?? '', now, onProgress: progress.show })
  progress.clear()
  writeReport(report, format, process.cwd(), streams)
  return countDiagnostics(report.diagnostics).errors > 0 ? 1 : 0
}

export interface FolderBuild {
  readonly source: string
  readonly out: string
  readonly now: () => number
  readonly onProgress: (text: string) => void
  /** Reads in place of a reader made for this build. */
  readonly read?: SourceReader
  /** Hears on which paths the outcome depends, before anything is written. */
  readonly onInputs?: (inputs: ReadonlySet<string>) => void
}

/** Builds what changed and writes it. */
export async function buildFolder({ source, out, now, onProgress, read, onInputs }: FolderBuild): Promise<RunReport> {
  const started = now()
  const sdkFile = findSdk()
  // One file is built by those who look at it; the cache of its folder is not touched.
  const place = isFolder(source) ? { source, out, generator: hashGenerator(sdkFile) } : null
  const cache = place && openCache(place)
  const outcome = await buildPlugins({ source, sdkFile, onProgress, earlier: cache, ...(read && { read }) })
  onInputs?.(outcome.inputs)
  const written = writeBundles(outcome, source, out)
  if (place) keepResults(place, cache, outcome, written.refused, started)
  return {
    command: 'build',
    source,
    out,
    plugins: reportPlugins(outcome, { changed: written.changed, as: 'built' }, written.refused),
    removed: written.removed,
    diagnostics: [...outcome.diagnostics, ...written.problems],
    compatible: [],
    seconds: (now() - started) / 1000,
  }
}

function keepResults(
  place: CachePlace,
  cache: BuildCache | null,
  { plugins, bundles, kept, results }: BuildOutcome,
  unwritten: ReadonlySet<string>,
  started: number,
): void {
  const isAsBefore = cache !== null && cache.size === results.length && kept.length === plugins.length && bundles.length === 0
  if (isAsBefore && !cache.isOutdated()) return
  if (results.length > 0) saveCache(place, results, unwritten, started, cache?.listStates() ?? new Map())
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
