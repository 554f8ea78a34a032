import { isCount } from '../../domain/number.ts'
import type { Result } from '../../domain/result/result.ts'
import type { OpenedFile } from '../../formats/decode-file.ts'
import type { LoadRequest, OwnFile, PlainFile } from './data-source.ts'
import { isMissingScript, toLoadError } from './load-error.ts'
import type { Prepared } from './prepared.ts'

/** Bytes of the host with their name, or the user's own files. */
export type FileContent = { readonly bytes: Uint8Array; readonly fileName: string } | readonly OwnFile[]

/** Opens files. */
export type OpenContent = (content: FileContent) => Promise<OpenedFile>

/** A file with several volumes, which stays open for the others until another file is asked for. */
interface KeptFile {
  readonly specimenId: string
  readonly named: Pick<PlainFile, 'fileName' | 'byteLength'>
  readonly opened: Awaited<ReturnType<OpenContent>>
  /** The shown volume. Asking for it again means that the file may have changed. */
  frame: number
}

/** Returns the loader of static specimens and of the user's own files. */
export function createFileLoad(openContent: OpenContent) {
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
    call: {
      readonly signal: AbortSignal
      readonly prepare: (result: Result) => Promise<Prepared | PlainFile>
    },
  ): Promise<Prepared | PlainFile> => {
    const frame = isCount(params.frame) ? params.frame : 0
    let file = kept?.specimenId === specimenId && kept.frame !== frame ? kept : null
    kept = null
    const content = file ? null : (files ?? (await fetchFile()))
    if (content && 'reason' in content) return content
    const named = file?.named ?? nameContent(content ?? [])
    try {
      file ??= { specimenId, named, frame, opened: await openContent(content ?? []) }
      const result = await readFrame(file, frame)
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

function nameContent(content: FileContent): KeptFile['named'] {
  if ('bytes' in content) return { fileName: content.fileName, byteLength: content.bytes.byteLength }
  const byteLength = content.reduce((sum, { blob }) => sum + blob.size, 0)
  return { fileName: content[0]?.path ?? '', byteLength }
}
