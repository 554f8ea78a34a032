/** Reads plugins together with the inputs of each reading. */
import type { PluginSource, TextEdit } from '../model/signature.ts'
import { type Closure, createTracer } from './closure.ts'
import { type Compiler, openCompiler } from './compiler.ts'
import { editEnums } from './edit-enums.ts'
import { type FileReading, readPlugins } from './read-signature.ts'
import { warnOfOptions } from './warn-of-options.ts'

/** The reading of a plugin, and its inputs. */
export interface SourceReading extends FileReading {
  readonly closure: Closure
  /** Edits of the plugin's own files, by real path, without which a bundler would change their meaning. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>
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
        if (closure) readings.set(reading.plugin, complete(all, reading, closure))
      }
    }
    return plugins.flatMap((plugin) => readings.get(plugin) ?? [])
  }
}

/** Adds what concerns the bodies of a plugin's own files. */
function complete(compiler: Compiler, reading: FileReading, closure: Closure): SourceReading {
  const { paths } = closure
  const warned = warnOfOptions(compiler, reading.plugin.folder, paths)
  const inputs = new Set([...paths, ...warned.paths])
  return {
    ...reading,
    problems: [...reading.problems, ...warned.problems],
    closure: { ...closure, paths: inputs },
    edits: editEnums(compiler, paths),
  }
}

function toEntries(plugins: readonly PluginSource[]): string[] {
  return plugins.map(({ entry }) => entry)
}
