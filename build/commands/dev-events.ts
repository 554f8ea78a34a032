/** Turns the outcome of a build into events for the page of `specimen dev`. */
import type { DevPlace, DevProblem, ProblemsEvent, ServedEvent } from '../../core/domain/dev-event.ts'
import { toVisibleText } from '../../core/domain/visible-text.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Span } from '../model/signature.ts'
import { createPalette, formatFrame } from '../report/report.ts'
import { toRelative } from '../report/report-json.ts'
import type { RunReport } from '../report/run-report.ts'
import { toReported } from '../report/to-reported.ts'

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
