/**
 * The parameters of a function as rows of a panel, which know nothing of drawing: the page draws them with
 * HTML, other clients may draw them otherwise. Rows inside rows are made when they are first read, because a
 * schema may contain itself.
 */
import type { Json } from '../../contract/values/json.ts'
import type { DataCatalog, DataOption } from './data/data-catalog.ts'
import type { PlaceHint } from './rows/place-hint.ts'

/** The way to set a value. */
export type Field =
  /** A number between two bounds, which are the smallest and largest that a slider gives. */
  | {
      readonly kind: 'slider'
      readonly minimum: number
      readonly maximum: number
      /** Null on a logarithmic scale, where it grows with the value. */
      readonly step: number | null
      readonly isInteger: boolean
      readonly scale: 'linear' | 'log'
    }
  /** A number without two bounds. Null for a missing bound, and for a step that grows with the value. */
  | {
      readonly kind: 'number'
      readonly minimum: number | null
      readonly maximum: number | null
      readonly step: number | null
      readonly isInteger: boolean
    }
  /** One of some values. */
  | {
      readonly kind: 'choice'
      readonly options: readonly { readonly value: Json; readonly label: string }[]
    }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'text' }
  /** `#rrggbb`. */
  | { readonly kind: 'color' }
  /** Numbers in one line: a point, a size. Its value is an array; that of a range is its two ends. */
  | { readonly kind: 'vector'; readonly rows: readonly Row[]; readonly isRange: boolean }
  /** Values to which others can be added. */
  | {
      readonly kind: 'list'
      readonly item: (index: number) => Row
      readonly minimum: number
      readonly maximum: number | null
    }
  /** Values that belong together, in an object or an array. */
  | { readonly kind: 'group'; readonly holder: 'object' | 'array'; readonly rows: readonly Row[] }
  /** A value of one of several forms. Their rows have the pointer of the whole. */
  | { readonly kind: 'variant'; readonly variants: readonly { readonly label: string; readonly row: Row }[] }
  /** The result of a specimen, or a file, by a reference: what fits, and the rows of its function. */
  | {
      readonly kind: 'data'
      readonly kinds: readonly string[]
      readonly options: readonly DataOption[]
      readonly files: DataCatalog['files']
      /** The value that stands for none; undefined leaves it out, and absent where data are needed. */
      readonly none?: { readonly value: null | undefined }
      readonly rows: (value: Json | undefined) => readonly Row[]
    }
  /** Nothing to set: only this value is taken. */
  | { readonly kind: 'fixed'; readonly value: Json }
  /** Anything that no other field can hold, written as JSON; `start` is a value to begin with. */
  | { readonly kind: 'json'; readonly start: Json }

/** The field of a kind. */
export type FieldOf<Kind extends Field['kind']> = Extract<Field, { readonly kind: Kind }>

/** One value that can be set, or several that belong together. */
export interface Row {
  /** JSON pointer below the parameters: `/radius`, `/size/0`. */
  readonly pointer: string
  readonly label: string
  readonly description: string
  /** The unit of the number, or of each number inside; empty for none. */
  readonly unit: string
  readonly field: Field
  /** The place by which a picture has a handle for the value; null for a value that is none. */
  readonly place: PlaceHint | null
  /** True when there is no result without a value. */
  readonly isRequired: boolean
  /** The value after a reset; undefined for none. */
  readonly initial: Json | undefined
  /** Returns whether the schema takes a value here. */
  readonly fits: (value: Json) => boolean
}
