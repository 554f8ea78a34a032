/** Turns esbuild's messages into problems at places in the author's sources. */
import { dirname, join } from 'node:path'
import type { BuildFailure, Message } from 'esbuild'
import { adviseModule } from '../files/advise-module.ts'
import { type Diagnostic, toError, toFault, toWarning } from '../model/diagnostics.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import { type Span, startOf } from '../model/signature.ts'
import { entrySource } from './write-entry.ts'

/**
 * If two files differ in case alone, esbuild calls the name of either wrong; the build tells it of
 * plugins.
 */
const untrue = new Set(['different-path-case'])

type Source = Pick<BuiltBundle, 'plugin' | 'functions'>

/** Returns true for esbuild's refusal of a build, false for a failure of esbuild itself. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  // esbuild exports no class to test for.
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors)
}

/** Returns the errors of a build. `detail` carries the error or remedy of a callback of ours. */
export function toErrors(source: Source, messages: readonly Message[]): Diagnostic[] {
  return messages.map((message) => {
    const { detail, text } = message
    if (detail instanceof Error) return toFault(source.plugin, detail)
    const [, missing] = /^Could not resolve "(.*)"$/.exec(text) ?? []
    const note = message.notes.find(({ location }) => location)
    const own = typeof detail === 'string' ? detail : null
    const remedy =
      own ??
      (missing === undefined
        ? 'Correct the code at this place.'
        : adviseModule(missing, toFolder(source, message)))
    const found = note ? `${text}: ${note.text.replace(/:$/, '.')}` : text
    return toError('bundle.failed', { span: toSpan(source, message), path: null, found, remedy })
  })
}

/** Returns the folder of the module that a message is about. */
function toFolder({ plugin }: Source, { location }: Message): string {
  return location && location.file !== entrySource
    ? dirname(join(plugin.folder, location.file))
    : plugin.folder
}

/** Returns the warnings about an author's own files; authors cannot act on those about packages. */
export function toWarnings(source: Source, messages: readonly Message[]): Diagnostic[] {
  return messages
    .filter(({ location, id }) => location && !location.file.includes('node_modules/') && !untrue.has(id))
    .map((message) => {
      const remedy = message.notes[0]?.text ?? 'Correct it, or it will show when the function runs.'
      const span = toSpan(source, message)
      return toWarning('bundle.warning', { span, path: null, found: message.text, remedy })
    })
}

/** esbuild counts columns from 0 in UTF-8 bytes; each line of the generated entry is one function. */
function toSpan({ plugin, functions }: Source, { location }: Message): Span {
  const start = startOf(plugin.entry)
  if (!location) return start
  const { file, line, column: from, length, lineText } = location
  if (file === entrySource) return functions[line - 1]?.span ?? start
  const bytes = Buffer.from(lineText)
  const toColumn = (count: number): number => bytes.subarray(0, count).toString().length + 1
  const [column, endColumn] = [toColumn(from), toColumn(from + length)]
  return { file: join(plugin.folder, file), line, column, endLine: line, endColumn }
}
