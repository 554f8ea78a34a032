import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { manifestName } from '../../core/contract/domain/manifest.ts'
import type { Need } from '../../core/contract/domain/needs.ts'
import { describeReturned } from '../../core/contract/domain/result/returned.ts'
import type { SchemaChange } from '../compare/compare-schemas.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { BuildOutcome } from '../model/outcome.ts'

/** A form of reports: for people, programs, GitHub's annotations, or code scanning. */
export type ReportFormat = 'text' | 'json' | 'github' | 'sarif'

/** The outcome of one plugin. */
export interface PluginReport {
  readonly name: string
  readonly entry: string
  /** `same`: its bundle was in place already. `changed`: it differs from the one of the comparison. */
  readonly state: 'built' | 'changed' | 'same' | 'refused'
  readonly functions: readonly { readonly name: string; readonly returns: string }[]
  /** The permissions that its bundle needs from an operator. */
  readonly needs: readonly Need[]
  readonly files: number
  readonly bytes: number
  /** The bundle of an earlier build that stays in place of a refused one; null where there is none. */
  readonly earlierBundle: string | null
}

/** A function that was left out, and the reason as a part of a sentence. */
export interface FunctionLeft {
  readonly name: string
  readonly reason: string
}

/** The functions that `specimen check --run` called, by name, and those that it could not call. */
export interface FunctionCalls {
  readonly ran: readonly string[]
  readonly left: readonly FunctionLeft[]
}

/** The findings of a run of `specimen build` or `specimen check`, as data, before any format. */
export interface RunReport {
  readonly command: 'build' | 'check'
  readonly source: string
  readonly out: string
  /** Published schemas that the functions were compared with, in place of the bundles in `out`. */
  readonly against: string | null
  readonly plugins: readonly PluginReport[]
  readonly removed: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Functions of new bundles that the command has not called. */
  readonly untried: readonly string[]
  /** The functions that were to be run; null where none was to be. */
  readonly calls: FunctionCalls | null
  /** Differences from published schemas that break no client. */
  readonly compatible: readonly SchemaChange[]
  readonly seconds: number
}

/** The plugins that a build or a comparison tells of. */
export interface ReportedPlugins {
  readonly out: string
  readonly changed: readonly string[]
  readonly as: 'built' | 'changed'
  readonly refused: ReadonlySet<string>
}

/** Returns the report of each plugin, by name. Names in `changed` have the state `as`. */
export function reportPlugins(
  { plugins, bundles, kept, results }: BuildOutcome,
  { out, changed, as, refused }: ReportedPlugins,
): PluginReport[] {
  const built = new Set(bundles.map((bundle) => bundle.plugin))
  const known = new Map(results.map((result) => [result.plugin, result]))
  const inPlace = new Set(kept)
  return plugins.map((plugin): PluginReport => {
    const result = known.get(plugin)
    const { name, entry } = plugin
    if (!result?.files || !(built.has(plugin) || inPlace.has(result)) || refused.has(name)) {
      const folder = join(out, name)
      const earlierBundle = existsSync(join(folder, manifestName)) ? folder : null
      return { name, entry, state: 'refused', functions: [], needs: [], files: 0, bytes: 0, earlierBundle }
    }
    return {
      name,
      entry,
      state: changed.includes(name) ? as : 'same',
      functions: result.functions.map((declared) => ({
        name: declared.name,
        returns: describeReturned(declared.returns),
      })),
      needs: result.needs,
      files: result.files.length,
      bytes: result.files.reduce((total, { bytes }) => total + bytes, 0),
      earlierBundle: null,
    }
  })
}

/** Returns the numbers of errors and warnings in a list. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): {
  readonly errors: number
  readonly warnings: number
} {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: diagnostics.length - errors }
}
