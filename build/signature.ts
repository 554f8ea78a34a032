/**
 * The build's own picture of a plugin's functions: what the reader understood, each node with the place it was written.
 * Nothing of the TypeScript compiler is in here, so checks, schemas and manifests do not depend on who read the source.
 */
import type { Json } from '../core/domain/json.ts'
import type { ResultType } from '../core/domain/result.ts'
import type { DiagnosticCode } from './diagnostics.ts'

/** A stretch of source. Lines and columns count from 1; `end…` is just behind the last character. */
export interface Span {
  /** Absolute path. */
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** What the reader could not turn into a value of the model: a code of the table in `diagnostics.ts` and its sentences. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: DiagnosticCode
  readonly found: string
  readonly remedy: string
  readonly span: Span
}

export interface NumberType {
  readonly kind: 'number'
  readonly integer: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly span: Span
}

/** Strings of a fixed set, in the author's order. */
export interface ChoiceType {
  readonly kind: 'choice'
  readonly values: readonly string[]
  readonly span: Span
}

export type ParameterType =
  | NumberType
  | ChoiceType
  | { readonly kind: 'string' | 'boolean' | 'progress'; readonly span: Span }
  | Refusal

/** An initializer that was folded, or why it could not be. `text` is the source of the expression. */
export type ParameterDefault =
  | { readonly kind: 'value'; readonly value: Json; readonly text: string; readonly span: Span }
  | Refusal

/** A JSDoc tag that means something to the build: `@name text`. */
export interface DocTag {
  readonly name: string
  readonly text: string
  readonly span: Span
}

/** Tags that constrain a parameter, in its own comment or in the function's, behind its `@param`. */
export const constraintTags = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
] as const

export interface ParameterSignature {
  readonly name: string
  readonly type: ParameterType
  /** May be left out: `?`, `| undefined`, or an initializer that is undefined. */
  readonly optional: boolean
  readonly default: ParameterDefault | null
  readonly description: string
  /** Constraint tags, from the parameter's own comment and from the function's, behind its `@param`. */
  readonly tags: readonly DocTag[]
  readonly span: Span
}

export interface FunctionSignature {
  /** The name under which it is registered. */
  readonly name: string
  /** The name under which the plugin's module exports it; `default` for a default export. */
  readonly exportName: string
  readonly returns: ResultType
  readonly description: string
  readonly parameters: readonly ParameterSignature[]
  /** The function's own tags, in the order written, those of parameters left out. */
  readonly tags: readonly DocTag[]
  /** Names that `@param` tags give, to find the misspelt ones. */
  readonly documented: readonly DocTag[]
  readonly span: Span
}
