/** Fields that consist of rows. */
import type { VNode } from 'preact'
import { useRef } from 'preact/hooks'
import { isJsonArray } from '../../../contract/values/json.ts'
import type { Row } from '../panel-model.ts'
import { carryOn } from '../places.ts'
import { findVariant, switchVariant, toStart } from '../rows/row-values.ts'
import { readAt } from '../values.ts'
import { Choice } from './choice-field.tsx'
import type { FieldProps, RowForm } from './field.ts'
import { FieldButton, FieldIcon } from './icon.tsx'
import { NumberField } from './typed-fields.tsx'

type CompoundProps<Kind extends 'group' | 'list' | 'variant'> = FieldProps<Kind> & {
  /** Draws a row inside another. */
  readonly draw: (row: Row, form: RowForm) => VNode
}

/** Numbers in one line. */
export function VectorField({ row, field, control, ids, isInvalid }: FieldProps<'vector'>) {
  const { current } = control.read()
  return (
    <div class="panel-vector">
      {field.rows.map((part, index) => {
        // Without names of their own they are numbered, which their order shows as well.
        const isNamed = part.label !== `${row.label} ${index + 1}`
        const number = part.field
        if (number.kind !== 'slider' && number.kind !== 'number') return null
        return (
          <div key={part.pointer}>
            {isNamed && (
              <span class="panel-part" aria-hidden="true">
                {part.label}
              </span>
            )}
            <NumberField
              row={part}
              field={{ ...number, step: row.place?.step ?? number.step }}
              value={readAt(current, part.pointer)}
              control={control}
              ids={{ ...ids, input: `${ids.input}-${index}` }}
              isInvalid={isInvalid}
              label={isNamed ? `${row.label}, ${part.label}` : part.label}
            />
          </div>
        )
      })}
    </div>
  )
}

/** Rows that belong together. */
export function GroupField({ field, draw }: CompoundProps<'group'>) {
  const rows = field.rows.filter((row) => row.field.kind !== 'fixed')
  return <div class="panel-inner">{rows.map((row) => draw(row, 'whole'))}</div>
}

/** Rows to which others can be added. */
export function ListField({ row, field, value, control, draw }: CompoundProps<'list'>) {
  const items = isJsonArray(value) ? value : []
  const next = field.item(items.length)
  const add = useRef<HTMLButtonElement>(null)
  const carried = row.place?.format === 'polyline3' ? carryOn(items) : undefined
  const isFull = field.maximum !== null && items.length >= field.maximum
  return (
    <div class={row.place ? 'panel-inner is-curve' : 'panel-inner'}>
      {items.map((_, index) => {
        const item = field.item(index)
        return (
          <div class="panel-item" key={item.pointer}>
            {draw(item, 'item')}
            <FieldButton
              icon="cross"
              label={`Remove ${item.label}`}
              disabled={items.length <= field.minimum}
              onClick={() => {
                control.settle(row.pointer, items.toSpliced(index, 1))
                add.current?.focus()
              }}
            />
          </div>
        )
      })}
      <button
        ref={add}
        type="button"
        class="panel-add"
        aria-label={`Add to ${row.label}`}
        disabled={isFull}
        onClick={() => control.settle(row.pointer, [...items, carried ?? toStart(next)])}
      >
        <FieldIcon name="plus" /> {isFull ? 'No more fit' : 'Add'}
      </button>
    </div>
  )
}

/** A choice of forms, and the rows of the one that was chosen. */
export function VariantField(props: CompoundProps<'variant'>) {
  const { row, field, value, control, ids, isInvalid, draw } = props
  const chosen = findVariant(field, value)
  return (
    <>
      <Choice
        labels={field.variants.map(({ label }) => label)}
        chosen={chosen ? field.variants.indexOf(chosen) : -1}
        ids={ids}
        isInvalid={isInvalid}
        onChoose={(index) => {
          const variant = field.variants[index]
          if (variant) control.settle(row.pointer, switchVariant(variant, value))
        }}
      />
      {chosen && chosen.row.field.kind !== 'fixed' && draw(chosen.row, 'variant')}
    </>
  )
}
