import type { JSX } from 'preact'
import { SpecimenError } from '../../../domain/errors.ts'
import { parseJson } from '../../../domain/json.ts'
import type { TextField as Model, Row } from '../panel-model.ts'
import type { FieldProps } from './field.ts'
import { type TextReading, TypedInput } from './typed-input.tsx'

/** From here on a text has several lines. */
const longText = 60

/** A text. */
export function TextField(props: FieldProps<Model>): JSX.Element {
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
export function JsonField(props: FieldProps<Extract<Row['field'], { kind: 'json' }>>): JSX.Element {
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
