/** Reads plugins together with the inputs of each reading. This file loads the compiler on demand. */
import type { PluginSource } from '../model/plugin-source.ts'
import { type Closure, traceClosure } from './closure.ts'
import { openCompiler, startCompiler } from './compiler.ts'
import { type FileReading, readPlugins } from './read-signature.ts'

/** The reading of a plugin, and its inputs. */
export interface SourceReading extends FileReading {
  readonly closure: Closure
}

/** Reads plugins, in their order. */
export type SourceReader = (plugins: readonly PluginSource[]) => readonly SourceReading[]

/**
 * Returns a reader. A reused one parses only changed files, and keeps the others in memory.
 *
 * Plugins share a program of the compiler if they reach the same files with global declarations, which is
 * nearly always none. So a plugin reads the same alone and among others.
 */
export function createReader(sdkFile: string, session = startCompiler()): SourceReader {
  return (plugins) => {
    const all = openCompiler(toEntries(plugins), sdkFile, session)
    const closures = new Map(plugins.map((plugin) => [plugin, traceClosure(all, plugin.entry)]))
    const groups = new Map<string, PluginSource[]>()
    for (const [plugin, { ambient }] of closures) {
      const key = ambient.join('\n')
      groups.set(key, [...(groups.get(key) ?? []), plugin])
    }
    const readings = new Map<PluginSource, SourceReading>()
    for (const [key, members] of groups) {
      // A fixed order before all else: declarations of one name merge in the order of their files.
      const files = [...key.split('\n').filter((path) => path !== ''), ...toEntries(members)]
      const compiler = key === '' && groups.size === 1 ? all : openCompiler(files, sdkFile, session)
      for (const reading of readPlugins(compiler, members)) {
        const closure = closures.get(reading.plugin)
        if (closure) readings.set(reading.plugin, { ...reading, closure })
      }
    }
    session.keepCode()
    return plugins.flatMap((plugin) => readings.get(plugin) ?? [])
  }
}

function toEntries(plugins: readonly PluginSource[]): string[] {
  return plugins.map(({ entry }) => entry)
}
