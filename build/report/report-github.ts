/** `--format github`: workflow commands, which GitHub shows at the lines of a pull request. */
import { toRelative } from './report-json.ts'
import type { RunReport } from './run-report.ts'

/** Returns a report as one workflow command a line. */
export function toGithubReport({ diagnostics, compatible }: RunReport, folder: string): string {
  const problems = diagnostics.map(({ code, severity, span, path, found, remedy, origin }) => {
    const place = span && {
      file: toRelative(folder, span.file),
      line: span.line,
      endLine: span.endLine,
      // GitHub allows columns only within one line.
      ...(span.endLine === span.line && { col: span.column, endColumn: span.endColumn }),
    }
    const title = path === null ? code : `${code} in ${path}`
    const behind = origin ? ` It comes from ${toRelative(folder, origin.file)}:${origin.line}.` : ''
    return toCommand(severity, { ...place, title }, `${found}${behind} ${remedy}`)
  })
  const notices = compatible.map(({ functionName, at, text }) => {
    return toCommand('notice', { title: `schema of ${functionName}` }, at === '' ? text : `${at}: ${text}`)
  })
  return [...problems, ...notices].map((line) => `${line}\n`).join('')
}

function toCommand(
  name: string,
  properties: { readonly [name: string]: string | number },
  message: string,
): string {
  const texts = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
  return `::${name} ${texts.join(',')}::${escapeText(message)}`
}

function escapeText(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
