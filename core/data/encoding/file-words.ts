import type { Display } from '../../contract/look/display.ts'

/** The words of a file on its specimen, beside the result. */
export interface FileWords {
  /** For forms that contain a name. */
  readonly name: string
  /** For forms that have a unit or directions: those of the specimen, where the result has none. */
  readonly axes?: string | undefined
  /** For forms with normals or a look: the author's view; the usual one where it is absent. */
  readonly display?: Display | undefined
  /** The provenance of the result, as JSON, for forms that hold it; absent for none. */
  readonly provenance?: string | undefined
}
