import type { Result, VolumeResult } from '../../contract/domain/result/result.ts'
import type { ByteBudget } from './byte-budget.ts'
import type { StepBudget } from './step-budget.ts'

/** The bounds of a decoder, the memory and the steps that it may take, and its notes. */
export interface DecodeContext extends ByteBudget, StepBudget {
  /** Most bytes of the result, and of the file's inflated content. */
  readonly byteLimit: number
  /** Called with a sentence on content that the result omits. */
  readonly onNote: (sentence: string) => void
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

/** Turns a file into an unchecked result, maybe of views on `bytes`. @throws `file.undecodable` */
export type Decode = (
  bytes: Uint8Array,
  context: DecodeContext,
) => Result | VolumeSeries | Promise<Result | VolumeSeries>

/** A file format by its names and its mark. */
export interface FileFormat {
  readonly name: string
  /** Lower case, with the dot. */
  readonly extensions: readonly string[]
  /** Its beginning, one character a byte, where that is of this format and of no other. */
  readonly mark?: RegExp
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
