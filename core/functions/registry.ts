/**
 * The functions a host can call, whatever runs them: a name, a manifest, who owns it and a runner. A registry
 * is an immutable table; a reload makes a new one and swaps it, so that a running job keeps the code it
 * started with.
 */
import type { FunctionManifest } from '../domain/manifest.ts'
import type { Runner } from '../run/runner.ts'

export interface RegisteredFunction {
  readonly manifest: FunctionManifest
  /** What people are told about where it comes from, e.g. `bundle gyroid` or `code`. */
  readonly owner: string
  /** Identity of the code: results of one revision are never served for another. */
  readonly revision: string
  readonly runner: Runner
}

export type Registry = ReadonlyMap<string, RegisteredFunction>
