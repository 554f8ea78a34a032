/** `specimen check`: the whole build in memory, compared with what is on disk and with what was published. For CI. */
import { type BuildOutcome, buildPlugins } from '../build-plugins.ts'
import { compareOutputs } from '../compare-outputs.ts'
import { compareApis, goneText, type PublishedApi, type SchemaChange } from '../compare-schemas.ts'
import { deriveFunction, isSpecimen } from '../derive-manifest.ts'
import { compareDiagnostics, type Diagnostic, hasErrors } from '../diagnostics.ts'
import type { PluginSource } from '../discover.ts'
import { findSdk } from '../generator.ts'
import { parseArguments, parseFormat } from '../parse-arguments.ts'
import { readPublished } from '../published.ts'
import { reportChanges } from '../report-changes.ts'
import { countDiagnostics, type RunReport, reportPlugins } from '../run-report.ts'
import type { FunctionSignature } from '../signature.ts'
import { createProgressLine, type Streams } from '../terminal.ts'
import { findVersion } from '../version.ts'
import { writeReport } from '../write-report.ts'

const usage = `specimen check [dir] [--out DIR] [--against DIR|REVISION] [--format text|json|github|sarif]

Builds everything in memory, from scratch, and writes nothing. Lists bundles that are
missing, files that differ from what their sources give, and what is left over, each with
the command that puts it right.

  dir            folder of plugins, or one plugin file   (default: plugins)
  --out DIR      where the bundles are                   (default: dist/plugins)
  --against X    compare with published schemas instead of --out: a folder of bundles, or
                 a Git revision, such as a tag
  --format F     text for people, json, github (annotations), sarif   (default: text)
  -h, --help     this text

--against reports what may break clients that know the published functions: a function or
parameter that is gone, a parameter that is required now, a type, range or choice that takes
less, another default, return type or order of parameters. What can neither be shown to
break a client nor shown not to, as another pattern, counts as breaking and is called
undecided. All are accepted, as warnings, when the version in the package.json above the
plugins is a new major of the published one's (below 1.0.0: a new minor).

Exit code: 0 when there is nothing to say, 1 when there is, 2 when the command was not
understood.
`

/** Runs `specimen check` with the arguments behind the command's name and returns the exit code. */
export async function runCheck(
  argv: readonly string[],
  streams: Streams = process,
  now: () => number = Date.now,
): Promise<number> {
  const parsed = parseArguments('check', argv, { out: 'dist/plugins', against: null, format: 'text' }, usage, streams)
  if (typeof parsed === 'number') return parsed
  const { path, options } = parsed
  const format = parseFormat('check', options.format, streams)
  if (!format) return 2
  const progress = createProgressLine(streams, now)
  const request = { source: path ?? 'plugins', out: options.out ?? '', against: options.against ?? null }
  const report = await checkFolder({ ...request, now, onProgress: progress.show })
  progress.clear()
  writeReport(report, format, process.cwd(), streams)
  return countDiagnostics(report.diagnostics).errors > 0 ? 1 : 0
}

interface FolderCheck {
  readonly source: string
  readonly out: string
  readonly against: string | null
  readonly now: () => number
  readonly onProgress: (text: string) => void
}

async function checkFolder({ source, out, against, now, onProgress }: FolderCheck): Promise<RunReport> {
  const started = now()
  const sdkFile = findSdk()
  const outcome = await buildPlugins({ source, sdkFile, onProgress })
  const signatures = outcome.bundles.flatMap(({ functions }) => functions)
  const command = `specimen build ${[source, '--out', out].map(quote).join(' ')}`
  const { problems, changes } =
    against === null
      ? { problems: compareOutputs(outcome, source, out, command), changes: [] }
      : compareWith(against, signatures, hasErrors(outcome.diagnostics), { source, out, sdkFile })
  return {
    command: 'check',
    source,
    out,
    plugins: reportPlugins(outcome, { changed: listChanged(outcome, problems, changes), as: 'changed' }, new Set()),
    removed: [],
    diagnostics: [...outcome.diagnostics, ...problems.toSorted(compareDiagnostics)],
    compatible: changes.filter(({ effect }) => effect === 'compatible'),
    seconds: (now() - started) / 1000,
  }
}

function compareWith(
  against: string,
  signatures: readonly FunctionSignature[],
  incomplete: boolean,
  { source, out, sdkFile }: { source: string; out: string; sdkFile: string },
): { problems: Diagnostic[]; changes: SchemaChange[] } {
  const published = readPublished(against, source, out, sdkFile)
  const current: PublishedApi = {
    functions: signatures.map(deriveFunction),
    specimens: signatures.filter(isSpecimen).map(({ name }) => name),
  }
  const found = compareApis(published, current)
  // While a plugin is refused, it is not known what it would export.
  const changes = incomplete ? found.filter(({ text }) => text !== goneText) : found
  const version = findVersion(source)
  // Bundles inside the package itself say nothing about the version they were published with.
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
  return { problems: reportChanges(changes, versions, against, places), changes }
}

/**
 * Returns the names of plugins whose bundle, or a function of which, differs from what it is compared with.
 */
function listChanged(
  { plugins, bundles }: BuildOutcome,
  problems: readonly Diagnostic[],
  changes: readonly SchemaChange[],
): string[] {
  const differs = new Set(problems.map(({ span }) => span?.file))
  const changed = new Set(changes.map(({ functionName }) => functionName))
  const isChanged = (plugin: PluginSource): boolean =>
    bundles.some((bundle) => bundle.plugin === plugin && bundle.functions.some(({ name }) => changed.has(name)))
  return plugins.filter((plugin) => differs.has(plugin.entry) || isChanged(plugin)).map(({ name }) => name)
}

/** Quotes an argument for a shell where it needs it. */
function quote(text: string): string {
  return /^[\w./@%+=:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
