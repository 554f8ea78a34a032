/** Turns esbuild's messages into problems at places in the author's sources. */
import { dirname, join } from 'node:path'
import type { BuildFailure, Message } from 'esbuild'
import { adviseModule } from '../files/advise-module.ts'
import { findPackage } from '../files/packages.ts'
import { type Diagnostic, toError, toFault, toWarning } from '../model/diagnostics.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import { type Span, startOf } from '../model/signature.ts'
import { adviseExport } from './advise-export.ts'
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
export async function toErrors(source: Source, messages: readonly Message[]): Promise<Diagnostic[]> {
  return await Promise.all(messages.map(async (message) => await toProblem(source, message)))
}

async function toProblem(source: Source, message: Message): Promise<Diagnostic> {
  const { detail, text } = message
  if (detail instanceof Error) return toFault(source.plugin, detail)
  const note = message.notes.find(({ location }) => location)
  const own = typeof detail === 'string' ? detail : null
  const found = note ? `${text}: ${note.text.replace(/:$/, '.')}` : text
  const remedy = own ?? (await adviseMessage(source, message))
  return toError('bundle.failed', { span: toSpan(source, message), path: null, found, remedy })
}

async function adviseMessage(source: Source, message: Message): Promise<string> {
  const { text } = message
  const [, missing] = /^Could not resolve "(.*)"$/.exec(text) ?? []
  if (missing !== undefined) return adviseModule(missing, toFolder(source, message))
  const [, file, name] = /^No matching export in "(.*)" for \w+ "(.*)"$/.exec(text) ?? []
  if (file !== undefined && name !== undefined) return await adviseExport(source.plugin.folder, file, name)
  const inPackage = message.location && findPackage(join(source.plugin.folder, message.location.file))
  if (!inPackage) return 'Correct the code at this place.'
  return (
    `It is code of the package ${inPackage.name}, and a bundle is strict code in one module: take its ` +
    'build as an ES module where it has one, another version, or another package.'
  )
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
