import { SpecimenError } from '../../core/contract/domain/errors.ts'
import { toThrownText } from '../../core/contract/text/thrown-text.ts'
import type { DiagnosticCode } from './diagnostic-codes.ts'
import { type PluginSource, type Refusal, type Span, startOf } from './signature.ts'

const shownFrames = 3

/** A problem of a plugin or of a run: a stable code, the place, the finding, and a remedy. */
export interface Diagnostic {
  readonly code: DiagnosticCode
  readonly severity: 'error' | 'warning'
  /** Null for a problem of the run as a whole. */
  readonly span: Span | null
  /** `function(parameter)` and deeper, for a problem that belongs to one. */
  readonly path: string | null
  readonly found: string
  readonly remedy: string
  readonly origin?: Span
}

/** Returns an error about a place. */
export function toError(code: DiagnosticCode, problem: Omit<Diagnostic, 'code' | 'severity'>): Diagnostic {
  return { code, severity: 'error', ...problem }
}

/** Returns a warning about a place; warnings do not stop the build. */
export function toWarning(code: DiagnosticCode, problem: Omit<Diagnostic, 'code' | 'severity'>): Diagnostic {
  return { code, severity: 'warning', ...problem }
}

/** Returns a refusal of the reader as an error of its parameter. */
export function fromRefusal(refusal: Refusal, path: string): Diagnostic {
  const { code, kind, ...said } = refusal
  return toError(code, { ...said, path })
}

/**
 * Returns the problem for a plugin whose build step has thrown, so that the others are built. Refusals of the
 * system are for the author to mend; anything else is a fault of this program.
 */
export function toFault({ name, entry }: PluginSource, error: unknown): Diagnostic {
  const span = startOf(entry)
  const text = toThrownText(error)
  if (error instanceof SpecimenError || (error instanceof Error && 'syscall' in error)) {
    const remedy = 'Mend what the system refused, and build again.'
    return toError('build.failed', { span, path: null, found: `Building ${name} failed: ${text}`, remedy })
  }
  const found = `Building ${name} ended in an error${listFrames(error)}: ${text}`
  const remedy = 'This is a fault of specimen, please report it. The other plugins are built.'
  return toError('build.fault', { span, path: null, found, remedy })
}

/** Returns true for problems made by {@link toFault}. */
export function isFault({ code }: Diagnostic): boolean {
  return code === 'build.failed' || code === 'build.fault'
}

function listFrames(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line))
  const short = frames
    .slice(0, shownFrames)
    .map((line) => line.trim().replace(/\(?(?:[^\s(]*[\\/])|\)$/g, ''))
  return short.length === 0 ? '' : ` (${short.join(', ')})`
}

/** Returns true when the list stops a plugin from being built. */
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
