import type { JSX } from 'preact'
import type { NumberField as Model, SliderField } from '../panel-model.ts'
import { stepNumber } from '../rows/number-scale.ts'
import type { FieldProps } from './field.ts'
import { type TextReading, TypedInput } from './typed-input.tsx'

/** A number that is typed, or stepped with the arrow keys. */
export function NumberField(
  props: FieldProps<Model | SliderField> & { readonly label?: string },
): JSX.Element {
  const { row, field, control, value } = props
  const number = typeof value === 'number' ? value : 0
  return (
    <TypedInput
      {...props}
      className="panel-number"
      // The decimal keyboard of some phones has no minus.
      inputMode={field.minimum !== null && field.minimum >= 0 ? 'decimal' : 'text'}
      text={String(number)}
      read={readNumber}
      onStep={(direction) => control.settle(row.pointer, stepNumber(field, number, direction))}
    />
  )
}

function readNumber(text: string): TextReading {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  const value = plain === '' ? Number.NaN : Number(plain)
  return Number.isFinite(value)
    ? { value: value + 0 }
    : { problem: 'This must be a number, such as 1 or 0.5.' }
}
