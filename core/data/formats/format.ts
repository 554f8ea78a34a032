import type { Result, ResultType, VolumeResult } from '../../contract/domain/result/result.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { StepBudget } from './step-budget.ts'
import type { NoteTaker, TagTable } from './tag-table.ts'

/** The bounds of a decoder, the memory and the steps that it may take, and its notes. */
export interface DecodeContext extends ByteBudget, StepBudget, NoteTaker {
  /** Most bytes of the result, and of the file's inflated content. */
  readonly byteLimit: number
  /** The name of the file; missing where several are one content. */
  readonly name?: string
  /** The other files of the folder, for a header whose samples are in one of them. */
  readonly beside?: readonly FolderFile[]
  /** Returns the WebAssembly that a package exports under a name. Missing in pages, which may run none. */
  readonly readWasm?: ((file: string) => Promise<Uint8Array>) | undefined
}

/** The volumes of a file with more than one, read one at a time. */
export interface VolumeSeries {
  /** At least 2. */
  readonly count: number
  /** Returns the volume at a place from 0, in memory of its own. */
  readonly read: (frame: number) => VolumeResult | Promise<VolumeResult>
}

/** The context of a file, whose content may be a folder. */
export interface FileContext extends DecodeContext {
  /** Returns what the files of an archive are together. @throws `file.undecodable` */
  readonly decodeFolder: (files: readonly FolderFile[]) => Promise<Result | VolumeSeries>
}

/** Turns a file into an unchecked result, maybe of views on `bytes`. @throws `file.undecodable` */
export type Decode = (
  bytes: Uint8Array,
  context: FileContext,
) => Result | VolumeSeries | Promise<Result | VolumeSeries>

/** The reader of a format, loaded with the first such file. */
export interface FormatReader {
  readonly decode: Decode
  /** Absent for the host's own form, and for archives of files that have theirs. */
  readonly tags?: TagTable
}

/** A format of files: the entry of its folder, which is loaded without its reader. */
export interface FileFormat {
  readonly name: string
  /** The kinds of results that it can hold, the usual one first. */
  readonly types: readonly ResultType[]
  /** Lower case, with the dot. The first is the one that lists of formats show. */
  readonly extensions: readonly string[]
  /** Its beginning, one character a byte, where that is of this format and of no other. */
  readonly mark?: RegExp
  /** Returns whether the bytes are of this format and of no other, where no mark says it. */
  readonly isContent?: (bytes: Uint8Array) => boolean
  /**
   * Returns whether bytes without the mark can be of this format, so that the name decides. Absent where
   * every file has the mark.
   */
  readonly canBe?: (start: string, bytes: Uint8Array) => boolean
  /** Loads its reader. Bundles that only find a format, of a host and of a page's script, are without. */
  readonly load: () => Promise<FormatReader>
}

/** A format whose content is a folder. */
export interface FolderFormat {
  readonly name: string
  readonly load: () => Promise<FolderReader>
}

/** The reader of the folders of a format. */
export interface FolderReader {
  readonly decode: (
    files: readonly FolderFile[],
    context: DecodeContext,
  ) => Result | VolumeSeries | Promise<Result | VolumeSeries>
  readonly tags: TagTable
}

/** Returns whether a name has one of the extensions of a format. */
export function hasExtension({ extensions }: Pick<FileFormat, 'extensions'>, name: string): boolean {
  return extensions.some((extension) => name.toLowerCase().endsWith(extension))
}

/** A file of a folder, read when it is needed. */
export interface FolderFile {
  /** The path in the folder, or the name alone, with `/`. */
  readonly path: string
  readonly size: number
  /** Returns its bytes, or those from `start` to before `end`: maybe a view, which nothing may change. */
  readonly read: (start?: number, end?: number) => Promise<Uint8Array>
}
