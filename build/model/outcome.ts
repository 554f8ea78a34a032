import type { Need } from '../../core/domain/needs.ts'
import type { ResultType } from '../../core/domain/result/result.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { PluginSource } from './plugin-source.ts'
import type { FunctionSignature } from './signature.ts'
import type { Span } from './span.ts'

/** A function as other plugins and people see it. */
export interface PluginFunction {
  readonly name: string
  readonly returns: ResultType
  readonly span: Span
}

/** A bundle that can be written: every file by its path in the bundle's folder, the manifest included. */
export interface BuiltBundle {
  readonly plugin: PluginSource
  readonly functions: readonly FunctionSignature[]
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** What came of a plugin, as an earlier build remembers it: everything but the bytes of its bundle. */
export interface PluginResult {
  readonly plugin: PluginSource
  readonly functions: readonly PluginFunction[]
  /** What an operator is to allow its bundle. */
  readonly needs: readonly Need[]
  /** The plugin's own problems: not those it has with other plugins. */
  readonly problems: readonly Diagnostic[]
  /** The files of its bundle; null where it was refused. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[] | null
  /** Paths whose bytes, existence or absence the result depends on; null where that is not known. */
  readonly inputs: readonly string[] | null
}

/** What an earlier build knows. */
export interface EarlierBuild {
  /**
   * Returns the result for a plugin of which nothing has changed since, neither its inputs nor its bundle,
   * else null.
   */
  readonly find: (plugin: PluginSource) => PluginResult | null
}

/** What came of a build: bundles in memory, problems, and what a next build may start from. */
export interface BuildOutcome {
  /** Every plugin found, built or not, by name. */
  readonly plugins: readonly PluginSource[]
  /** What was built now. */
  readonly bundles: readonly BuiltBundle[]
  /** Plugins whose bundles are in place since an earlier build. */
  readonly kept: readonly PluginResult[]
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[]
  /** For a next build to start from. */
  readonly results: readonly PluginResult[]
  /**
   * Returns all paths on which the outcome depends; `<folder>/*` where it is not known what a plugin of that
   * folder looks for.
   */
  readonly listInputs: () => ReadonlySet<string>
}
