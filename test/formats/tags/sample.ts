import type { Result } from '../../../core/domain/result/result.ts'
import type { FolderFile } from '../../../core/formats/format.ts'

/** The bytes of a file, or the files of a folder. */
export type SampleContent = Uint8Array | readonly FolderFile[]

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
}

/** A file for each row of a table, by its tag. */
export type TagSamples = { readonly [tag: string]: TagSample }
