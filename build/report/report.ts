/** A run as text: diagnostics with their line of source, one line a bundle, and the sum. */

import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { formatCount } from '../../core/contract/text/count.ts'
import type { OutputStream } from '../../core/contract/text/output-streams.ts'
import { toCommand } from '../../core/contract/text/to-command.ts'
import { toShownText, toVisibleText } from '../../core/contract/text/visible-text.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import { toReported } from './report-json.ts'
import { countDiagnostics, type FunctionCalls, type PluginReport, type RunReport } from './run-report.ts'

/** Width of a shown source line; a longer one is cut to the part around the problem. */
const widest = 140

/** Colours of the terminal, or none. */
export interface Palette {
  error(text: string): string
  warning(text: string): string
  good(text: string): string
  faint(text: string): string
}

/** Returns the colours of a terminal, or none. */
export function createPalette(coloured: boolean): Palette {
  const paint = (code: number) => (text: string) => (coloured ? `\u001b[${code}m${text}\u001b[0m` : text)
  return { error: paint(31), warning: paint(33), good: paint(32), faint: paint(2) }
}

/** Returns a diagnostic as text: place, finding, source line, remedy. Paths are relative to `folder`. */
export function formatDiagnostic(diagnostic: Diagnostic, folder: string, palette: Palette): string {
  const { code, severity, span, path, found, remedy, origin } = toReported(diagnostic, folder)
  const place = span ? `${toShownText(relative(folder, span.file))}:${span.line}:${span.column} ` : ''
  const inside = path === null ? '' : ` in ${toShownText(path)}`
  const head = `${place}${palette[severity](severity)} ${code}${inside}`
  const frame = span ? formatFrame(span, palette) : []
  const behind = origin
    ? [`  It comes from ${toShownText(relative(folder, origin.file))}:${origin.line}:${origin.column}`]
    : []
  return [head, `  ${toShownText(found)}`, ...frame, ...behind, `  ${toShownText(remedy)}`, ''].join('\n')
}

/** Writes problems to a stream, each with a blank line behind it. */
export function writeDiagnostics(diagnostics: readonly Diagnostic[], stream: OutputStream): void {
  const palette = createPalette(stream.isTTY === true)
  for (const diagnostic of diagnostics)
    stream.write(`${formatDiagnostic(diagnostic, process.cwd(), palette)}\n`)
}

/** Returns the line of source that a span starts on, with the span underlined; nothing for a blank one. */
export function formatFrame({ file, line, column, endLine, endColumn }: Span, palette: Palette): string[] {
  const source = existsSync(file) ? (readFileSync(file, 'utf8').split(/\r\n|\r|\n/)[line - 1] ?? '') : ''
  if (source.trim() === '') return []
  const number = String(line)
  const end = endLine === line ? endColumn : source.length + 1
  const blank = source.slice(0, column - 1).replace(/[^\t]/g, ' ')
  const from = source.length > widest ? Math.max(0, Math.min(column - 21, source.length - widest)) : 0
  const [cut, rest] = [from > 0 ? '…' : '', source.length > from + widest ? '…' : '']
  const underline = '^'.repeat(Math.max(1, Math.min(end - column, widest)))
  return [
    palette.faint(`  ${number} | ${cut}`) +
      toVisibleText(source.slice(from, from + widest)) +
      palette.faint(rest),
    palette.faint(`  ${' '.repeat(number.length)} | `) +
      ' '.repeat(cut.length) +
      blank.slice(from) +
      palette.error(underline),
  ]
}

/** Returns the line about one plugin: its functions with their results, its bundle's size, its needs. */
export function formatPlugin(
  { name, state, functions, needs, files, bytes, earlierBundle }: PluginReport,
  palette: Palette,
): string {
  if (state === 'refused') {
    const consequence = 'hosts that load it go on serving what it was made from'
    const rest =
      earlierBundle === null ? '' : `: ${earlierBundle} is of an earlier build and stays; ${consequence}`
    return `${palette.error('refused')} ${toShownText(name + rest)}`
  }
  const signatures = functions.map((declared) => `${declared.name} → ${declared.returns}`).join(', ')
  const word = {
    built: palette.good('built'),
    changed: palette.warning('changed'),
    same: palette.faint('same '),
  }[state]
  const size = palette.faint(`(${formatCount(files, 'file')}, ${formatBytes(bytes)})`)
  const asked = needs.length > 0 ? `, needs ${needs.join(', ')}` : ''
  return `${word} ${toShownText(`${name}: ${signatures}`)} ${size}${asked}`
}

/** Names on a line; of more, the number is said. */
const mostNames = 8

/** Returns the line about functions that were built and not called; none where there are none. */
export function formatUntried(names: readonly string[]): string[] {
  if (names.length === 0) return []
  const rest = names.length > mostNames ? ` and ${names.length - mostNames} more` : ''
  const listed = toShownText(names.slice(0, mostNames).join(', '))
  return [`not tried: ${listed}${rest} (${toCommand('check --run')} calls every function)`]
}

/** Returns the lines about the functions that a check ran and left out; none where it was to run none. */
export function formatCalls(calls: FunctionCalls | null): string[] {
  if (calls === null) return []
  const { ran, left } = calls
  const count =
    ran.length > 0
      ? `ran ${formatCount(ran.length, 'function')}, twice with the same values`
      : `ran no function: ${left.length > 0 ? 'none could be run as it is' : 'none was built'}`
  const reasons = left.map(({ name, reason }) => toShownText(`not run: ${name}: ${reason}`))
  return [count, ...reasons]
}

/** Returns the last line of a run. */
export function formatSum({ command, plugins, out, against, diagnostics, seconds }: RunReport): string {
  const { errors, warnings } = countDiagnostics(diagnostics)
  const built = plugins.filter(({ state }) => state !== 'refused').length
  const counts = `${formatCount(errors, 'error')}, ${formatCount(warnings, 'warning')}`
  const compared = against === null ? `in ${out}` : `compared with ${against}`
  const same = plugins.filter(({ state }) => state === 'same').length
  const place = command === 'check' ? `${compared}, ${same} the same` : compared
  return `${built} of ${formatCount(plugins.length, 'plugin')} ${place}, ${counts}, ${seconds.toFixed(1)} s`
}

/** Returns a size in kB or MB. */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
