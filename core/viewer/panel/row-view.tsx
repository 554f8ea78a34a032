import type { JSX } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { ChoiceField, ToggleField } from './fields/choice-field.tsx'
import { ColorField } from './fields/color-field.tsx'
import { GroupField, ListField, VariantField, VectorField } from './fields/compound-fields.tsx'
import { DataField } from './fields/data-field.tsx'
import { isCompound, type RowForm } from './fields/field.ts'
import { RangeField } from './fields/range-field.tsx'
import { SliderField } from './fields/slider-field.tsx'
import { JsonField, NumberField, TextField } from './fields/typed-fields.tsx'
import type { Row } from './panel-model.ts'
import { listenToPlace } from './places.ts'
import { type DrawnRow, RowHead } from './row-head.tsx'
import { canShow, toStart } from './rows/row-values.ts'
import { readAt } from './values.ts'

/** A row of the panel, and all inside it. */
export function RowView(props: Pick<DrawnRow, 'row' | 'form' | 'context'>) {
  const { row, form, context } = props
  const id = useId()
  const { place, onReplaced } = useFocusInside()
  const { control, problems } = context
  const value = readAt(control.read().current, row.pointer)
  const draft = control.read().drafts.texts.get(row.pointer)
  const wrong = draft?.problem ? [draft.problem] : (problems.get(row.pointer) ?? [])
  const sentences = form === 'variant' ? [] : wrong
  const hasText = row.description !== '' && form === 'whole'
  const described = [hasText ? `${id}-text` : '', sentences.length > 0 ? `${id}-problem` : ''].filter(Boolean)
  const ids = {
    input: `${id}-input`,
    label: `${id}-label`,
    texts: described.join(' ') || undefined,
  }
  const drawn = {
    row,
    value,
    ids,
    isInvalid: wrong.length > 0,
    form,
    context,
    onReplaced,
  }
  const content = (
    <>
      <RowHead {...drawn} />
      {hasText && (
        <p class="panel-description" id={`${id}-text`} dir="auto">
          {row.description}
        </p>
      )}
      {drawField(drawn)}
      {sentences.length > 0 && (
        <p class="panel-problem" id={`${id}-problem`} role="alert">
          {sentences.join(' ')}
        </p>
      )}
    </>
  )
  const className = `panel-row panel-row-${row.field.kind}`
  const listeners = row.place ? listenToPlace(row, value, context) : {}
  if (!isCompound(row) || form === 'variant')
    return (
      <div class={className} ref={place} {...listeners}>
        {content}
      </div>
    )
  return (
    <fieldset class={className} ref={place} aria-describedby={ids.texts} {...listeners}>
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
      element.current
        ?.querySelector<HTMLElement>('input, select, textarea, .panel-add, .panel-data-chosen')
        ?.focus()
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

function drawField(drawn: DrawnRow): JSX.Element | null {
  const { row, value, ids, isInvalid, context } = drawn
  const { control } = context
  const { field } = row
  const draw = (inner: Row, innerForm: RowForm) => (
    <RowView key={inner.pointer} row={inner} form={innerForm} context={context} />
  )
  const props = { row, value, control, ids, isInvalid, draw }
  if (!canShow(field, value)) return <UnsetField {...drawn} />
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
    case 'color':
      return <ColorField {...props} field={field} />
    case 'json':
      return <JsonField {...props} field={field} />
    case 'vector':
      return field.isRange ? (
        <RangeField {...props} field={field} />
      ) : (
        <VectorField {...props} field={field} />
      )
    case 'group':
      return <GroupField {...props} field={field} />
    case 'list':
      return <ListField {...props} field={field} />
    case 'variant':
      return <VariantField {...props} field={field} />
    case 'data':
      return <DataField {...props} {...context} field={field} />
    case 'fixed':
      return null
  }
}

/** In the place of a field whose value is left out, or of a kind that the field cannot show. */
function UnsetField({ row, ids, context, onReplaced }: DrawnRow) {
  return (
    <div class="panel-unset">
      <span>{row.isRequired ? 'No value yet' : 'Left out'}</span>
      <button
        type="button"
        class="panel-add"
        aria-label={`Set ${row.label}`}
        aria-describedby={ids.texts}
        onClick={() => {
          context.control.settle(row.pointer, toStart(row))
          onReplaced()
        }}
      >
        Set
      </button>
    </div>
  )
}
