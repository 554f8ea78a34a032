import type { Result } from '../../../../core/contract/domain/result/result.ts'
import type { FolderFile } from '../../../../core/data/formats/format.ts'

/** The bytes of a file, or the files of a folder, as they are or by their names. */
export type SampleContent = Uint8Array | readonly FolderFile[] | { readonly [name: string]: Uint8Array }

/** A file that has one tag of a table, made by the test. */
export interface TagSample {
  /** The name by which the format is found where its content does not say it. */
  readonly name: string
  readonly bytes: () => SampleContent | Promise<SampleContent>
  /** The origin of the right values: a place in the format's text, or an independent program and its version. */
  readonly from: string
  /** For `read`, `noted` and `ignored`: expects the right values. */
  readonly check?: (result: Result) => void
  /** For `ignored`: the same file without the tag, which must give the same result. */
  readonly without?: () => SampleContent | Promise<SampleContent>
  /** The text of the file that stands in place of `…` in the row's sentence. */
  readonly value?: string
  /** Beginnings of the notes that the file has besides that of its row. */
  readonly notes?: readonly string[]
}

/** A file for each row of a table, by its tag. */
export type TagSamples = { readonly [tag: string]: TagSample }
