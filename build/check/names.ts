import { compareText, type Diagnostic, toError } from '../model/diagnostics.ts'
import type { PluginResult } from '../model/outcome.ts'
import type { PluginSource } from '../model/signature.ts'

/**
 * Returns the refusals of duplicate function names, by plugin: a name is an address on the host, so it
 * belongs to one plugin of a run. The first plugin by name keeps it, in any order of reading.
 */
export function refuseSecondNames(
  claimants: readonly Pick<PluginResult, 'plugin' | 'functions'>[],
): ReadonlyMap<PluginSource, readonly Diagnostic[]> {
  const owners = new Map<string, PluginSource>()
  const refused = new Map<PluginSource, Diagnostic[]>()
  const remedy = `Rename one of the two: a function's name is its address on the host.`
  const sorted = claimants.toSorted((a, b) => compareText(a.plugin.name, b.plugin.name))
  for (const { plugin, functions } of sorted) {
    const problems = functions.flatMap(({ name, span }) => {
      const owner = owners.get(name)
      if (!owner) owners.set(name, plugin)
      const found = `The plugin "${owner?.name}" exports ${name} already.`
      return owner ? [toError('function.twice', { span, path: name, found, remedy })] : []
    })
    if (problems.length > 0) refused.set(plugin, problems)
  }
  return refused
}
