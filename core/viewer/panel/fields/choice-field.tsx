import { isSame } from '../values.ts'
import type { FieldProps } from './field.ts'

/** Most options side by side in a narrow column, and letters in them. */
const mostSegments = 4
const mostLetters = 26

/** One of some values: side by side where there are few, else in a list. */
export function ChoiceField(props: FieldProps<'choice'>) {
  const { row, field, value, control, ids, isInvalid } = props
  const chosen = field.options.findIndex((option) => isSame(option.value, value))
  return (
    <Choice
      labels={field.options.map(({ label }) => label)}
      chosen={chosen}
      ids={ids}
      isInvalid={isInvalid}
      onChoose={(index) => control.settle(row.pointer, field.options[index]?.value)}
    />
  )
}

/** Returns whether a choice is drawn as buttons side by side, which a label cannot be `for`. */
export function isSegmented(labels: readonly string[]): boolean {
  return labels.length <= mostSegments && labels.join('').length + 2 * labels.length <= mostLetters
}

interface ChoiceProps {
  readonly labels: readonly string[]
  readonly chosen: number
  readonly onChoose: (index: number) => void
}

/** A choice by index. */
export function Choice(props: Pick<FieldProps<'choice'>, 'ids' | 'isInvalid'> & ChoiceProps) {
  const { labels, chosen, ids, isInvalid, onChoose } = props
  const shared = { 'aria-labelledby': ids.label, 'aria-describedby': ids.texts, 'aria-invalid': isInvalid }
  if (isSegmented(labels)) {
    return (
      <div class="panel-segments" role="radiogroup" {...shared}>
        {labels.map((label, index) => (
          <label key={label}>
            <input
              type="radio"
              name={ids.input}
              checked={index === chosen}
              onChange={() => onChoose(index)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    )
  }
  return (
    <div class="panel-select">
      <select
        id={ids.input}
        {...shared}
        value={chosen}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      >
        {labels.map((label, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** On or off. */
export function ToggleField({ row, value, control, ids, isInvalid }: FieldProps<'toggle'>) {
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
