import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText, toVisibleText } from '../../core/contract/text/visible-text.ts'
import { createPalette, formatPlugin, formatSum, formatUntried, writeDiagnostics } from './report.ts'
import { toGithubReport } from './report-github.ts'
import { toJsonReport, toReported } from './report-json.ts'
import { toSarifReport } from './report-sarif.ts'
import type { PluginReport, ReportFormat, RunReport } from './run-report.ts'

/** Prints a report: text goes to both streams, problems to the second; a document to the first alone. */
export function writeReport(given: RunReport, format: ReportFormat, streams: OutputStreams): void {
  const folder = process.cwd()
  const diagnostics = given.diagnostics.map((diagnostic) => toReported(diagnostic, folder))
  const report = { ...given, diagnostics }
  if (format === 'text') writeText(report, streams)
  else if (format === 'json') streams.stdout.write(toVisibleText(toJsonReport(report, folder)))
  else if (format === 'github') streams.stdout.write(toVisibleText(toGithubReport(report, folder)))
  else streams.stdout.write(toVisibleText(toSarifReport(report, folder)))
}

function writeText(report: RunReport, { stdout, stderr }: OutputStreams): void {
  const shades = createPalette(stdout.isTTY === true)
  writeDiagnostics(report.diagnostics, stderr)
  const refusedLast = report.plugins.toSorted(
    (a, b) => Number(a.state === 'refused') - Number(b.state === 'refused'),
  )
  const isShown = ({ state }: PluginReport): boolean => state !== 'same' || report.command === 'build'
  const lines = [
    // A check shows only changed plugins.
    ...refusedLast.filter(isShown).map((plugin) => formatPlugin(plugin, shades)),
    ...report.removed.map((name) => `removed ${name}: its plugin is gone`),
    ...report.compatible.map(({ functionName, at, text }) =>
      toShownText(`compatible: ${functionName}${at === '' ? '' : ` ${at}`}: ${text}`),
    ),
    ...formatUntried(report.untried),
    formatSum(report),
  ]
  stdout.write(lines.map((line) => `${line}\n`).join(''))
}
