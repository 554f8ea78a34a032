/** Types to try, what the build makes of them, and what may be wrong with it. */
import { join } from 'node:path'
import { checkSignature } from '../../../build/check/check-signature.ts'
import { deriveSchema } from '../../../build/derive/derive-schema.ts'
import { type Diagnostic, hasErrors } from '../../../build/model/diagnostics.ts'
import type { PluginSource } from '../../../build/model/signature.ts'
import { openCompiler } from '../../../build/read/compiler.ts'
import { readPlugins } from '../../../build/read/read-signature.ts'
import type { ParameterSchema } from '../../../core/contract/domain/schema.ts'
import type { Json } from '../../../core/contract/values/json.ts'
import { addFiles, sdkFile } from '../temporary-plugins.ts'

/** A type to try. */
export interface Subject {
  /** The type as a parameter has it. */
  readonly type: string
  /** What stands above the function: imports and declarations. */
  readonly prelude: string
}

/** A schema that does not mean the type, or an answer of the build that is none. */
export interface Fault {
  readonly subject: Subject
  /** What is said of it, as the rest of a sentence. */
  readonly what: string
  readonly value?: Json
  readonly schema?: ParameterSchema
}

/** What the build made of a type. */
export interface Built {
  readonly subject: Subject
  /** The file that the subject is in, as `Subject`, and as the parameter `value` of a function. */
  readonly file: string
  /** Null where it was refused. */
  readonly schema: ParameterSchema | null
  readonly problems: readonly Diagnostic[]
  /** What the reader threw, which it must not. */
  readonly crash: string | null
}

/** Writes a plugin for each type into a folder. */
export function toPlugins(folder: string, subjects: readonly Subject[]): PluginSource[] {
  return subjects.map((subject, i) => {
    addFiles(folder, { [`f${i}.ts`]: toSource(subject, i) })
    return { name: `f${i}`, entry: join(folder, `f${i}.ts`), folder }
  })
}

/** Writes a plugin for each type into a folder, and reads them all in one run. */
export function buildSubjects(folder: string, subjects: readonly Subject[]): Built[] {
  const plugins = toPlugins(folder, subjects)
  return readAll(plugins).flatMap((read, i) => {
    const [subject, plugin] = [subjects[i], plugins[i]]
    return subject && plugin ? [{ subject, file: plugin.entry, ...read }] : []
  })
}

type Read = Pick<Built, 'schema' | 'problems' | 'crash'>

/** Reads plugins in one program, each by itself, so that it is known which type ends the reader. */
function readAll(plugins: readonly PluginSource[]): Read[] {
  const entries = plugins.map(({ entry }) => entry)
  const compiler = openCompiler(entries, sdkFile)
  return plugins.map((plugin) => {
    try {
      const [reading] = readPlugins(compiler, [plugin])
      const functions = reading?.functions ?? []
      const all = [...(reading?.problems ?? []), ...functions.flatMap(checkSignature)]
      const [signature] = functions
      const schema = signature && !hasErrors(all) ? deriveSchema(signature) : null
      return { schema, problems: all, crash: null }
    } catch (error) {
      return { schema: null, problems: [], crash: String(error) }
    }
  })
}

function toSource({ type, prelude }: Subject, i: number): string {
  return `import type { Mesh } from 'specimen-host/plugin'
${prelude}
export type Subject = ${type}
export function f${i}(value: ${type}): Mesh {
  throw new Error()
}
`
}

/** Returns what a person needs to see of a fault. */
export function formatFault({ subject, what, value, schema }: Fault): string {
  const declared = subject.prelude.split('\n').filter((line) => line !== '' && !line.startsWith('import'))
  const lines = [what, `type: ${subject.type}`, ...declared.map((line) => `  ${line}`)]
  if (value !== undefined) lines.push(`value: ${JSON.stringify(value)}`)
  if (schema) lines.push(`schema: ${JSON.stringify({ ...schema.properties, $defs: schema.$defs })}`)
  return lines.join('\n')
}
