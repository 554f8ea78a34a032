import type { Display } from '../../contract/look/display.ts'

/** A form that is written in pieces. */
export type PieceForm = 'json' | 'stl' | 'ply' | 'obj' | 'csv'
/** A form that is written as a whole, by a library. */
export type WholeForm = 'png' | 'glb' | '3mf' | 'usdz'

/** The words of a file on its specimen, beside the result. */
export interface FileWords {
  /** For forms that contain a name. */
  readonly name: string
  /** For forms with normals or a look: the author's view; the usual one where it is absent. */
  /** For forms that have a unit or directions: those of the specimen, where the result has none. */
  readonly axes?: string | undefined
  readonly display?: Display | undefined
}
