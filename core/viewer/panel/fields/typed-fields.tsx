/** Fields that are typed into: numbers, texts, and JSON for anything else. */
import type { TargetedInputEvent } from 'preact'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import { type Json, parseJson } from '../../../contract/values/json.ts'
import { stepNumber } from '../rows/number-scale.ts'
import type { FieldProps } from './field.ts'

/** Length above which a text has several lines. */
const longText = 60

/** A number that is typed, or stepped with the arrow keys. */
export function NumberField(props: FieldProps<'number' | 'slider'> & { readonly label?: string }) {
  const { row, field, control, value } = props
  const number = typeof value === 'number' ? value : 0
  return (
    <TypedInput
      {...props}
      className="panel-number"
      // The decimal keyboard of some phones has no minus.
      inputMode={field.minimum !== null && field.minimum >= 0 ? 'decimal' : 'text'}
      text={String(number)}
      hasRoom
      read={readNumber}
      onStep={(direction) => control.settle(row.pointer, stepNumber(field, number, direction))}
    />
  )
}

function readNumber(text: string): number {
  const plain = text.trim().replace(',', '.').replace('−', '-')
  const value = plain === '' ? Number.NaN : Number(plain)
  if (Number.isFinite(value)) return value + 0
  throw new SpecimenError('params.invalid', 'This must be a number, such as 1 or 0.5.')
}

/** A text. */
export function TextField(props: FieldProps<'text'>) {
  const { value } = props
  const text = typeof value === 'string' ? value : ''
  const isLong = text.includes('\n') || text.length > longText
  return (
    <TypedInput {...props} className="panel-text" text={text} read={(written) => written} isLong={isLong} />
  )
}

/** Anything, as JSON. */
export function JsonField(props: FieldProps<'json'>) {
  return (
    <TypedInput
      {...props}
      className="panel-text panel-json"
      text={JSON.stringify(props.value ?? null, null, 2)}
      read={(written) => parseJson(written, 'The text')}
      isLong
    />
  )
}

interface TypedInputProps {
  /** The value as text. */
  readonly text: string
  /** @throws {SpecimenError} for a text that is no value */
  readonly read: (text: string) => Json
  readonly isLong?: boolean
  readonly onStep?: (direction: 1 | -1) => void
  readonly inputMode?: 'decimal' | 'text'
  readonly className: string
  /** True where the field is at least as wide as the text. */
  readonly hasRoom?: boolean
  /** Given for an input that `ids.label` does not name. */
  readonly label?: string
}

/** A text that becomes a value with Enter, or when the field is left; Escape brings the value back. */
export function TypedInput(
  props: Pick<FieldProps<'text'>, 'row' | 'control' | 'ids' | 'isInvalid'> & TypedInputProps,
) {
  const { row, control, ids, text, read, onStep, isLong = false } = props
  const { pointer } = row
  const draft = control.read().drafts.texts.get(pointer)
  const commit = (): void => {
    const written = control.read().drafts.texts.get(pointer)?.text
    if (written === undefined) return
    try {
      if (written === text) control.type(pointer, null)
      else control.settle(pointer, read(written))
    } catch (error) {
      if (!(error instanceof SpecimenError)) throw error
      control.type(pointer, { text: written, problem: error.message })
    }
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && draft) {
      event.stopPropagation()
      control.type(pointer, null)
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
    style: props.hasRoom ? { '--digits': text.length } : undefined,
    value: draft?.text ?? text,
    spellcheck: false,
    'aria-label': props.label,
    'aria-describedby': ids.texts,
    'aria-invalid': props.isInvalid,
    'aria-required': row.isRequired,
    onInput: (event: TargetedInputEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      control.type(pointer, { text: event.currentTarget.value, problem: null }),
    onBlur: commit,
    onKeyDown,
  }
  if (isLong) return <textarea {...shared} rows={Math.min(8, Math.max(2, shared.value.split('\n').length))} />
  return <input {...shared} type="text" inputMode={props.inputMode ?? 'text'} autocomplete="off" />
}
