import { type Diagnostic, toError } from './diagnostics.ts'
import type { PluginSource } from './plugin-source.ts'

/** Frames of a stack that are shown. */
const shownFrames = 3

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
