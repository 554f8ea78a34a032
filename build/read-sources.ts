/** Reads plugins together with what each reading depends on. The file through which the compiler is loaded, when it is. */
import { type Closure, traceClosure } from './closure.ts'
import { openCompiler } from './compiler.ts'
import type { PluginSource } from './discover.ts'
import { type Reading, readPlugins } from './read-signature.ts'

export interface SourceReading extends Reading {
  readonly closure: Closure
}

/** Reads plugins in their order, with further files opened beside them, whose global declarations count. */
export type SourceReader = (plugins: readonly PluginSource[], beside: readonly string[]) => readonly SourceReading[]

/** Returns a reader that opens the files anew at each call. */
export function createReader(sdkFile: string): SourceReader {
  return (plugins, beside) => {
    const compiler = openCompiler([...plugins.map(({ entry }) => entry), ...beside], sdkFile)
    return readPlugins(compiler, plugins).map((reading) => ({
      ...reading,
      closure: traceClosure(compiler, reading.plugin.entry),
    }))
  }
}
