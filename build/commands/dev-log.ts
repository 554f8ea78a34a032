/** Reads the log of the host of `specimen dev`: failures in full, and the output of functions. */
import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { DevEventOf } from '../../core/contract/domain/dev-event.ts'
import { toShownText } from '../../core/contract/text/visible-text.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../core/contract/values/json.ts'
import { findRoot } from '../files/discover.ts'
import { isFolder } from '../files/paths.ts'
import type { Palette } from '../report/report.ts'

const warning = 40

/** A shown line of the log: from a function, or from the host. */
type LogEntry =
  | DevEventOf<'output'>
  | DevEventOf<'failure'>
  | { readonly kind: 'note'; readonly text: string }

/**
 * Returns the entry of a line of the host's log, null for a line that is not shown. Places in the sources
 * (`wave/index.ts:12:7`) become paths from the working directory, which a terminal opens; `source` is the
 * folder of plugins, or the one plugin file.
 */
export function readLogLine(line: string, source: string): LogEntry | null {
  const entry = line.startsWith('{') ? parseJson(line, 'a log line') : line
  if (!isJsonObject(entry)) return { kind: 'note', text: toShownText(line) }
  if (entry.msg === 'plugin output') return readOutput(entry, source)
  if (entry.msg === 'function failed') return readFailure(entry, source)
  // A failed job repeats its function's failure, and loading errors (`source`) are in the answer to the
  // reload.
  if (entry.code === 'function.failed' || typeof entry.source === 'string') return null
  if (typeof entry.level !== 'number' || entry.level < warning) return null
  const cause = isJsonObject(entry.err) ? entry.err.stack : null
  const stack = readStack(entry.stack ?? cause, source)
  return { kind: 'note', text: [toText(entry.msg), ...listLines(stack)].join('\n') }
}

/** Returns an entry as the terminal shows it. */
export function formatLogEntry(entry: LogEntry, palette: Palette): string {
  if (entry.kind === 'note') return entry.text
  // `wave | size is 3`: each line follows the name of its function.
  if (entry.kind === 'output') return entry.text.replace(/^/gm, `${palette.faint(`${entry.function} |`)} `)
  const given = palette.faint(`  called with ${entry.params}`)
  return [`${palette.error('error')} ${entry.message}`, given, ...listLines(entry.stack), ''].join('\n')
}

function readOutput({ function: name, output }: JsonObject, source: string): DevEventOf<'output'> {
  const text = toPlaces(toText(output).replace(/\n$/, ''), source)
  return { kind: 'output', function: toText(name), text }
}

function readFailure(
  { function: name, error, params, stack }: JsonObject,
  source: string,
): DevEventOf<'failure'> {
  return {
    kind: 'failure',
    function: toText(name),
    message: toText(error),
    params: toText(params),
    stack: readStack(stack, source),
  }
}

function readStack(stack: unknown, source: string): string {
  return typeof stack === 'string' ? toPlaces(toText(stack), source) : ''
}

function listLines(stack: string): string[] {
  return stack === '' ? [] : stack.split('\n').map((line) => `  ${line}`)
}

/** Rewrites frames in the folder of plugins to paths from the working directory. */
function toPlaces(text: string, source: string): string {
  const path = resolve(source)
  const root = isFolder(path) ? path : findRoot(path)
  return text.replace(
    /^(\s+at (?:async )?(?:.*\()?)(.+?)(:\d+:\d+\)?)/gm,
    (frame, start: string, path: string, end: string) => {
      const file = join(root, path)
      return existsSync(file) ? `${start}${relative(process.cwd(), file)}${end}` : frame
    },
  )
}

function toText(value: unknown): string {
  return toShownText(typeof value === 'string' ? value : JSON.stringify(value ?? ''))
}
