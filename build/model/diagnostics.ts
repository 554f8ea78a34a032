import type { DiagnosticCode } from './diagnostic-codes.ts'
import type { PluginSource } from './plugin-source.ts'
import type { Refusal } from './signature.ts'
import type { Span } from './span.ts'

/** Frames of a stack that are shown. */
const shownFrames = 3

/** A problem of a plugin or of a run: a stable code, the place, what was found, and what to write instead. */
export interface Diagnostic extends ProblemReport {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
}

/** Where a problem is, and the sentences about it. */
export interface ProblemReport {
  /** Null for a problem of the run as a whole. */
  readonly span: Span | null
  /** `function(parameter)` and further inside, as far as the problem belongs to one. */
  readonly path: string | null
  readonly found: string
  readonly remedy: string
  /** A second place that the problem comes from: in a package, behind the author's own line. */
  readonly origin?: Span
}

/** Returns an error about a place. */
export function toError(code: DiagnosticCode, problem: ProblemReport): Diagnostic {
  return { code, severity: 'error', ...problem }
}

/** Returns a warning about a place: the build goes on. */
export function toWarning(code: DiagnosticCode, problem: ProblemReport): Diagnostic {
  return { code, severity: 'warning', ...problem }
}

/** Returns a refusal of the reader as an error of the parameter it belongs to. */
export function fromRefusal(refusal: Refusal, path: string): Diagnostic {
  const { code, kind, ...said } = refusal
  return toError(code, { ...said, path })
}

/**
 * Returns the problem of a plugin at which a step of the build has thrown, so that the others are built. What
 * the system refused is for the author to mend; anything else is a fault of this program.
 */
export function toFault({ name, entry }: PluginSource, error: unknown): Diagnostic {
  const span = { file: entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof Error && 'syscall' in error) {
    const remedy = 'Mend what the system refused, and build again.'
    return toError('build.failed', { span, path: null, found: `Building ${name} failed: ${text}`, remedy })
  }
  return toError('build.fault', {
    span,
    path: null,
    found: `Building ${name} ended in an error${listFrames(error)}: ${text}`,
    remedy: 'This is a fault of specimen, please report it. The other plugins are built.',
  })
}

/** Returns whether a problem is one that {@link toFault} made. */
export function isFault({ code }: Diagnostic): boolean {
  return code === 'build.failed' || code === 'build.fault'
}

/** The innermost functions, without the folders that their files lie in. */
function listFrames(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  const short = frames
    .slice(0, shownFrames)
    .map((line) => line.trim().replace(/\(?(?:[^\s(]*[\\/])|\)$/g, ''))
  return short.length === 0 ? '' : ` (${short.join(', ')})`
}

/** Returns whether the list stops a plugin from being built. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** Orders by file, then place, so that the order of reading never shows. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const byFile = compareText(a.span?.file ?? '', b.span?.file ?? '')
  return (
    byFile ||
    (a.span?.line ?? 0) - (b.span?.line ?? 0) ||
    (a.span?.column ?? 0) - (b.span?.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.path ?? '', b.path ?? '')
  )
}

/** Compares by UTF-16 code units: the same on every machine, unlike `localeCompare`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
