import { join } from 'node:path'
import { refuseFile } from '../../core/engine/files/replace.ts'
import { buildPlugins } from '../build-plugins.ts'
import { isFolder } from '../files/paths.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { PluginResult } from '../model/outcome.ts'
import { openCache, saveCache } from '../output/cache.ts'
import { cacheName } from '../output/own-files.ts'
import { findSdk, listProgram } from '../output/program.ts'
import { writeBundles } from '../output/write-bundles.ts'
import type { SourceReader } from '../read/read-sources.ts'
import { type RunReport, reportPlugins } from '../report/run-report.ts'
import type { FunctionTrial } from './run-functions.ts'
import type { CallsOpener } from './thumbnail.ts'

/** The folders of a build, its clock, and what is told of it. */
interface FolderBuild {
  readonly source: string
  readonly out: string
  readonly now: () => number
  readonly onProgress: (text: string) => void
  readonly read?: SourceReader
  readonly onInputs?: (inputs: ReadonlySet<string>) => void
  readonly openCalls?: CallsOpener | null
}

/** Builds the changed plugins and writes them. */
export async function buildChanged({
  source,
  out,
  now,
  onProgress,
  read,
  onInputs,
  openCalls = null,
}: FolderBuild): Promise<RunReport> {
  refuseFile(out)
  const started = now()
  const sdkFile = findSdk()
  // A build of one file leaves the cache of its folder alone.
  const place = isFolder(source)
    ? { file: join(out, cacheName), source, out, program: listProgram(sdkFile), trustsMarks: true }
    : null
  const cache = place && openCache(place)
  const outcome = await buildPlugins({ source, sdkFile, onProgress, earlier: cache, ...(read && { read }) })
  onInputs?.(outcome.listInputs())
  const written = writeBundles(outcome, source, out)
  const { plugins, bundles, kept } = outcome
  const trial =
    bundles.length === 0
      ? nothingTried
      : await (await import('./try-built.ts')).tryBuilt(outcome, source, { openCalls, onProgress, now })
  const results = outcome.results.map((result) => addProblems(result, trial.problems))
  const isAsBefore = cache?.size === results.length && kept.length === plugins.length && bundles.length === 0
  if (place && results.length > 0 && (!isAsBefore || cache.isOutdated())) {
    const known = cache?.listStates() ?? new Map()
    saveCache(place, { results, unwritten: written.refused, startedMs: started, known })
  }
  return {
    command: 'build',
    source,
    out,
    against: null,
    plugins: reportPlugins(outcome, { ...written, out, as: 'built' }),
    removed: written.removed,
    diagnostics: [...outcome.diagnostics, ...trial.problems, ...written.problems],
    untried: trial.untried,
    calls: null,
    compatible: [],
    seconds: (now() - started) / 1000,
  }
}

/** The trial of a build that has built nothing, which need not load what calls functions. */
const nothingTried: FunctionTrial = { problems: [], untried: [] }

/** Keeps what a trial has said for the next build, which does not try what is as it was. */
function addProblems(result: PluginResult, problems: readonly Diagnostic[]): PluginResult {
  const own = problems.filter(({ path }) => result.functions.some(({ name }) => name === path))
  return own.length === 0 ? result : { ...result, problems: [...result.problems, ...own] }
}
