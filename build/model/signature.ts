/**
 * The build's own picture of a plugin's functions: what the reader understood, each node with the place it
 * was written. Nothing of the TypeScript compiler is in here, so checks, schemas and manifests do not depend
 * on who read the source.
 */
import type { Json } from '../../core/domain/json.ts'
import type { ResultType } from '../../core/domain/result/result.ts'
import type { DiagnosticCode } from './diagnostic-codes.ts'
import type { Span } from './span.ts'

/**
 * What the reader could not turn into a value of the model: a code of the table in `diagnostics.ts` and its
 * sentences.
 */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: DiagnosticCode
  readonly found: string
  readonly remedy: string
  /** Where the author uses it. */
  readonly span: Span
  /** Where it is written, if that is in a package. */
  readonly origin?: Span
}

/** A number, or an integer; absent bounds are none. */
export interface NumberType {
  readonly kind: 'number'
  readonly integer: boolean
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly span: Span
}

/** A value that a literal type can name. */
export type Scalar = string | number | boolean | null

/** Values of a fixed set, in the author's order, each once. */
export interface ChoiceType {
  readonly kind: 'choice'
  readonly values: readonly Scalar[]
  readonly span: Span
}

/** A text; `pattern` is what a template literal type says about it. */
export interface TextType {
  readonly kind: 'string'
  readonly pattern?: string
  readonly span: Span
}

/** A list of any length. */
export interface ArrayType {
  readonly kind: 'array'
  readonly items: ParameterType
  readonly span: Span
}

/** One place of a tuple. */
export interface TupleElement {
  /** Null where the author gave none. */
  readonly name: string | null
  readonly type: ParameterType
  readonly optional: boolean
}

/**
 * A list of fixed places; `rest` is the type of any that follow, null for none. Optional elements come last.
 */
export interface TupleType {
  readonly kind: 'tuple'
  readonly elements: readonly TupleElement[]
  readonly rest: ParameterType | null
  readonly span: Span
}

/** A member of an object. */
export interface PropertyType {
  readonly name: string
  readonly type: ParameterType
  readonly optional: boolean
  readonly description: string
  readonly tags: readonly DocTag[]
  readonly span: Span
}

/** Names that are not listed but may be there: all of them, or those that match a pattern. */
export interface IndexType {
  readonly pattern: string | null
  readonly type: ParameterType
}

/** An object with these members and no others, in the author's order, those of a base first. */
export interface ObjectType {
  readonly kind: 'object'
  readonly properties: readonly PropertyType[]
  readonly index: readonly IndexType[]
  readonly span: Span
}

/** One of several types, in the author's order; literals are gathered in one {@link ChoiceType}. */
export interface UnionType {
  readonly kind: 'union'
  readonly members: readonly ParameterType[]
  readonly span: Span
}

/** A type that contains itself: `name` is one of the function's definitions. */
export interface ReferenceType {
  readonly kind: 'reference'
  readonly name: string
  readonly span: Span
}

/** `boolean`, or a progress reporter, which no client sends. */
export interface PlainType {
  readonly kind: 'boolean' | 'progress'
  readonly span: Span
}

/** The type of a parameter or of a part of one; a refusal stands where one could not be read. */
export type ParameterType =
  | NumberType
  | TextType
  | PlainType
  | ChoiceType
  | ArrayType
  | TupleType
  | ObjectType
  | UnionType
  | ReferenceType
  | Refusal

/** A type that contains itself, by the name that references give. */
export interface Definition {
  readonly name: string
  readonly type: ParameterType
}

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

/** A parameter as its author wrote it. */
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

/** The name of a parameter, or the names of those that the function takes as members of one object. */
export type CallArgument = string | readonly string[]

/** A function that is registered, as its author wrote it. */
export interface FunctionSignature {
  /** The name under which it is registered. */
  readonly name: string
  /** The name under which the plugin's module exports it; `default` for a default export. */
  readonly exportName: string
  readonly returns: ResultType
  readonly description: string
  readonly parameters: readonly ParameterSignature[]
  /** What the function is called with, in order. */
  readonly call: readonly CallArgument[]
  /** What references in the parameters stand for, in the order in which they were met. */
  readonly definitions: readonly Definition[]
  /** The function's own tags, in the order written, those of parameters left out. */
  readonly tags: readonly DocTag[]
  /**
   * Tags in comments that belong to no parameter or property, found on the way through the types that the
   * parameters name; `on` says where, as `on the type Radius`. Each once for all functions of a plugin.
   */
  readonly strayTags: readonly (DocTag & { readonly on: string })[]
  /** Names that `@param` tags give, to find the misspelt ones, each with the tags behind it. */
  readonly documented: readonly (DocTag & { readonly tags: readonly DocTag[] })[]
  readonly span: Span
}
