import type { ResultType } from '../../domain/result/result.ts'
import type { SceneShape } from '../../domain/result/returned.ts'
import type { ParameterSchema } from '../../domain/schema.ts'

/** A dynamic specimen as callers see it: from a catalog or from the manifest of a bundle. */
export interface TypedFunction {
  readonly id: string
  readonly description: string
  readonly type: ResultType
  /** The parts of its scenes; absent for another kind. */
  readonly returns?: SceneShape | undefined
  readonly schema: ParameterSchema
}

/** A name, its schema, and whether it has to be given. */
export interface TypedMember {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** Returns a text of others on one line. */
export function toLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns the words of an id or name as one name in capitals: `LabGyroid` for `lab:gyroid`. */
export function toTypeName(...names: readonly string[]): string {
  const words = names.flatMap((name) => name.match(/[A-Za-z0-9]+/g) ?? [])
  const joined = words.map((word) => (word[0] ?? '').toUpperCase() + word.slice(1)).join('')
  return /^[A-Za-z]/.test(joined) ? joined : `Type${joined}`
}

/** Returns a name that is not taken yet, and takes it. */
export function takeName(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let count = 2; taken.has(name); count++) name = `${wanted}${count}`
  taken.add(name)
  return name
}
