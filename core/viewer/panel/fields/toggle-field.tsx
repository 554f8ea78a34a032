import type { JSX } from 'preact'
import type { FieldProps } from './field.ts'

/** On or off. */
export function ToggleField({
  row,
  value,
  control,
  ids,
  isInvalid,
}: FieldProps<{ readonly kind: 'toggle' }>): JSX.Element {
  return (
    <input
      id={ids.input}
      class="panel-toggle"
      type="checkbox"
      role="switch"
      checked={value === true}
      aria-checked={value === true}
      aria-labelledby={ids.label}
      aria-describedby={ids.texts}
      aria-invalid={isInvalid}
      onChange={(event) => control.settle(row.pointer, event.currentTarget.checked)}
    />
  )
}
