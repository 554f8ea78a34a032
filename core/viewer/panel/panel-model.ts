/**
 * The parameters of a function as rows of a panel: what a person sees and may set, without a word about how
 * it is drawn. The page draws it with HTML; other clients may draw the same rows otherwise. Rows inside rows
 * are made when they are first read, for a schema may contain itself.
 */
import type { Json } from '../../domain/json.ts'

/** A number between two bounds. */
export interface SliderField {
  readonly kind: 'slider'
  /** The smallest and largest value that a slider gives; the schema may take more digits than that. */
  readonly minimum: number
  readonly maximum: number
  /** Null on a logarithmic scale, where it grows with the value. */
  readonly step: number | null
  readonly isInteger: boolean
  readonly scale: 'linear' | 'log'
}

/** A number without two bounds. Null for a bound that is not there, and for a step that grows with it. */
export interface NumberField {
  readonly kind: 'number'
  readonly minimum: number | null
  readonly maximum: number | null
  readonly step: number | null
  readonly isInteger: boolean
}

/** One of some values. */
export interface ChoiceField {
  readonly kind: 'choice'
  readonly options: readonly { readonly value: Json; readonly label: string }[]
}

/** A text; lengths are in code points, null for none. */
export interface TextField {
  readonly kind: 'text'
  readonly pattern: string | null
  readonly minLength: number
  readonly maxLength: number | null
}

/** Numbers in one line: a point, a size, a range. Its value is an array. */
export interface VectorField {
  readonly kind: 'vector'
  readonly rows: readonly Row[]
}

/** Values to which others can be added. */
export interface ListField {
  readonly kind: 'list'
  readonly item: (index: number) => Row
  readonly minimum: number
  readonly maximum: number | null
}

/** Values that belong together. */
export interface GroupField {
  readonly kind: 'group'
  /** What holds the members. */
  readonly holder: 'object' | 'array'
  readonly rows: readonly Row[]
}

/** A value of one of several forms. Their rows have the pointer of the whole. */
export interface VariantField {
  readonly kind: 'variant'
  readonly variants: readonly Variant[]
}

/** One form of a value. */
export interface Variant {
  readonly label: string
  readonly row: Row
}

/** How a value is set. */
export type Field =
  | SliderField
  | NumberField
  | ChoiceField
  | { readonly kind: 'toggle' }
  | TextField
  | VectorField
  | ListField
  | GroupField
  | VariantField
  /** Nothing to set: only this value is taken. */
  | { readonly kind: 'fixed'; readonly value: Json }
  /** Anything that no other field can hold, written as JSON; `start` is a value to begin with. */
  | { readonly kind: 'json'; readonly start: Json }

/** One value that can be set, or several that belong together. */
export interface Row {
  /** JSON pointer below the parameters: `/radius`, `/size/0`. */
  readonly pointer: string
  readonly label: string
  readonly description: string
  /** Of the number, or of each number inside; empty for none. */
  readonly unit: string
  readonly field: Field
  /** Without a value there is no result; a row that is not required may be without. */
  readonly isRequired: boolean
  /** What resetting gives back; undefined for no value. */
  readonly initial: Json | undefined
  /** Returns whether the schema takes a value here. */
  readonly fits: (value: Json) => boolean
}
