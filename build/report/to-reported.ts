import { existsSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'
import type { Diagnostic } from '../model/diagnostics.ts'
import { toRelative } from './report-json.ts'

/** Absolute paths as compilers and systems write them: between quotes, or behind a colon at the end. */
const pathPattern = /(?<=["'`])[^"'`\n]+(?=["'`])|(?<=: )[\\/][^"'`\n]+$/gm

/** Returns a problem with paths relative to a folder, also in its texts: the same on every machine. */
export function toReported(diagnostic: Diagnostic, folder: string): Diagnostic {
  const { code, found, remedy } = diagnostic
  if (!/^(typescript|bundle|build)\./.test(code)) return diagnostic
  const shorten = (text: string): string =>
    text.replace(pathPattern, (path) =>
      isAbsolute(path) && existsSync(dirname(path)) ? toRelative(folder, path) : path,
    )
  return { ...diagnostic, found: shorten(found), remedy: shorten(remedy) }
}
