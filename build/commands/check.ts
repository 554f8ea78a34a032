/** `specimen check`: builds in memory and compares with the bundles on disk and the published ones. */

import type { Grants } from '../../core/contract/domain/needs.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { createTemporaryFolder } from '../../core/engine/files/scratch-folder.ts'
import { buildPlugins } from '../build-plugins.ts'
import { compareApis, goneText, type PublishedApi, type SchemaChange } from '../compare/compare-schemas.ts'
import { findVersion } from '../compare/version.ts'
import { deriveFunction, deriveSpecimen, isSpecimen } from '../derive/derive-manifest.ts'
import { compareDiagnostics, type Diagnostic, hasErrors } from '../model/diagnostics.ts'
import { toPublishedBundle } from '../model/function-tags.ts'
import type { BuildOutcome, BuiltBundle } from '../model/outcome.ts'
import type { PluginSource } from '../model/signature.ts'
import { openCheckCache } from '../output/check-cache.ts'
import { compareOutputs } from '../output/compare-outputs.ts'
import { findSdk } from '../output/program.ts'
import { writeBundles } from '../output/write-bundles.ts'
import { createProgressLine, type ProgressLine } from '../report/progress-line.ts'
import { writeDiagnostics } from '../report/report.ts'
import { reportChanges } from '../report/report-changes.ts'
import { reportPlugins } from '../report/run-report.ts'
import { writeReport } from '../report/write-report.ts'
import type { BuildRequest } from './build.ts'
import { type FunctionCheck, runFunctions } from './run-functions.ts'
import type { CallsOpener } from './thumbnail.ts'

/** The parameters of the command. */
interface CheckRequest extends BuildRequest {
  readonly against: string | null
  /** Opens a folder of bundles to run their functions; null where none is run. */
  readonly run: {
    readonly allowed: Grants
    readonly openCalls: CallsOpener
  } | null
}

/**
 * Runs `specimen check` and returns the exit code. `against` has published schemas: a folder of bundles, or a
 * Git revision. `now` is in milliseconds.
 */
export async function runCheck(
  { format, source, out, against, run }: CheckRequest,
  streams: OutputStreams,
  now: () => number,
): Promise<number> {
  const progress = createProgressLine(streams, now)
  const started = now()
  const sdkFile = findSdk()
  // Comparing and running need the bytes of all bundles, which no cache has.
  const cache = against === null && run === null ? openCheckCache(source, out, sdkFile) : null
  const outcome = await buildPlugins({
    source,
    sdkFile,
    onProgress: progress.show,
    earlier: cache?.earlier ?? null,
  })
  const command = toCommand(`build ${[source, '--out', out].map(quote).join(' ')}`)
  const { problems, changes, reduced } =
    against === null
      ? { problems: compareOutputs(outcome, source, out, command), changes: [], reduced: [] }
      : await compareWith(against, outcome.bundles, hasErrors(outcome.diagnostics), { source, out, sdkFile })
  const entries = new Set(problems.map(({ span }) => span?.file))
  const differing = outcome.plugins.filter(({ entry }) => entries.has(entry)).map(({ name }) => name)
  cache?.save(outcome, new Set(differing), started)
  const first = outcome.diagnostics.concat(problems.toSorted(compareDiagnostics))
  // Functions may take minutes: what is known already, such as a stale build, is not kept back until then.
  const told = run !== null && format === 'text' ? first : []
  if (told.length > 0) progress.clear()
  writeDiagnostics(told, streams.stderr)
  const runs = run === null ? null : await runBuilt(run, outcome, source, progress)
  const changed = [...listChanged(outcome, problems, changes), ...reduced]
  const diagnostics = outcome.diagnostics.concat(
    [...problems, ...(runs?.problems ?? [])].toSorted(compareDiagnostics),
  )
  const plugins = reportPlugins(outcome, { out, changed, as: 'changed', refused: new Set() })
  const compatible = changes.filter(({ effect }) => effect === 'compatible')
  const seconds = (now() - started) / 1000
  progress.clear()
  const places = { command: 'check', source, out, against } as const
  writeReport(
    { ...places, plugins, removed: [], untried: [], calls: runs, diagnostics, compatible, seconds },
    format,
    streams,
    told,
  )
  return hasErrors(diagnostics) ? 1 : 0
}

/** The sources, the bundles before, and the types that plugins import. */
interface ComparedFolders {
  readonly source: string
  readonly out: string
  readonly sdkFile: string
}

async function compareWith(
  against: string,
  bundles: readonly BuiltBundle[],
  incomplete: boolean,
  { source, out, sdkFile }: ComparedFolders,
): Promise<{ problems: Diagnostic[]; changes: SchemaChange[]; reduced: string[] }> {
  const { readPublished } = await import('./published.ts') // which loads the compiler
  const published = readPublished(against, source, out, sdkFile)
  const signatures = bundles.flatMap(({ functions }) => functions)
  const current: PublishedApi = {
    functions: signatures.map(deriveFunction),
    bundles: bundles.map(({ plugin, functions }) => toPublishedBundle(plugin, functions)),
    specimens: signatures.filter(isSpecimen).map((signature) => deriveSpecimen(signature, null)),
  }
  const found = compareApis(published, current)
  // A refused plugin's exports are unknown, so none of them counts as gone.
  const changes = incomplete ? found.filter(({ text }) => text !== goneText) : found
  const version = findVersion(source)
  // Bundles inside the package itself were not published with any version.
  const versions = {
    published: published.version?.file === version?.file ? null : (published.version?.version ?? null),
    current: version,
  }
  const places = new Map(
    signatures.flatMap(({ name, span, parameters }) => [
      [name, span] as const,
      ...parameters.map((parameter) => [`${name}(${parameter.name})`, parameter.span] as const),
    ]),
  )
  const gone = changes.filter(({ text }) => text === goneText)
  const reduced = published.bundles
    .filter(({ functions }) => gone.some(({ functionName }) => functions.includes(functionName)))
    .map(({ name }) => name)
  return { problems: reportChanges(changes, versions, against, places), changes, reduced }
}

async function runBuilt(
  { allowed, openCalls }: NonNullable<CheckRequest['run']>,
  outcome: BuildOutcome,
  source: string,
  { wait }: Pick<ProgressLine, 'wait'>,
): Promise<FunctionCheck> {
  const { path: folder, close } = createTemporaryFolder('specimen-check-')
  try {
    writeBundles(outcome, source, folder)
    const calls = await openCalls(folder)
    return await runFunctions(outcome.bundles, calls, { allowed, onWait: wait }).finally(() => calls.close())
  } finally {
    close()
  }
}

function listChanged(
  { plugins, bundles }: BuildOutcome,
  problems: readonly Diagnostic[],
  changes: readonly SchemaChange[],
): string[] {
  const differs = new Set(problems.map(({ span }) => span?.file))
  const changed = new Set(changes.map(({ functionName }) => functionName))
  const isChanged = (plugin: PluginSource): boolean =>
    bundles.some(
      (bundle) => bundle.plugin === plugin && bundle.functions.some(({ name }) => changed.has(name)),
    )
  return plugins.filter((plugin) => differs.has(plugin.entry) || isChanged(plugin)).map(({ name }) => name)
}

function quote(text: string): string {
  return /^[\w./@%+=:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
