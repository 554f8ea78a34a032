/** `--format json`: one document on standard output, with paths relative to a folder and `/` in them. */
import { relative, sep } from 'node:path'
import { diagnosticTitles } from '../model/diagnostic-codes.ts'
import type { RunReport } from './run-report.ts'

/** Rises when a member changes its meaning or goes; new members may come without. */
const reportVersion = 1

/** Returns a report as JSON text. Names are snake_case, as in a manifest. */
export function toJsonReport(report: RunReport, folder: string): string {
  const { command, source, out, plugins, removed, diagnostics, compatible, seconds } = report
  const document = {
    version: reportVersion,
    command,
    source,
    out,
    plugins: plugins.map((plugin) => ({ ...plugin, entry: toRelative(folder, plugin.entry) })),
    removed,
    diagnostics: diagnostics.map(({ code, severity, span, path, found, remedy }) => ({
      code,
      severity,
      title: diagnosticTitles[code],
      ...(span && {
        file: toRelative(folder, span.file),
        line: span.line,
        column: span.column,
        end_line: span.endLine,
        end_column: span.endColumn,
      }),
      path,
      found,
      remedy,
    })),
    compatible_changes: compatible.map(({ functionName, at, text }) => ({
      function_name: functionName,
      at,
      text,
    })),
    seconds: Number(seconds.toFixed(3)),
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

/** Returns a path as reports write it. */
export function toRelative(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/')
}
