import { compareText, type Diagnostic, toError } from '../model/diagnostics.ts'
import type { PluginSource, Span } from '../model/signature.ts'

interface NameClaim {
  readonly plugin: PluginSource
  readonly functions: readonly { readonly name: string; readonly span: Span }[]
}

/**
 * Returns the refusals of duplicate function names, by plugin: a name is an address on the host, so it
 * belongs to one plugin of a run. The first plugin by name keeps it, in any order of reading.
 */
export function refuseSecondNames(
  claimants: readonly NameClaim[],
): ReadonlyMap<PluginSource, readonly Diagnostic[]> {
  const owners = new Map<string, PluginSource>()
  const refused = new Map<PluginSource, Diagnostic[]>()
  for (const { plugin, functions } of claimants.toSorted((a, b) =>
    compareText(a.plugin.name, b.plugin.name),
  )) {
    for (const { name, span } of functions) {
      const owner = owners.get(name)
      if (!owner) owners.set(name, plugin)
      else {
        const found = `The plugin "${owner.name}" exports ${name} already.`
        const remedy = `Rename one of the two: a function's name is its address on the host.`
        refused.set(plugin, [
          ...(refused.get(plugin) ?? []),
          toError('function.twice', { span, path: name, found, remedy }),
        ])
      }
    }
  }
  return refused
}
