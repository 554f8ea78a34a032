import { type OpenedFile, openContent, openFile, toContext } from './decode-file.ts'
import { findTogether, readFile } from './find-together.ts'
import type { DecodeContext, FolderFile } from './format.ts'
import { refuse } from './refusal.ts'

/**
 * Returns the content of one file, or of several that belong together. Of others the only one of a known
 * format is opened.
 * @throws as {@link openFile}; `format.unknown` for files that do not belong together
 */
export async function openFiles(
  files: readonly FolderFile[],
  options: Partial<DecodeContext> = {},
): Promise<OpenedFile> {
  const context = toContext(options)
  const [only] = files
  if (!only) throw refuse('There are no files in it.')
  const found = files.length === 1 ? only : await findTogether(files, context)
  if ('decode' in found) return await openContent(found.subject, context, found.decode)
  return await openFile(await readFile(found, context.byteLimit), found.path, options)
}
