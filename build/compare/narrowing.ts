/** What a comparison of schemas finds, and what its parts hand to each other. */
import type { JsonObject } from '../../core/domain/json.ts'
import { valueTags } from '../model/value-tags.ts'

/** A JSON Schema. */
export type Schema = JsonObject | boolean

/** A value that was accepted and is refused now, or may be. */
export interface Narrowing {
  /** Where: `size`, `options.items[].size`. */
  readonly at: string
  readonly text: string
  readonly decided: boolean
  /** The two types have no value in common, or only by chance. */
  readonly isOtherKind?: true
}

/** The two documents of a comparison, and the pairs that are being compared further up. */
export interface Comparison {
  readonly before: JsonObject
  readonly after: JsonObject
  readonly assumed: ReadonlySet<string>
  /** Compares a pair further inside. */
  readonly compare: (before: Schema, after: Schema, at: string, assumed: ReadonlySet<string>) => Narrowing[]
}

/** Keywords that say nothing about which values are accepted. */
export const annotations = [
  '$schema',
  '$id',
  '$defs',
  '$comment',
  'title',
  'description',
  'default',
  ...[...valueTags.values()].flatMap(({ keyword, isAnnotation }) => (isAnnotation ? [keyword] : [])),
]

/** Returns a proven narrowing. */
export function toNarrowing(at: string, text: string): Narrowing {
  return { at, text, decided: true }
}

/** Returns a narrowing that may be none. */
export function toUndecided(at: string, text: string): Narrowing {
  return { at, text, decided: false }
}
