import { SpecimenError } from '../domain/errors.ts'
import { type OpenedFile, openContent, openFile, showName, toContext } from './decode-file.ts'
import { findFormat, isGzip, listFormats } from './find-format.ts'
import type { DecodeContext } from './format.ts'
import { explainFormat } from './other-formats.ts'
import { refuse, requireWithin } from './refusal.ts'

/** A file of a folder, read when it is needed. */
export interface FolderFile {
  /** The path in the folder, or the name alone, with `/`. */
  readonly path: string
  readonly blob: Blob
}

const headBytes = 1024

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
  if (files.length === 1) return await openFile(await readBlob(only, context.byteLimit), only.path, options)
  const known: FolderFile[] = []
  const slices: FolderFile[] = []
  let advice: string | undefined
  for (const file of files) {
    const head = new Uint8Array(await file.blob.slice(0, headBytes).arrayBuffer())
    const format = findFormat(head, file.path)
    if (isGzip(head) || format) known.push(file)
    else advice ??= explainFormat(head, file.path)
    if (format?.name === 'DICOM') slices.push(file)
  }
  if (slices.length > 1) {
    const { decodeSeries } = await import('./dicom/dicom.ts')
    const subject = `${slices.length} files, as DICOM`
    return await openContent(subject, context, () => decodeSeries(readEach(slices, context), context))
  }
  const [first, second] = known
  if (first && !second) return await openFile(await readBlob(first, context.byteLimit), first.path, options)
  const found = known.slice(0, 3).map(({ path }) => showName(path))
  throw new SpecimenError(
    'format.unknown',
    first
      ? `These ${known.length} files (${found.join(', ')}, …) do not belong together; open one of them.`
      : (advice ?? `None of these ${files.length} files can be shown. Known are ${listFormats()}.`),
  )
}

async function* readEach(files: readonly FolderFile[], { byteLimit }: DecodeContext) {
  for (const file of files) yield { path: file.path, bytes: await readBlob(file, byteLimit) }
}

/** Returns the bytes of a file. @throws `file.undecodable` above the limit */
async function readBlob({ path, blob }: FolderFile, byteLimit: number): Promise<Uint8Array> {
  requireWithin(showName(path), blob.size, byteLimit)
  return new Uint8Array(await blob.arrayBuffer())
}
