/**
 * Reads plugins together with what each reading depends on. The file through which the compiler is loaded,
 * when it is.
 */
import type { PluginSource } from '../model/plugin-source.ts'
import { type Closure, traceClosure } from './closure.ts'
import { openCompiler, startCompiler } from './compiler.ts'
import { type Reading, readPlugins } from './read-signature.ts'

/** What was read of a plugin, and what it depends on. */
export interface SourceReading extends Reading {
  readonly closure: Closure
}

/** Reads plugins in their order, with further files opened beside them, whose global declarations count. */
export type SourceReader = (
  plugins: readonly PluginSource[],
  beside: readonly string[],
) => readonly SourceReading[]

/**
 * Returns a reader. One that is used again parses only files that have changed, and keeps the others in
 * memory.
 */
export function createReader(sdkFile: string, session = startCompiler()): SourceReader {
  return (plugins, beside) => {
    const compiler = openCompiler([...plugins.map(({ entry }) => entry), ...beside], sdkFile, session)
    const readings = readPlugins(compiler, plugins).map((reading) => ({
      ...reading,
      closure: traceClosure(compiler, reading.plugin.entry),
    }))
    session.keepCode()
    return readings
  }
}
