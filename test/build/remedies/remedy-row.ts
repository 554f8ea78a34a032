/** A refusal with its remedy applied: what `specimen build` says, what is written then, and what it computes. */
import type { DiagnosticCode } from '../../../build/model/diagnostic-codes.ts'

/** Files of a folder, or one plugin's text. The function is called `part` in them. */
export type Sources = string | { readonly [path: string]: string | Uint8Array }

/** A row of the tables in this folder. */
export interface RemedyRow {
  readonly code: DiagnosticCode
  readonly broken: Sources
  /** Words of the remedy that `mended` follows. */
  readonly said: string
  /** Takes the place of files of `broken`. */
  readonly mended: Sources
  /** Values of a call of the mended function; its defaults where there are none. */
  readonly params?: object
  /** First coordinate of what that call gives. */
  readonly value: number
}

/** Text before each plugin: `at` makes a mesh whose first coordinate is a number. */
export const prelude = `import type { File, Integer, Look, Mesh, ProgressReporter, Range } from 'specimen-host/plugin'
const at = (x: number): Mesh => ({ vertices: Float32Array.of(x, 0, 0), indices: new Uint32Array() })
`
