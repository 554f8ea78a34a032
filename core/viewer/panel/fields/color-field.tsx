import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { FieldProps } from './field.ts'
import { TypedInput } from './typed-fields.tsx'

/** A colour: the picker of the browser, and its text. */
export function ColorField(props: FieldProps<'color'>) {
  const { row, value, control, ids, isInvalid } = props
  const text = typeof value === 'string' ? value : ''
  return (
    <div class="panel-color">
      <input
        type="color"
        value={/^#[0-9a-f]{6}$/i.test(text) ? text : '#000000'}
        aria-label={`${row.label}, picker`}
        aria-describedby={ids.texts}
        aria-invalid={isInvalid}
        onInput={(event) => control.drag(row.pointer, event.currentTarget.value)}
        onChange={(event) => control.settle(row.pointer, event.currentTarget.value)}
      />
      <TypedInput {...props} className="panel-text" text={text} read={readColor} />
    </div>
  )
}

/** @throws {SpecimenError} for a text that is no colour */
export function readColor(text: string): string {
  const [, digits = ''] = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text.trim().toLowerCase()) ?? []
  if (digits.length === 6) return `#${digits}`
  if (digits.length === 3) return `#${digits.replace(/./g, '$&$&')}`
  throw new SpecimenError('params.invalid', 'This must be a colour, such as #1f77b4.')
}
