import type { Report } from '../../contract/domain/job.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { CallValue } from '../../engine/run/put-value.ts'
import type { CalledFunction } from './site.ts'

/** The parts of which a worker of a bundle is made. */
export interface WorkerParts {
  /** The script of every worker of functions. */
  readonly script: Blob
  /** The bundle's own files, by name. */
  readonly files: ReadonlyMap<string, Blob>
}

/** The first message to a worker that a function starts of a module of its bundle. */
export interface ModuleStart {
  readonly kind: 'start'
  readonly module: Blob
  readonly parts: WorkerParts
}

/** One call of a function in a worker, which keeps to one bundle. */
export interface FunctionCall {
  readonly kind: 'call'
  readonly module: Blob
  readonly parts: WorkerParts
  readonly function: CalledFunction
  /** Complete parameters. */
  readonly params: Params
  /** What takes the place of references in them. */
  readonly data: readonly CallValue[]
}

/** Messages of the worker: reports, each with the number of those dropped before, then one of the others. */
export type FunctionMessage =
  | { readonly kind: 'reports'; readonly skipped: number; readonly reports: readonly Report[] }
  | { readonly kind: 'result'; readonly result: Result }
  | { readonly kind: 'failed'; readonly text: string }
