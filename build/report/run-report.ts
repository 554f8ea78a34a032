import type { SchemaChange } from '../compare/compare-schemas.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { BuildOutcome } from '../model/outcome.ts'

/** The formats of reports: for people, programs, GitHub's annotations, and code scanning. */
export const formats = ['text', 'json', 'github', 'sarif'] as const
/** One of {@link formats}. */
export type Format = (typeof formats)[number]

/** What came of one plugin. */
export interface PluginReport {
  readonly name: string
  /** Absolute path of its module. */
  readonly entry: string
  /**
   * `same`: its bundle was in place already. `changed`: it differs from what `specimen check` compares it
   * with.
   */
  readonly state: 'built' | 'changed' | 'same' | 'refused'
  readonly functions: readonly { readonly name: string; readonly returns: string }[]
  /** Of its bundle. */
  readonly files: number
  readonly bytes: number
}

/** What a run of `specimen build` or `specimen check` found, as data, before it takes one of the formats. */
export interface RunReport {
  readonly command: 'build' | 'check'
  readonly source: string
  readonly out: string
  readonly plugins: readonly PluginReport[]
  /** Bundles that were removed because their plugins are gone. */
  readonly removed: readonly string[]
  readonly diagnostics: readonly Diagnostic[]
  /** Differences from published schemas that break no client. */
  readonly compatible: readonly SchemaChange[]
  readonly seconds: number
}

/**
 * Returns the report of each plugin, by name. Those that `changed` have the state `as`; `refused` bundles
 * could not be written.
 */
export function reportPlugins(
  { plugins, bundles, kept }: BuildOutcome,
  { changed, as }: { readonly changed: readonly string[]; readonly as: 'built' | 'changed' },
  refused: ReadonlySet<string>,
): PluginReport[] {
  const built = new Map(bundles.map((bundle) => [bundle.plugin, bundle]))
  const known = new Map(kept.map((result) => [result.plugin, result]))
  return plugins.map((plugin): PluginReport => {
    const bundle = built.get(plugin)
    const sizes = bundle
      ? [...bundle.files.values()].map(({ byteLength }) => byteLength)
      : known.get(plugin)?.files?.map(({ bytes }) => bytes)
    const { name, entry } = plugin
    if (!sizes || refused.has(name))
      return { name, entry, state: 'refused', functions: [], files: 0, bytes: 0 }
    const functions = (bundle ?? known.get(plugin))?.functions ?? []
    return {
      name,
      entry,
      state: changed.includes(name) ? as : 'same',
      functions: functions.map((declared) => ({ name: declared.name, returns: declared.returns })),
      files: sizes.length,
      bytes: sizes.reduce((total, bytes) => total + bytes, 0),
    }
  })
}

/** Returns how many errors and warnings a list has. */
export function countDiagnostics(diagnostics: readonly Diagnostic[]): {
  readonly errors: number
  readonly warnings: number
} {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  return { errors, warnings: diagnostics.length - errors }
}
