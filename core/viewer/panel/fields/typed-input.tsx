import type { JSX, TargetedInputEvent } from 'preact'
import type { Json } from '../../../domain/json.ts'
import type { Row } from '../panel-model.ts'
import type { Control } from '../use-edits.ts'
import type { FieldIds } from './field.ts'

/** What a text is as a value, or why it is none. */
export type TextReading = { readonly value: Json | undefined } | { readonly problem: string }

/** What a typed input is drawn from. */
interface TypedInputProps {
  readonly row: Row
  readonly control: Control
  readonly ids: FieldIds
  readonly isInvalid: boolean
  /** The value as text. */
  readonly text: string
  readonly read: (text: string) => TextReading
  readonly isLong?: boolean
  readonly onStep?: (direction: 1 | -1) => void
  readonly inputMode?: 'decimal' | 'text'
  readonly className: string
  /** Where the label names something else. */
  readonly label?: string
}

/** A text that becomes a value with Enter, or when the field is left; Escape brings the value back. */
export function TypedInput(props: TypedInputProps): JSX.Element {
  const { row, control, ids, text, read, onStep, isLong = false } = props
  const { pointer } = row
  const draft = control.getEdits().drafts.get(pointer)
  const commit = (): void => {
    const written = control.getEdits().drafts.get(pointer)?.text
    if (written === undefined) return
    const reading = read(written)
    if (written === text) control.draft(pointer, null)
    else if ('problem' in reading) control.draft(pointer, { text: written, problem: reading.problem })
    else control.settle(pointer, reading.value)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && draft) {
      event.stopPropagation()
      control.draft(pointer, null)
    } else if (event.key === 'Enter' && !isLong) commit()
    else if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && onStep) {
      event.preventDefault()
      commit()
      onStep(event.key === 'ArrowUp' ? 1 : -1)
    }
  }
  const shared = {
    id: ids.input,
    class: props.className,
    value: draft?.text ?? text,
    spellcheck: false,
    'aria-label': props.label,
    'aria-describedby': ids.texts,
    'aria-invalid': props.isInvalid,
    'aria-required': row.isRequired,
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      control.draft(pointer, { text: event.currentTarget.value, problem: null }),
    onBlur: commit,
    onKeyDown,
  }
  if (isLong) return <textarea {...shared} rows={Math.min(8, Math.max(2, shared.value.split('\n').length))} />
  return <input {...shared} type="text" inputMode={props.inputMode ?? 'text'} autocomplete="off" />
}
