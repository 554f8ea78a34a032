/** Reads plugins together with the inputs of each reading. */
import type { PluginSource } from '../model/signature.ts'
import { type Closure, createTracer } from './closure.ts'
import { openCompiler } from './compiler.ts'
import { type FileReading, readPlugins } from './read-signature.ts'

/** The reading of a plugin, and its inputs. */
export interface SourceReading extends FileReading {
  readonly closure: Closure
}

/** Reads plugins, in their order. */
export type SourceReader = (plugins: readonly PluginSource[]) => readonly SourceReading[]

/**
 * Returns a reader. Plugins share a project if they reach the same files with global declarations, which is
 * nearly always none. So a plugin reads the same alone and among others.
 */
export function createReader(sdkFile: string): SourceReader {
  return (plugins) => {
    const all = openCompiler(toEntries(plugins), sdkFile)
    const trace = createTracer(all)
    const closures = new Map(plugins.map((plugin) => [plugin, trace(plugin.entry)]))
    const groups = new Map<string, PluginSource[]>()
    for (const [plugin, { ambient }] of closures) {
      const key = ambient.join('\n')
      groups.set(key, [...(groups.get(key) ?? []), plugin])
    }
    const readings = new Map<PluginSource, SourceReading>()
    for (const [key, members] of groups) {
      // A fixed order before all else: declarations of one name merge in the order of their files.
      const files = [...key.split('\n').filter((path) => path !== ''), ...toEntries(members)]
      const compiler = key === '' && groups.size === 1 ? all : openCompiler(files, sdkFile)
      for (const reading of readPlugins(compiler, members)) {
        const closure = closures.get(reading.plugin)
        if (closure) readings.set(reading.plugin, { ...reading, closure })
      }
    }
    return plugins.flatMap((plugin) => readings.get(plugin) ?? [])
  }
}

function toEntries(plugins: readonly PluginSource[]): string[] {
  return plugins.map(({ entry }) => entry)
}
