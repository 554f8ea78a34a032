/**
 * What the host of `specimen dev` logs, for the person who is writing the plugins: failures in full, and what
 * functions print.
 */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { isJsonObject, type JsonObject, parseJson } from '../../core/domain/json.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import type { Palette } from '../report/report.ts'

/** Log levels of the host from here on are shown. */
const warning = 40

/**
 * Returns what is shown of a line of the host's log, null for nothing. Places in the sources
 * (`wave/index.ts:12:7`) become paths from the working directory, which a terminal opens; `source` is the
 * folder of plugins, or the one plugin file.
 */
export function formatLogLine(line: string, source: string, palette: Palette): string | null {
  const entry = line.startsWith('{') ? parseJson(line, 'a log line') : line
  if (!isJsonObject(entry)) return toVisibleText(line)
  if (entry.msg === 'plugin output') return formatOutput(entry, source, palette)
  if (entry.msg === 'function failed') return formatFailure(entry, source, palette)
  // A job whose function has failed says nothing that the failure has not said, and what could not be loaded
  // (`source`) is in the answer to the reload.
  if (entry.code === 'function.failed' || typeof entry.source === 'string') return null
  if (typeof entry.level !== 'number' || entry.level < warning) return null
  const cause = isJsonObject(entry.err) ? entry.err.stack : null
  return [toText(entry.msg), ...listLines(entry.stack ?? cause, source)].join('\n')
}

/** `wave | size is 3`: each line behind the name of its function. */
function formatOutput({ function: name, output }: JsonObject, source: string, palette: Palette): string {
  const text = toPlaces(toText(output).replace(/\n$/, ''), source)
  return text.replace(/^/gm, `${palette.faint(`${toText(name)} |`)} `)
}

function formatFailure({ error, params, stack }: JsonObject, source: string, palette: Palette): string {
  const given = palette.faint(`  called with ${toText(params)}`)
  return [`${palette.error('error')} ${toText(error)}`, given, ...listLines(stack, source), ''].join('\n')
}

function listLines(stack: unknown, source: string): string[] {
  return typeof stack === 'string'
    ? toPlaces(toText(stack), source)
        .split('\n')
        .map((line) => `  ${line}`)
    : []
}

/** Frames whose file is in the folder of plugins get its path from here. */
function toPlaces(text: string, source: string): string {
  const root = findRoot(source)
  return text.replace(
    /^(\s+at (?:async )?(?:.*\()?)(.+?)(:\d+:\d+\)?)/gm,
    (frame, start: string, path: string, end: string) => {
      const file = join(root, path)
      return existsSync(file) ? `${start}${relative(process.cwd(), file)}${end}` : frame
    },
  )
}

function findRoot(source: string): string {
  const path = resolve(source)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path
  return basename(path) === 'index.ts' ? dirname(dirname(path)) : dirname(path)
}

function toText(value: unknown): string {
  return toVisibleText(typeof value === 'string' ? value : JSON.stringify(value ?? ''))
}
