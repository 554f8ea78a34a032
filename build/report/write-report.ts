import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText, toVisibleText } from '../../core/contract/text/visible-text.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import {
  createPalette,
  formatCalls,
  formatPlugin,
  formatSum,
  formatUntried,
  writeDiagnostics,
} from './report.ts'
import { toGithubReport } from './report-github.ts'
import { toJsonReport, toReported } from './report-json.ts'
import { toSarifReport } from './report-sarif.ts'
import type { PluginReport, ReportFormat, RunReport } from './run-report.ts'

/**
 * Prints a report: text goes to both streams, problems to the second; a document to the first alone. Problems
 * that were `told` already are counted in a text, and not told again.
 */
export function writeReport(
  given: RunReport,
  format: ReportFormat,
  streams: OutputStreams,
  told: readonly Diagnostic[] = [],
): void {
  const folder = process.cwd()
  const diagnostics = given.diagnostics.map((diagnostic) => toReported(diagnostic, folder))
  const report = { ...given, diagnostics }
  const untold = given.diagnostics.filter((diagnostic) => !told.includes(diagnostic))
  if (format === 'text') writeText(report, untold, streams)
  else if (format === 'json') streams.stdout.write(toVisibleText(toJsonReport(report, folder)))
  else if (format === 'github') streams.stdout.write(toVisibleText(toGithubReport(report, folder)))
  else streams.stdout.write(toVisibleText(toSarifReport(report, folder)))
}

function writeText(
  report: RunReport,
  untold: readonly Diagnostic[],
  { stdout, stderr }: OutputStreams,
): void {
  const shades = createPalette(stdout.isTTY === true)
  writeDiagnostics(untold, stderr)
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
    ...formatCalls(report.calls),
    formatSum(report),
  ]
  stdout.write(lines.map((line) => `${line}\n`).join(''))
}
