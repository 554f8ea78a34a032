/** The findings of a comparison of schemas, and the context its parts share. */
import type { JsonObject } from '../../core/domain/json.ts'
import { valueTags } from '../model/value-tags.ts'

/** A JSON Schema. */
export type Schema = JsonObject | boolean

/** A value that was accepted and is, or may be, refused now. */
export interface Narrowing {
  /** A path: `size`, `options.items[].size`. */
  readonly at: string
  readonly text: string
  readonly decided: boolean
  /** Set when the two types have no value in common, or only by chance. */
  readonly isOtherKind?: true
}

/** The two documents of a comparison, and the pairs under comparison further up. */
export interface Comparison {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly assumed: ReadonlySet<string>
  readonly compare: (before: Schema, after: Schema, at: string, assumed: ReadonlySet<string>) => Narrowing[]
}

/** Keywords without effect on the accepted values. */
export const annotations = [
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'title',
  'description',
  'default',
  'examples',
  ...[...valueTags].flatMap(([name, { isAnnotation }]) => (isAnnotation ? [name] : [])),
]

/** Returns a proven narrowing. */
export function toNarrowing(at: string, text: string): Narrowing {
  return { at, text, decided: true }
}

/** Returns a narrowing that is not proven. */
export function toUndecided(at: string, text: string): Narrowing {
  return { at, text, decided: false }
}
