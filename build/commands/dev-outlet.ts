import { PassThrough, type Readable } from 'node:stream'
import type { DevEvent, DevPlace, DevProblem } from '../../core/contract/domain/dev-event.ts'
import { formatCount } from '../../core/contract/text/count.ts'
import type { OutputStreams } from '../../core/contract/text/output-streams.ts'
import { toShownText, toVisibleText } from '../../core/contract/text/visible-text.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import { createPalette, formatFrame, formatPlugin, writeDiagnostics } from '../report/report.ts'
import { toRelative, toReported } from '../report/report-json.ts'
import { countDiagnostics, type RunReport } from '../report/run-report.ts'
import { type BodyFindings, isOutdated } from './body-checks.ts'
import { formatLogEntry, readLogLine } from './dev-log.ts'
import type { DevSession } from './dev-session.ts'

/** The outputs of `specimen dev`: the terminal, and the page by way of its host. */
export interface DevOutlet extends Pick<DevSession, 'onReport' | 'onServed' | 'onFaults' | 'onProblem'> {
  readonly onBodies: (findings: BodyFindings) => void
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
  let built: readonly FoundProblem[] = []
  let bodies: readonly FoundProblem[] = []
  let sinceMs = 0
  let told = ''
  /** Leaves out what was found inside functions in a text that has changed: its next check is under way. */
  const tellProblems = (): void => {
    const current = bodies.filter(({ diagnostic: { span } }) => {
      return !isOutdated({ files: span ? [span.file] : [], sinceMs })
    })
    const all = [...built, ...current].map(({ problem }) => problem)
    const problems = all.slice(0, problemLimit)
    told = JSON.stringify(all)
    tell({ kind: 'problems', problems, more: all.length - problems.length })
  }
  return {
    events,
    onReport: (report) => {
      writeRound(report, streams)
      built = report.diagnostics.map(toFoundProblem)
      tellProblems()
    },
    onBodies: (findings) => {
      const before = bodies
      const found = findings.problems.filter((each) => !built.some((known) => isSamePlace(known, each)))
      const fresh = found.filter((each) => !before.some((known) => isSameSentence(known, each)))
      bodies = found.map(toFoundProblem)
      sinceMs = findings.sinceMs
      writeDiagnostics(fresh, stderr)
      const all = [...built, ...bodies].map(({ problem }) => problem)
      if (JSON.stringify(all) !== told) tellProblems()
    },
    onServed: (report, milliseconds) => {
      stdout.write(`served after ${Math.round(milliseconds)} ms\n`)
      const fresh = report.plugins.filter(({ state }) => state === 'built')
      const functions = fresh.flatMap((plugin) => plugin.functions.map(({ name }) => name))
      tell({ kind: 'served', functions, milliseconds })
    },
    onProblem: (text) => stderr.write(`${toShownText(text)}\n`),
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
function isSameSentence({ diagnostic: a }: FoundProblem, b: Diagnostic): boolean {
  return a.span?.file === b.span?.file && a.found === b.found
}

/** Skips problems that the build has reported in its own words. */
function isSamePlace({ diagnostic: a }: FoundProblem, b: Diagnostic): boolean {
  return a.span?.file === b.span?.file && a.span?.line === b.span?.line
}

function writeRound(
  { plugins, removed, diagnostics, seconds }: RunReport,
  { stdout, stderr }: OutputStreams,
): void {
  const shades = createPalette(stdout.isTTY === true)
  writeDiagnostics(diagnostics, stderr)
  for (const plugin of plugins.filter(({ state }) => state !== 'same'))
    stdout.write(`${formatPlugin(plugin, shades)}\n`)
  for (const name of removed) stdout.write(`${toShownText(`removed ${name}: its plugin is gone`)}\n`)
  const { errors, warnings } = countDiagnostics(diagnostics)
  const time = `${Math.round(seconds * 1000)} ms`
  stdout.write(
    `${formatCount(plugins.length, 'plugin')}, ${formatCount(errors, 'error')}, ` +
      `${formatCount(warnings, 'warning')}, ${time}\n`,
  )
}

/** Bounds the problems sent: the first of them are mended before a reader gets further. */
const problemLimit = 100

/** A finding, and its form for the page with the line of source as it was then: the file may change. */
interface FoundProblem {
  readonly diagnostic: Diagnostic
  readonly problem: DevProblem
}

function toFoundProblem(diagnostic: Diagnostic): FoundProblem {
  return { diagnostic, problem: toProblem(diagnostic) }
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
