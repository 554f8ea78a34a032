/**
 * The functions a host can call, whatever runs them: a name, a manifest, who owns it and a runner. A registry is an
 * immutable table; a reload makes a new one and swaps it, so that a running job keeps the code it started with.
 */

import { SpecimenError } from '../domain/errors.ts'
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

/**
 * Adds functions of one owner to a table, all or none.
 * @throws `name.taken` when another owner has one of the names already
 */
export function claimNames(table: Map<string, RegisteredFunction>, functions: readonly RegisteredFunction[]): void {
  for (const { manifest, owner } of functions) {
    const holder = table.get(manifest.name)
    if (holder) {
      const detail = `The function name ${manifest.name} of ${owner} belongs to ${holder.owner} already; rename one of the two.`
      throw new SpecimenError('name.taken', detail)
    }
  }
  for (const claimed of functions) table.set(claimed.manifest.name, claimed)
}
