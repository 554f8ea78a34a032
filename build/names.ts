/** A function's name is its address on the host, so it belongs to one plugin of a run. */
import type { PluginFunction } from './build-plugins.ts'
import { compareText, type Diagnostic, toError } from './diagnostics.ts'
import type { PluginSource } from './discover.ts'

interface Claimant {
  readonly plugin: PluginSource
  readonly functions: readonly PluginFunction[]
}

/**
 * Returns the refusals of second claimants, by plugin. The first by the plugin's name keeps it, whoever was
 * read first.
 */
export function refuseSecondNames(
  claimants: readonly Claimant[],
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
          toError('function.twice', span, name, found, remedy),
        ])
      }
    }
  }
  return refused
}
