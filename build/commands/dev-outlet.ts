import { PassThrough, type Readable } from 'node:stream'
import type {
  DevEvent,
  DevPlace,
  DevProblem,
  ProblemsEvent,
  ServedEvent,
} from '../../core/domain/dev-event.ts'
import type { OutputStreams } from '../../core/domain/output-streams.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import { createPalette, formatCount, formatDiagnostic, formatFrame, formatPlugin } from '../report/report.ts'
import { toRelative, toReported } from '../report/report-json.ts'
import { countDiagnostics, type RunReport } from '../report/run-report.ts'
import { formatLogEntry, readLogLine } from './dev-log.ts'
import type { DevSession } from './dev-session.ts'

/** The outputs of `specimen dev`: the terminal, and the page by way of its host. */
export interface DevOutlet extends Pick<DevSession, 'onReport' | 'onServed' | 'onFaults' | 'onProblem'> {
  readonly onBodies: (problems: readonly Diagnostic[]) => void
  readonly onLog: (line: string) => void
  /** Events for the page, a line of JSON each. They queue here until read. */
  readonly events: Readable
}

/** Returns the outlet of a session over these plugins. */
export function createOutlet(source: string, streams: OutputStreams): DevOutlet {
  const { stdout, stderr } = streams
  const palette = createPalette(stderr.isTTY === true)
  const events = new PassThrough()
  const tell = (event: DevEvent): void => void events.write(`${JSON.stringify(event)}\n`)
  let built: readonly Diagnostic[] = []
  let bodies: readonly Diagnostic[] = []
  return {
    events,
    onReport: (report) => {
      writeRound(report, streams)
      built = report.diagnostics
      tell(toProblemsEvent([...built, ...bodies]))
    },
    onBodies: (found) => {
      const before = bodies
      bodies = found.filter((problem) => !built.some((known) => isSamePlace(known, problem)))
      const fresh = bodies.filter((problem) => !before.some((known) => isSameSentence(known, problem)))
      for (const problem of fresh) stderr.write(`${formatDiagnostic(problem, process.cwd(), palette)}\n`)
      if (JSON.stringify(bodies) !== JSON.stringify(before)) tell(toProblemsEvent([...built, ...bodies]))
    },
    onServed: (report, milliseconds) => {
      stdout.write(`served after ${Math.round(milliseconds)} ms\n`)
      tell(toServedEvent(report, milliseconds))
    },
    onProblem: (text) => stderr.write(`${text}\n`),
    onFaults: (faults) => tell({ kind: 'faults', faults: faults.map(toVisibleText) }),
    onLog: (line) => {
      const entry = readLogLine(line, source)
      if (!entry) return
      stderr.write(`${formatLogEntry(entry, palette)}\n`)
      if (entry.kind !== 'note') tell(entry)
    },
  }
}

/** Ignores the line, which edits above may have moved. */
function isSameSentence(a: Diagnostic, b: Diagnostic): boolean {
  return a.span?.file === b.span?.file && a.found === b.found
}

/** Skips problems that the build has reported in its own words. */
function isSamePlace(a: Diagnostic, b: Diagnostic): boolean {
  return a.span?.file === b.span?.file && a.span?.line === b.span?.line
}

function writeRound(
  { plugins, removed, diagnostics, seconds }: RunReport,
  { stdout, stderr }: OutputStreams,
): void {
  const [palette, shades] = [createPalette(stderr.isTTY === true), createPalette(stdout.isTTY === true)]
  for (const diagnostic of diagnostics)
    stderr.write(`${formatDiagnostic(diagnostic, process.cwd(), palette)}\n`)
  for (const plugin of plugins.filter(({ state }) => state !== 'same'))
    stdout.write(`${formatPlugin(plugin, shades)}\n`)
  for (const name of removed) stdout.write(`removed ${name}: its plugin is gone\n`)
  const { errors, warnings } = countDiagnostics(diagnostics)
  const time = `${Math.round(seconds * 1000)} ms`
  stdout.write(
    `${formatCount(plugins.length, 'plugin')}, ${formatCount(errors, 'error')}, ` +
      `${formatCount(warnings, 'warning')}, ${time}\n`,
  )
}

/** Bounds the problems sent: the first of them are mended before a reader gets further. */
const problemLimit = 100

/** Returns the event for all problems of a build. */
export function toProblemsEvent(diagnostics: readonly Diagnostic[]): ProblemsEvent {
  const problems = diagnostics.slice(0, problemLimit).map(toProblem)
  return { kind: 'problems', problems, more: diagnostics.length - problems.length }
}

/** Returns the event for a host that has loaded a build. */
export function toServedEvent({ plugins }: RunReport, milliseconds: number): ServedEvent {
  const built = plugins.filter(({ state }) => state === 'built')
  const functions = built.flatMap(({ functions: declared }) => declared.map(({ name }) => name))
  return { kind: 'served', functions, milliseconds }
}

function toProblem(diagnostic: Diagnostic): DevProblem {
  const { severity, code, span, path, found, remedy, origin } = toReported(diagnostic, process.cwd())
  return {
    severity,
    code,
    place: span && toPlace(span),
    path: path === null ? null : toVisibleText(path),
    found: toVisibleText(found),
    remedy: toVisibleText(remedy),
    source: span ? formatFrame(span, createPalette(false)).map(toVisibleText) : [],
    origin: origin ? toPlace(origin) : null,
  }
}

function toPlace({ file, line, column }: Span): DevPlace {
  return { file: toVisibleText(toRelative(process.cwd(), file)), line, column }
}
