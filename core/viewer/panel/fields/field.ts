import type { VNode } from 'preact'
import type { Json } from '../../../domain/json.ts'
import type { Row } from '../panel-model.ts'
import type { Control } from '../use-edits.ts'

/** What every field is drawn from. */
export interface FieldProps<Field extends Row['field']> {
  readonly row: Row
  readonly field: Field
  readonly value: Json | undefined
  readonly control: Control
  readonly ids: FieldIds
  readonly isInvalid: boolean
}

/** Elements that a field refers to. */
export interface FieldIds {
  /** Of the input that the label is for. */
  readonly input: string
  readonly label: string
  /** Description and refusals, separated by blanks; undefined where there are none. */
  readonly texts: string | undefined
}

/**
 * How much of a row is drawn: all of it; an item of a list, whose label is for screen readers; or the inside
 * of a variant, whose refusals stand with the whole.
 */
export type RowForm = 'whole' | 'item' | 'variant'

/** Draws a row inside another. */
export type DrawRow = (row: Row, form: RowForm) => VNode

/** Returns whether a row consists of several inputs, so that no single one can have its label. */
export function isCompound({ field }: Row): boolean {
  return ['vector', 'list', 'group', 'variant'].includes(field.kind)
}
