/** Turns esbuild's messages into problems at places in the author's sources. */
import { join } from 'node:path'
import type { BuildFailure, Message } from 'esbuild'
import { adviseModule } from '../model/advise-module.ts'
import { type Diagnostic, toError, toFault, toWarning } from '../model/diagnostics.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { Span } from '../model/span.ts'
import { type BundleExport, entrySource } from './write-entry.ts'

/** The subject of a bundling. */
export interface MessageSource {
  readonly plugin: PluginSource
  readonly exports: readonly BundleExport[]
}

/** Returns true for esbuild's refusal of a build, false for a failure of esbuild itself. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  // esbuild exports no class to test for.
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors)
}

/** Returns the errors of a build. `detail` carries the error or remedy of a callback of ours. */
export function toErrors(source: MessageSource, messages: readonly Message[]): Diagnostic[] {
  return messages.map((message) => {
    const { detail, text } = message
    if (detail instanceof Error) return toFault(source.plugin, detail)
    const [, missing] = /^Could not resolve "(.*)"$/.exec(text) ?? []
    const [note] = message.notes.filter(({ location }) => location)
    const own = typeof detail === 'string' ? detail : null
    const remedy = own ?? (missing === undefined ? 'Correct the code at this place.' : adviseModule(missing))
    const found = note ? `${text}: ${note.text.replace(/:$/, '.')}` : text
    return toError('bundle.failed', { span: toSpan(source, message), path: null, found, remedy })
  })
}

/** Returns the warnings about an author's own files; authors cannot act on those about packages. */
export function toWarnings(source: MessageSource, messages: readonly Message[]): Diagnostic[] {
  return messages
    .filter(({ location }) => location && !location.file.includes('node_modules/'))
    .map((message) => {
      const remedy = message.notes[0]?.text ?? 'Correct it, or it will show when the function runs.'
      const span = toSpan(source, message)
      return toWarning('bundle.warning', { span, path: null, found: message.text, remedy })
    })
}

/** esbuild counts columns from 0 in UTF-8 bytes; each line of the generated entry is one function. */
function toSpan({ plugin, exports }: MessageSource, { location }: Message): Span {
  const start = { file: plugin.entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  if (!location) return start
  if (location.file === entrySource) return exports[location.line - 1]?.span ?? start
  const line = Buffer.from(location.lineText)
  const column = line.subarray(0, location.column).toString().length + 1
  const endColumn =
    column + line.subarray(location.column, location.column + location.length).toString().length
  return {
    file: join(plugin.folder, location.file),
    line: location.line,
    column,
    endLine: location.line,
    endColumn,
  }
}
