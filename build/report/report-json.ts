/** `--format json`: one document on standard output, with paths relative to a folder and `/` in them. */
import { existsSync } from 'node:fs'
import { dirname, isAbsolute, relative, sep } from 'node:path'
import { diagnosticTitles } from '../model/diagnostic-codes.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import type { RunReport } from './run-report.ts'

/** Rises when a member changes its meaning or goes; new members may come without. */
const reportVersion = 1

/** Returns a report as JSON text. Names are snake_case, as in a manifest. */
export function toJsonReport(report: RunReport, folder: string): string {
  const {
    command,
    source,
    out,
    against,
    plugins,
    removed,
    diagnostics,
    compatible,
    seconds,
    untried,
    calls,
  } = report
  const document = {
    version: reportVersion,
    command,
    source,
    out,
    against,
    plugins: plugins.map(({ earlierBundle, ...plugin }) => ({
      ...plugin,
      entry: toRelative(folder, plugin.entry),
      earlier_bundle: earlierBundle,
    })),
    removed,
    untried,
    ...(calls && { calls }),
    diagnostics: diagnostics.map(({ code, severity, span, path, found, remedy, origin }) => ({
      code,
      severity,
      title: diagnosticTitles[code],
      ...(span && toPlace(span, folder)),
      ...(origin && { origin: toPlace(origin, folder) }),
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

function toPlace({ file, line, column, endLine, endColumn }: Span, folder: string): object {
  return { file: toRelative(folder, file), line, column, end_line: endLine, end_column: endColumn }
}

/** Returns a path as reports write it. */
export function toRelative(folder: string, path: string): string {
  return relative(folder, path).replaceAll(sep, '/')
}

/** Absolute paths as compilers and systems write them: between quotes, or behind a colon at the end. */
const pathPattern = /(?<=["'`])[^"'`\n]+(?=["'`])|(?<=: )[\\/][^"'`\n]+$/gm

/** Returns a problem with paths relative to a folder, also in its texts: the same on every machine. */
export function toReported(diagnostic: Diagnostic, folder: string): Diagnostic {
  const { code, found, remedy } = diagnostic
  if (!/^(typescript|bundle|build)\./.test(code)) return diagnostic
  const shorten = (text: string): string =>
    text.replace(pathPattern, (path) =>
      isAbsolute(path) && existsSync(dirname(path)) ? toRelative(folder, path) : path,
    )
  return { ...diagnostic, found: shorten(found), remedy: shorten(remedy) }
}
