import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import type { Runner } from '../run/runner.ts'

/** A function that a host can call, with any runner. */
export interface RegisteredFunction {
  readonly manifest: FunctionManifest
  /** Its origin in error texts, e.g. `bundle gyroid` or `code`. */
  readonly owner: string
  /** Identity of the code: results of one revision are never served for another. */
  readonly revision: string
  readonly runner: Runner
  /** Why nothing can bring data to where it runs, as the end of a sentence; absent where they can be. */
  readonly refusesData?: string
}

/** The functions of a host by name. Immutable, so that a running job keeps its code after a reload. */
export type Registry = ReadonlyMap<string, RegisteredFunction>
