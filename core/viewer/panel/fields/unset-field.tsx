import type { JSX } from 'preact'
import type { Row } from '../panel-model.ts'
import { toStart } from '../rows/row-values.ts'
import type { Control } from '../use-edits.ts'
import type { FieldIds } from './field.ts'

/** In the place of a field whose value is left out, or of a kind that the field cannot show. */
export function UnsetField({
  row,
  control,
  ids,
  onReplaced,
}: {
  readonly row: Row
  readonly control: Control
  readonly ids: FieldIds
  readonly onReplaced: () => void
}): JSX.Element {
  return (
    <div class="panel-unset">
      <span>{row.isRequired ? 'No value yet' : 'Left out'}</span>
      <button
        type="button"
        class="panel-add"
        aria-label={`Set ${row.label}`}
        aria-describedby={ids.texts}
        onClick={() => {
          control.settle(row.pointer, toStart(row))
          onReplaced()
        }}
      >
        Set
      </button>
    </div>
  )
}
