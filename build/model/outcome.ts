import type { Need } from '../../core/contract/domain/needs.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { FunctionSignature, PluginSource } from './signature.ts'

/** A bundle that can be written: every file by its path in the bundle's folder, the manifest included. */
export interface BuiltBundle {
  readonly plugin: PluginSource
  readonly functions: readonly FunctionSignature[]
  readonly files: ReadonlyMap<string, Uint8Array>
}

/** The result of a plugin as an earlier build remembers it: everything but the bytes of its bundle. */
export interface PluginResult {
  readonly plugin: PluginSource
  readonly functions: readonly Pick<FunctionSignature, 'name' | 'returns' | 'span'>[]
  readonly needs: readonly Need[]
  /** The plugin's own problems, without conflicts with other plugins. */
  readonly problems: readonly Diagnostic[]
  /** The files of its bundle; null after a refusal. */
  readonly files: readonly { readonly path: string; readonly bytes: number }[] | null
  /** Paths whose bytes, existence or absence the result depends on; null when unknown. */
  readonly inputs: readonly string[] | null
}

/** The outcome of a build: bundles in memory, problems, and the results for a next build. */
export interface BuildOutcome {
  /** All plugins found, built or not, by name. */
  readonly plugins: readonly PluginSource[]
  readonly bundles: readonly BuiltBundle[]
  /** Plugins whose bundles are in place since an earlier build. */
  readonly kept: readonly PluginResult[]
  readonly diagnostics: readonly Diagnostic[]
  readonly results: readonly PluginResult[]
  /** Returns all paths of the outcome; `<folder>/*` where the inputs of a plugin are unknown. */
  readonly listInputs: () => ReadonlySet<string>
}
