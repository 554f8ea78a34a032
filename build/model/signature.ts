/**
 * The build's own model of a plugin's functions, each node with its place in the source. No type of the
 * TypeScript compiler appears here, so that checks, schemas and manifests do not depend on the reader.
 */

import type { DataKind } from '../../core/contract/domain/data-ref.ts'
import type { PlaceFormat } from '../../core/contract/domain/places.ts'
import type { Returned } from '../../core/contract/domain/result/returned.ts'
import type { Json } from '../../core/contract/values/json.ts'
import type { DiagnosticCode } from './diagnostic-codes.ts'

/** One plugin to build. Paths are absolute. */
export interface PluginSource {
  readonly name: string
  readonly entry: string
  readonly folder: string
}

/** A stretch of source. Lines and columns count from 1; `end…` is just behind the last character. */
export interface Span {
  readonly file: string
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** Returns the place of a whole file: its first character. */
export function startOf(file: string): Span {
  return { file, line: 1, column: 1, endLine: 1, endColumn: 1 }
}

/** A stretch of a text, in characters from its start, with what takes its place. */
export interface TextEdit {
  readonly start: number
  readonly end: number
  readonly text: string
}

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

/** A value that a literal type can name. */
export type Scalar = string | number | boolean | null

/** A member of an object. */
export interface PropertyType {
  readonly name: string
  readonly type: ParameterType
  readonly optional: boolean
  readonly description: string
  readonly tags: readonly DocTag[]
  readonly span: Span
}

/**
 * The type of a parameter or of a part of one; a refusal stands where one could not be read. The `pattern` of
 * a text comes from a template literal type.
 */
export type ParameterType = { readonly span: Span } & (
  | {
      readonly kind: 'number'
      readonly integer: boolean
      /** Set for a time, which the page plays. */
      readonly time?: true
      readonly minimum?: number
      readonly maximum?: number
      readonly multipleOf?: number
    }
  | { readonly kind: 'string'; readonly pattern?: string }
  /** No client sends a progress reporter. */
  | { readonly kind: 'boolean' | 'progress' }
  /** A result of one of these kinds, or a file of some endings, to which clients send a reference. */
  | {
      readonly kind: 'data'
      readonly kinds: readonly DataKind[]
      /** Absent for files with any, and for results. */
      readonly endings?: readonly string[]
    }
  /** A point, plane or other place; a curve may be closed. */
  | { readonly kind: 'place'; readonly format: PlaceFormat; readonly closed?: true }
  /** Values of a fixed set, in the author's order, each once. */
  | {
      readonly kind: 'choice'
      readonly values: readonly Scalar[]
      /** Names of the values where these are members of an enum of numbers, one for each. */
      readonly names?: readonly string[]
    }
  | { readonly kind: 'array'; readonly items: ParameterType }
  /** `rest` is the type of further items, null for none. Optional elements come last. */
  | {
      readonly kind: 'tuple'
      readonly elements: readonly {
        readonly name: string | null
        readonly type: ParameterType
        readonly optional: boolean
      }[]
      readonly rest: ParameterType | null
    }
  /**
   * An object with these members and no others, in the author's order, those of a base first. The index has
   * further names: all, or those that match a pattern.
   */
  | {
      readonly kind: 'object'
      readonly properties: readonly PropertyType[]
      readonly index: readonly { readonly pattern: string | null; readonly type: ParameterType }[]
    }
  /** One of several types, in the author's order; literals are gathered in one choice. */
  | { readonly kind: 'union'; readonly members: readonly ParameterType[] }
  /** A type that contains itself: `name` is one of the function's definitions. */
  | { readonly kind: 'reference'; readonly name: string }
  | Refusal
)

/** The types of one kind. */
export type TypeOf<Kind extends ParameterType['kind']> = Extract<ParameterType, { readonly kind: Kind }>

/** A type that contains itself, by the name that references give. */
export interface Definition {
  readonly name: string
  readonly type: ParameterType
}

/** A folded initializer, or the reason it could not be folded. `text` is the source of the expression. */
export type ParameterDefault =
  | {
      readonly kind: 'value'
      readonly value: Json
      readonly text: string
      readonly span: Span
      /** Set for the value of `@default`. */
      readonly isTag?: true
    }
  | Refusal

/** A JSDoc tag with a meaning for the build: `@name text`. */
export interface DocTag {
  readonly name: string
  readonly text: string
  readonly span: Span
}

/** A `@param` of a function's comment, by its name and text, with the tags behind it. */
export interface Documented extends DocTag {
  readonly tags: readonly DocTag[]
  /** The default that it names, `5` of `[radius=5]`; null for none. */
  readonly initial: string | null
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

/** A registered function, as its author wrote it. */
export interface FunctionSignature {
  readonly name: string
  /** The export's name in the plugin's module; `default` for a default export. */
  readonly exportName: string
  readonly returns: Returned
  readonly description: string
  readonly parameters: readonly ParameterSignature[]
  /** The name of each parameter, or the names that the function receives as members of one object. */
  readonly call: readonly (string | readonly string[])[]
  /** The targets of references in the parameters, in the order of first use. */
  readonly definitions: readonly Definition[]
  /** The function's own tags, in the order written, those of parameters left out. */
  readonly tags: readonly DocTag[]
  /**
   * Tags in comments that belong to no parameter or property, found in the types that the parameters name;
   * `on` is their place, as `on the type Radius`. Each once for all functions of a plugin.
   */
  readonly strayTags: readonly (DocTag & { readonly on: string })[]
  /** Names given by `@param` tags, to find misspelt ones. */
  readonly documented: readonly Documented[]
  readonly span: Span
}

/** Returns the types inside a type, with the path to each: `.size`, `[]`, `[2]`. */
export function listParts(
  type: ParameterType,
): { path: string; type: ParameterType; property: PropertyType | null }[] {
  const toPart = (path: string, inner: ParameterType) => ({ path, type: inner, property: null })
  switch (type.kind) {
    case 'array':
      return [toPart('[]', type.items)]
    case 'tuple':
      return [
        ...type.elements.map((element, i) => toPart(`[${i}]`, element.type)),
        ...(type.rest ? [toPart('[]', type.rest)] : []),
      ]
    case 'object':
      return [
        ...type.properties.map((property) => ({ path: `.${property.name}`, type: property.type, property })),
        ...type.index.map((index) => toPart('[key]', index.type)),
      ]
    case 'union':
      return type.members.map((member) => toPart('', member))
    default:
      return []
  }
}
