import type { Json } from '../../../contract/values/json.ts'
import type { Control } from '../control.ts'
import type { Field, FieldOf, Row } from '../panel-model.ts'

/** The inputs of the component for a kind of field. */
export interface FieldProps<Kind extends Field['kind']> {
  readonly row: Row
  readonly field: FieldOf<Kind>
  readonly value: Json | undefined
  readonly control: Control
  /** Elements that the field refers to. */
  readonly ids: {
    /** The input that the label is for. */
    readonly input: string
    readonly label: string
    /** Description and refusals, separated by blanks; undefined where there are none. */
    readonly texts: string | undefined
  }
  readonly isInvalid: boolean
}

/**
 * The drawn part of a row: all of it; an item of a list, whose label is for screen readers; or the inside
 * of a variant, whose refusals stand with the whole.
 */
export type RowForm = 'whole' | 'item' | 'variant'

/** Returns whether a row consists of several inputs, so that no single one can have its label. */
export function isCompound({ field }: Row): boolean {
  return ['vector', 'list', 'group', 'variant', 'data'].includes(field.kind)
}
