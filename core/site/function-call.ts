import type { Report } from '../domain/job.ts'
import type { Result } from '../domain/result/result.ts'
import type { Params } from '../domain/schema.ts'
import type { CalledFunction } from './site.ts'

/** One call of a function in a worker, which keeps to one bundle. */
export interface FunctionCall {
  readonly module: Blob
  /** The bundle's own files, by name. */
  readonly files: ReadonlyMap<string, Blob>
  readonly function: CalledFunction
  /** Complete parameters. */
  readonly params: Params
}

/** Messages of the worker: reports, each with the number of those dropped before, then one of the others. */
export type FunctionMessage =
  | { readonly kind: 'reports'; readonly skipped: number; readonly reports: readonly Report[] }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failed'; readonly text: string }
