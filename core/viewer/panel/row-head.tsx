import type { JSX } from 'preact'
import type { Json } from '../../domain/json.ts'
import type { Params } from '../../domain/schema.ts'
import { isSegmented } from './fields/choice-field.tsx'
import { type FieldIds, isCompound, type RowForm } from './fields/field.ts'
import { ResetIcon } from './fields/icons.tsx'
import type { Row } from './panel-model.ts'
import { canShow } from './rows/row-values.ts'
import type { Control } from './use-edits.ts'
import { isSame, readAt } from './values.ts'
import { describeRowValue } from './words.ts'

/** What all rows of a panel share. */
export interface PanelContext {
  readonly control: Control
  /** Of the visible result. */
  readonly shown: Params | null
  /** What is wrong, in sentences, by the pointer of the row where it is said. */
  readonly problems: ReadonlyMap<string, readonly string[]>
}

/** Label, what the picture shows where that is something else, and reset. */
export function RowHead({
  row,
  value,
  ids,
  form,
  context: { control, shown },
  onReplaced,
}: {
  readonly row: Row
  readonly value: Json | undefined
  readonly ids: FieldIds
  readonly form: RowForm
  readonly context: PanelContext
  /** The button that was pressed is going. */
  readonly onReplaced: () => void
}): JSX.Element {
  const { field, initial, isRequired, pointer } = row
  const isFor =
    canShow(field, value) &&
    !isCompound(row) &&
    !(field.kind === 'choice' && isSegmented(field.options.map(({ label }) => label)))
  const unit = row.unit !== '' && <span class="panel-unit"> ({row.unit})</span>
  const label = isFor ? (
    <label id={ids.label} for={ids.input}>
      {row.label}
      {unit}
    </label>
  ) : (
    <span id={ids.label} aria-hidden={isCompound(row)}>
      {row.label}
      {unit}
    </span>
  )
  if (form !== 'whole') return <div class="panel-hidden">{label}</div>
  const seen = shown === null ? value : readAt(shown, pointer)
  const isOther = field.kind !== 'group' && !isSame(seen, value)
  const isChanged = field.kind !== 'group' && !isSame(value, initial)
  const canReset = isChanged && (initial !== undefined || !isRequired)
  const back = initial === undefined ? `Leave ${row.label} out` : `Reset ${row.label} to its default`
  return (
    <div class="panel-head">
      {label}
      {isOther && <span class="panel-seen">Picture shows {describeRowValue(row, seen)}</span>}
      {canReset && (
        <button
          type="button"
          class="panel-icon"
          aria-label={back}
          title={`${back}: ${describeRowValue(row, initial)}`}
          onClick={() => {
            control.settle(pointer, initial)
            onReplaced()
          }}
        >
          <ResetIcon />
        </button>
      )}
    </div>
  )
}
