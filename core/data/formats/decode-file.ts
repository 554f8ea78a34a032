import { SpecimenError } from '../../contract/domain/errors.ts'
import { checkElements } from '../../contract/domain/result/check-elements.ts'
import { boundNotes } from '../../contract/domain/result/notes.ts'
import { parseResult } from '../../contract/domain/result/parse-result.ts'
import { measureResult, type Result } from '../../contract/domain/result/result.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import { createDecodeContext, type DecodeOptions, type NotedContext } from './decode-context.ts'
import { explainUnknown, findFormat } from './find-format.ts'
import { decodeFolder, findTogether, readFile } from './find-together.ts'
import type { DecodeContext, FolderFile, VolumeSeries } from './format.ts'
import { inflate, inflateStart, isGzip } from './inflate.ts'
import { measureContent } from './measure-content.ts'
import { refuse, requireWithin, showName, toDamage } from './refusal.ts'
import { skipByteOrderMark } from './text-lines.ts'

/** Bytes that are inflated first, to find the format and the length. */
const headBytes = 2 ** 16

/** A file whose content is known. One with several volumes keeps its bytes, and reads one after the other. */
export interface OpenedFile {
  /** Number of volumes; 1 for any other result. */
  readonly frames: number
  /**
   * Returns the content as a parsed and checked result: a volume of several by its place from 0.
   * @throws `file.undecodable`
   */
  readonly read: (frame: number) => Promise<Result>
}

/**
 * Returns the content of a file as a parsed and checked result: the first volume where there are several. Its
 * format follows from its content, or from its name where the format has no mark; gzip is inflated first. The
 * arrays may be views on `bytes`. Fetches only the decoder.
 * @throws `format.unknown` with all known formats; `file.undecodable` for a file that is truncated, damaged,
 * too large, or that has unsupported content
 */
export async function decodeFile(
  bytes: Uint8Array,
  name: string,
  options: DecodeOptions = {},
): Promise<Result> {
  const context = createDecodeContext(options)
  return await readFirst(await openWithin(bytes, name, context), context)
}

/** Does the same with files that are one content, in a given context. @throws as {@link openFiles} */
export async function decodeTogether(files: readonly FolderFile[], context: NotedContext): Promise<Result> {
  return await readFirst(await openTogether(files, context), context)
}

async function readFirst({ frames, read }: OpenedFile, { onNote }: NotedContext): Promise<Result> {
  if (frames > 1) onNote(`This is the first of ${frames} volumes in the file.`)
  return await read(0)
}

/** Does the same for each volume of a file. @throws as {@link decodeFile} */
export async function openFile(
  bytes: Uint8Array,
  name: string,
  options: DecodeOptions = {},
): Promise<OpenedFile> {
  return await openWithin(bytes, name, createDecodeContext(options))
}

async function openWithin(bytes: Uint8Array, name: string, context: NotedContext): Promise<OpenedFile> {
  const shown = showName(name)
  const isPacked = isGzip(bytes)
  const plainName = isPacked ? name.replace(/[.]gz$/i, '') : name
  const whole = isPacked
    ? await within(`${shown}, by gzip`, () => inflateFile(bytes, plainName, context))
    : bytes
  const content = skipByteOrderMark(whole)
  if (!isPacked) await within(shown, () => context.take('Its content', content.length))
  const format = findFormat(content, plainName)
  if (!format) {
    throw new SpecimenError('format.unknown', `${shown}: ${explainUnknown(content, plainName)}`)
  }
  return await openContent(`${shown}, as ${format.name}`, context, async () => {
    const { decode } = await format.load()
    const inFile = { ...context, name: plainName }
    return await decode(content, { ...inFile, decodeFolder: (files) => decodeFolder(files, inFile) })
  })
}

/** Inflates a file as far as its head says that there is content, and holds the memory. */
async function inflateFile(
  bytes: Uint8Array,
  name: string,
  { byteLimit, take }: DecodeContext,
): Promise<Uint8Array> {
  const needed = measureContent(inflateStart(bytes, headBytes), name) ?? byteLimit
  const content = await inflate(bytes, Math.min(needed, byteLimit))
  take('What is compressed', content.length)
  return content
}

/**
 * Returns the content of one file, or of several that belong together. Of others the only one of a known
 * format is opened.
 * @throws as {@link openFile}; `format.unknown` for files that do not belong together
 */
export async function openFiles(
  files: readonly FolderFile[],
  options: DecodeOptions = {},
): Promise<OpenedFile> {
  return await openTogether(files, createDecodeContext(options))
}

async function openTogether(files: readonly FolderFile[], context: NotedContext): Promise<OpenedFile> {
  const [only] = files
  if (!only) throw refuse('There are no files in it.')
  const found = files.length === 1 ? only : await findTogether(files, context)
  if ('decode' in found) return await openContent(found.subject, context, found.decode)
  const beside = files.filter((file) => file !== found)
  return await openWithin(await readFile(found, context.byteLimit), found.path, { ...context, beside })
}

/** Returns what `decode` finds, each result checked. Errors name the subject. @throws `file.undecodable` */
async function openContent(
  subject: string,
  { byteLimit, notes, give, readHeld }: NotedContext,
  decode: () => Promise<Result | VolumeSeries>,
): Promise<OpenedFile> {
  const check = (made: Result): Result => {
    const noted = notes.size > 0 ? { ...made, notes: boundNotes(notes) } : made
    const result = parseResult(noted, made.type)
    requireWithin('The result', measureResult(result), byteLimit)
    checkElements(result)
    return result
  }
  const found = await within(subject, decode)
  if ('type' in found) return { frames: 1, read: () => within(subject, () => check(found)) }
  const { count: frames } = found
  const read = async (frame: number): Promise<Result> => {
    if (frame >= frames) throw refuse(`frame must be below ${frames}, the number of volumes (got ${frame}).`)
    const held = readHeld()
    try {
      return check({ ...(await found.read(frame)), frame, frames })
    } finally {
      give(readHeld() - held) // the next volume has as much
    }
  }
  return { frames, read: (frame) => within(subject, () => read(frame)) }
}

/** Adds file and format to any error of a decoder, in words of the file. */
async function within<T>(subject: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw refuse(`${subject}: ${cutText(toDamage(error).message, 600)}`, error)
  }
}
