import type { TargetedEvent } from 'preact'
import { useRef } from 'preact/hooks'
import { moveSlider, toLastPosition, toPosition } from '../rows/number-scale.ts'
import { readAt } from '../values.ts'
import type { FieldProps } from './field.ts'
import { NumberField } from './typed-fields.tsx'

/** A slider and a field for the same number. */
export function SliderField(props: FieldProps<'slider'>) {
  return (
    <div class="panel-slider">
      <Slider {...props} />
      <NumberField {...props} />
    </div>
  )
}

/** The slider of a number. A pointer drags until it is let go; a key settles at once. */
export function Slider(
  props: FieldProps<'slider'> & {
    /** Given for a slider that `ids.label` does not name. */
    readonly label?: string
    /** Returns the nearest number to which it may be moved. */
    readonly limit?: (value: number) => number
  },
) {
  const { row, field, value, control, ids, isInvalid, label, limit = (free) => free } = props
  const dragged = useRef<{ value: number | null } | null>(null)
  const number = typeof value === 'number' ? value : field.minimum
  const last = toLastPosition(field)
  const position = toPosition(field, number)
  const readNow = (): number => {
    const now = readAt(control.read().current, row.pointer)
    return typeof now === 'number' ? now : number
  }
  const hold = (): void => {
    dragged.current = { value: null }
    const release = (): void => {
      removeEventListener('pointerup', release)
      removeEventListener('pointercancel', release)
      const moved = dragged.current?.value
      dragged.current = null
      if (moved !== null && moved !== undefined) control.settle(row.pointer, moved)
    }
    addEventListener('pointerup', release)
    addEventListener('pointercancel', release)
  }
  // A key gives an input event and a change event; a pointer's change event comes with letting go.
  const move = (event: TargetedEvent<HTMLInputElement>, isChange: boolean): void => {
    const before = readNow()
    const next = limit(moveSlider(field, before, Number(event.currentTarget.value)))
    if (dragged.current && !isChange) {
      dragged.current.value = next
      control.drag(row.pointer, next)
    } else if (!dragged.current && isChange && next !== before) control.settle(row.pointer, next)
  }
  return (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={position}
      style={{ '--fill': last === 0 ? '0' : String(position / last) }}
      aria-label={label}
      aria-labelledby={label === undefined ? ids.label : undefined}
      aria-valuetext={String(number)}
      aria-describedby={ids.texts}
      aria-invalid={isInvalid}
      onPointerDown={hold}
      onInput={(event) => move(event, false)}
      onChange={(event) => move(event, true)}
    />
  )
}
