/**
 * The build's own model of a plugin's functions, each node with its place in the source. No type of the
 * TypeScript compiler appears here, so that checks, schemas and manifests do not depend on the reader.
 */
import type { Json } from '../../core/domain/json.ts'
import type { ResultType } from '../../core/domain/result/result.ts'
import type { DiagnosticCode } from './diagnostic-codes.ts'
import type { Span } from './span.ts'

/** A piece of source outside the model: a code of the table in `diagnostics.ts` and its sentences. */
export interface Refusal {
  readonly kind: 'refused'
  readonly code: DiagnosticCode
  readonly found: string
  readonly remedy: string
  readonly span: Span
  /** The place of definition, if that is in a package. */
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

/** A text; `pattern` comes from a template literal type. */
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
  readonly name: string | null
  readonly type: ParameterType
  readonly optional: boolean
}

/** A tuple; `rest` is the type of further items, null for none. Optional elements come last. */
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

/** Further names of an object: all, or those that match a pattern. */
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

/** A folded initializer, or the reason it could not be folded. `text` is the source of the expression. */
export type ParameterDefault =
  | { readonly kind: 'value'; readonly value: Json; readonly text: string; readonly span: Span }
  | Refusal

/** A JSDoc tag with a meaning for the build: `@name text`. */
export interface DocTag {
  readonly name: string
  readonly text: string
  readonly span: Span
}

/** A parameter as its author wrote it. */
export interface ParameterSignature {
  readonly name: string
  readonly type: ParameterType
  /** Set when the parameter may be left out: `?`, `| undefined`, or an initializer that is undefined. */
  readonly optional: boolean
  readonly default: ParameterDefault | null
  readonly description: string
  /** Constraint tags, from the parameter's own comment and from the function's, behind its `@param`. */
  readonly tags: readonly DocTag[]
  readonly span: Span
}

/** The name of a parameter, or the names that the function receives as members of one object. */
export type CallArgument = string | readonly string[]

/** A registered function, as its author wrote it. */
export interface FunctionSignature {
  readonly name: string
  /** The export's name in the plugin's module; `default` for a default export. */
  readonly exportName: string
  readonly returns: ResultType
  readonly description: string
  readonly parameters: readonly ParameterSignature[]
  readonly call: readonly CallArgument[]
  /** The targets of references in the parameters, in the order of first use. */
  readonly definitions: readonly Definition[]
  /** The function's own tags, in the order written, those of parameters left out. */
  readonly tags: readonly DocTag[]
  /**
   * Tags in comments that belong to no parameter or property, found in the types that the parameters name;
   * `on` is their place, as `on the type Radius`. Each once for all functions of a plugin.
   */
  readonly strayTags: readonly (DocTag & { readonly on: string })[]
  /** Names given by `@param` tags, to find misspelt ones, each with the tags behind it. */
  readonly documented: readonly (DocTag & { readonly tags: readonly DocTag[] })[]
  readonly span: Span
}
