import type { Manifest } from '../../core/contract/domain/manifest.ts'
import type { Preset } from '../../core/contract/domain/preset.ts'
import type { Words } from '../../core/contract/text/words.ts'

/** A function as one side has it. */
export interface FunctionVersion {
  /** The author's words on its picture and its values. */
  readonly words: Words
  readonly presets: readonly Preset[]
  /** Differs whenever the code, its files or what is declared of the function do. */
  readonly identity: string
}

/** Returns the functions of a bundle by their names. */
export function listVersions({
  functions,
  specimens,
  files,
}: Manifest): readonly (readonly [name: string, version: FunctionVersion])[] {
  return functions.map((declared) => {
    const shown = specimens.find(({ function_name: name }) => name === declared.name)
    const identity = JSON.stringify([declared, shown, files])
    return [declared.name, { words: shown ?? {}, presets: shown?.presets ?? [], identity }]
  })
}
