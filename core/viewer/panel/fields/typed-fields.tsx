/** Fields that are typed into: numbers, texts, and JSON for anything else. */
import type { JSX, TargetedInputEvent } from 'preact'
import { SpecimenError } from '../../../domain/errors.ts'
import { type Json, parseJson } from '../../../domain/json.ts'
import type { Row } from '../panel-model.ts'
import { stepNumber } from '../rows/number-scale.ts'
import type { Control } from '../use-edits.ts'
import type { FieldIds, FieldProps } from './field.ts'

/** Length above which a text has several lines. */
const longText = 60

/** A text as a value, or the reason why it is none. */
type TextReading = { readonly value: Json | undefined } | { readonly problem: string }

/** A number that is typed, or stepped with the arrow keys. */
export function NumberField(
  props: FieldProps<'number' | 'slider'> & { readonly label?: string },
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

/** A text. */
export function TextField(props: FieldProps<'text'>): JSX.Element {
  const { value } = props
  const text = typeof value === 'string' ? value : ''
  const isLong = text.includes('\n') || text.length > longText
  return (
    <TypedInput
      {...props}
      className="panel-text"
      text={text}
      read={(written) => ({ value: written })}
      isLong={isLong}
    />
  )
}

/** Anything, as JSON. */
export function JsonField(props: FieldProps<'json'>): JSX.Element {
  return (
    <TypedInput
      {...props}
      className="panel-text panel-json"
      text={JSON.stringify(props.value ?? null, null, 2)}
      read={readJson}
      isLong
    />
  )
}

function readJson(text: string): TextReading {
  try {
    return { value: parseJson(text, 'The text') }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return { problem: error.message }
  }
}

/** A text that becomes a value with Enter, or when the field is left; Escape brings the value back. */
function TypedInput(props: {
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
  /** Given for an input that `ids.label` does not name. */
  readonly label?: string
}): JSX.Element {
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
