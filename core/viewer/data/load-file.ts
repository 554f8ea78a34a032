import type { Result } from '../../contract/domain/result/result.ts'
import { isCount } from '../../contract/values/number.ts'
import type { OpenedFile } from '../../data/formats/decode-file.ts'
import { isHostOnly } from '../../data/formats/refusal.ts'
import type { NamedFile, PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { LoadRequest, OwnFile } from './data-source.ts'
import { isMissingScript, toLoadError } from './load-error.ts'

/** Bytes of the host with their name, or the user's own files. */
export type FileContent = { readonly bytes: Uint8Array; readonly fileName: string } | readonly OwnFile[]

/** Opens files. */
export type OpenContent = (content: FileContent) => Promise<OpenedFile>

/** A file with several volumes, which stays open for the others until another file is asked for. */
interface KeptFile {
  readonly specimenId: string
  readonly named: NamedFile
  readonly opened: Awaited<ReturnType<OpenContent>>
  /** The shown volume. Asking for it again means that the file may have changed. */
  frame: number
}

/** The signal of a load, and what it needs of the worker around it. */
interface FileLoadCall {
  readonly signal: AbortSignal
  /** Called before a file is decoded, which nothing interrupts; with null when the host does it. */
  readonly onDecoding: (file: NamedFile | null) => void
  /** Returns the result in the file of the host, decoded there. */
  readonly decodeAtHost: () => Promise<Result>
  readonly prepare: (result: Result) => Promise<Prepared | PlainFile>
}

/** Loads a file, here or decoded by the host. */
export type LoadFile = (
  request: LoadRequest,
  fetchFile: () => Promise<Exclude<FileContent, readonly OwnFile[]> | PlainFile>,
  call: FileLoadCall,
) => Promise<Prepared | PlainFile>

/** Returns the loader of static specimens and of the user's own files. */
export function createFileLoad(openContent: OpenContent): LoadFile {
  let kept: KeptFile | null = null
  const readFrame = async (file: KeptFile, frame: number): Promise<Result> => {
    const { frames, read } = file.opened
    kept = frames > 1 ? file : null
    file.frame = frame
    return await read(Math.min(frame, frames - 1)) // a link may name one that the file had before
  }
  return async (
    { specimenId, params, files }: LoadRequest,
    fetchFile: () => Promise<Exclude<FileContent, readonly OwnFile[]> | PlainFile>,
    call: FileLoadCall,
  ): Promise<Prepared | PlainFile> => {
    const frame = isCount(params.frame) ? params.frame : 0
    const file = kept?.specimenId === specimenId && kept.frame !== frame ? kept : null
    kept = null
    const content = file ? null : (files ?? (await fetchFile()))
    if (content && 'reason' in content) return content
    const named = file?.named ?? nameContent(content ?? [])
    call.onDecoding(named)
    const read = async (): Promise<Result> =>
      await readFrame(file ?? { specimenId, named, frame, opened: await openContent(content ?? []) }, frame)
    try {
      const result = await read().catch(async (error: unknown) => {
        if (files || !isHostOnly(error)) throw error
        kept = null
        call.onDecoding(null)
        return toFirst(await call.decodeAtHost())
      })
      const prepared = await call.prepare(result)
      if (prepared.type === 'file') return prepared
      return { ...prepared, fileBytes: named.byteLength }
    } catch (error) {
      call.signal.throwIfAborted()
      if (isMissingScript(error)) throw error // unrelated to the file
      return { type: 'file', ...named, reason: toLoadError(error).message }
    }
  }
}

/** Returns the first volume of a file as the only one: a host gives no other, and its notes say so. */
function toFirst(result: Result): Result {
  if (result.type !== 'volume') return result
  const { frame: _frame, frames: _frames, ...volume } = result
  return volume
}

function nameContent(content: FileContent): KeptFile['named'] {
  if ('bytes' in content) return { fileName: content.fileName, byteLength: content.bytes.byteLength }
  const byteLength = content.reduce((sum, { blob }) => sum + blob.size, 0)
  return { fileName: content[0]?.path ?? '', byteLength }
}
