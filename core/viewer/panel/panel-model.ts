/**
 * The parameters of a function as rows of a panel: what a person sees and may set, without a word about how
 * it is drawn. The page draws it with HTML; other clients may draw the same rows otherwise.
 */
import type { Json } from '../../domain/json.ts'

/** How a value is set. */
export type Field =
  | {
      readonly kind: 'slider'
      readonly minimum: number
      readonly maximum: number
      readonly step: number
      readonly isInteger: boolean
      readonly scale: 'linear' | 'log'
    }
  | {
      readonly kind: 'number'
      readonly minimum: number | null
      readonly maximum: number | null
      readonly step: number | null
      readonly isInteger: boolean
    }
  | { readonly kind: 'choice'; readonly options: readonly { readonly value: Json; readonly label: string }[] }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'text'; readonly pattern: string | null; readonly maxLength: number | null }
  | { readonly kind: 'vector'; readonly rows: readonly Row[] }
  | { readonly kind: 'list'; readonly item: Row; readonly minimum: number; readonly maximum: number | null }
  | { readonly kind: 'group'; readonly rows: readonly Row[] }
  | { readonly kind: 'variant'; readonly variants: readonly { readonly label: string; readonly row: Row }[] }

/** One value that can be set, or several that belong together. */
export interface Row {
  /** JSON pointer below the parameters: `/radius`, `/size/0`. */
  readonly pointer: string
  readonly label: string
  readonly description: string
  readonly field: Field
  readonly isRequired: boolean
  /** Undefined where there is none. */
  readonly initial: Json | undefined
}
