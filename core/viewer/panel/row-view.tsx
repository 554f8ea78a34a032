import type { JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import type { Json } from '../../domain/json.ts'
import { ChoiceField, ToggleField } from './fields/choice-field.tsx'
import { GroupField, ListField, VariantField, VectorField } from './fields/compound-fields.tsx'
import { type FieldIds, isCompound, type RowForm } from './fields/field.ts'
import { SliderField } from './fields/slider-field.tsx'
import { JsonField, NumberField, TextField } from './fields/typed-fields.tsx'
import type { Row } from './panel-model.ts'
import { type PanelContext, RowHead } from './row-head.tsx'
import { canShow, toStart } from './rows/row-values.ts'
import type { Control } from './use-edits.ts'
import { readAt } from './values.ts'

/** A row of the panel, and all inside it. */
export function RowView({
  row,
  form,
  context,
}: {
  readonly row: Row
  readonly form: RowForm
  readonly context: PanelContext
}): JSX.Element {
  const id = useId()
  const { place, onReplaced } = useFocusInside()
  const { control, problems } = context
  const value = readAt(control.getEdits().current, row.pointer)
  const draft = control.getEdits().drafts.get(row.pointer)
  const wrong = draft?.problem ? [draft.problem] : (problems.get(row.pointer) ?? [])
  const sentences = form === 'variant' ? [] : wrong
  const hasText = row.description !== '' && form === 'whole'
  const described = [hasText ? `${id}-text` : '', sentences.length > 0 ? `${id}-problem` : ''].filter(Boolean)
  const ids = { input: `${id}-input`, label: `${id}-label`, texts: described.join(' ') || undefined }
  const content = (
    <>
      <RowHead row={row} value={value} ids={ids} form={form} context={context} onReplaced={onReplaced} />
      {hasText && (
        <p class="panel-description" id={`${id}-text`}>
          {row.description}
        </p>
      )}
      {drawField(row, { value, ids, isInvalid: wrong.length > 0, context, onReplaced })}
      {sentences.length > 0 && (
        <p class="panel-problem" id={`${id}-problem`} role="alert">
          {sentences.join(' ')}
        </p>
      )}
    </>
  )
  const className = `panel-row panel-row-${row.field.kind}`
  if (!isCompound(row) || form === 'variant')
    return (
      <div class={className} ref={place}>
        {content}
      </div>
    )
  return (
    <fieldset class={className} ref={place} aria-describedby={ids.texts}>
      <legend class="panel-hidden">{row.label}</legend>
      {content}
    </fieldset>
  )
}

/** Moves the focus into a row when the button that had it goes. */
function useFocusInside() {
  const element = useRef<HTMLElement | null>(null)
  const isDue = useRef(false)
  useLayoutEffect(() => {
    if (isDue.current)
      element.current?.querySelector<HTMLElement>('input, select, textarea, .panel-add')?.focus()
    isDue.current = false
  })
  return {
    place: (found: HTMLElement | null): void => {
      element.current = found
    },
    onReplaced: (): void => {
      isDue.current = true
    },
  }
}

function drawField(
  row: Row,
  drawn: {
    readonly value: Json | undefined
    readonly ids: FieldIds
    readonly isInvalid: boolean
    readonly context: PanelContext
    readonly onReplaced: () => void
  },
): JSX.Element | null {
  const { value, ids, isInvalid, context, onReplaced } = drawn
  const { control } = context
  const { field } = row
  const draw = (inner: Row, innerForm: RowForm) => (
    <RowView key={inner.pointer} row={inner} form={innerForm} context={context} />
  )
  const props = { row, value, control, ids, isInvalid, draw }
  if (!canShow(field, value))
    return <UnsetField row={row} control={control} ids={ids} onReplaced={onReplaced} />
  switch (field.kind) {
    case 'slider':
      return <SliderField {...props} field={field} />
    case 'number':
      return <NumberField {...props} field={field} />
    case 'choice':
      return <ChoiceField {...props} field={field} />
    case 'toggle':
      return <ToggleField {...props} field={field} />
    case 'text':
      return <TextField {...props} field={field} />
    case 'json':
      return <JsonField {...props} field={field} />
    case 'vector':
      return <VectorField {...props} field={field} />
    case 'group':
      return <GroupField {...props} field={field} />
    case 'list':
      return <ListField {...props} field={field} />
    case 'variant':
      return <VariantField {...props} field={field} />
    case 'fixed':
      return null
  }
}

/** In the place of a field whose value is left out, or of a kind that the field cannot show. */
function UnsetField({
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
