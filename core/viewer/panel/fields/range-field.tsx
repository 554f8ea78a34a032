import type { JSX } from 'preact'
import type { FieldOf, Row } from '../panel-model.ts'
import { toLastPosition, toPosition } from '../rows/number-scale.ts'
import { readAt } from '../values.ts'
import { VectorField } from './compound-fields.tsx'
import type { FieldProps } from './field.ts'
import { Slider } from './slider-field.tsx'
import { NumberField } from './typed-fields.tsx'

/** An end of a range: its row, the field of its number, and the number. */
interface RangeEnd {
  readonly row: Row
  readonly field: FieldOf<'slider'>
  readonly value: number
}

/** One slider with two thumbs, which stop at each other, and two fields; the fields alone without bounds. */
export function RangeField(props: FieldProps<'vector'>): JSX.Element {
  const { field, control, ids, isInvalid } = props
  const readEnds = (): readonly RangeEnd[] =>
    field.rows.flatMap((row) => {
      const value = readAt(control.getEdits().current, row.pointer)
      return row.field.kind === 'slider' && typeof value === 'number'
        ? [{ row, field: row.field, value }]
        : []
    })
  const [low, high] = readEnds()
  if (!low || !high) return <VectorField {...props} />
  const shared = { control, isInvalid }
  const toProps = (end: RangeEnd, index: number) => {
    const input = `${ids.input}-${index}`
    return { ...shared, ...end, ids: { ...ids, input }, label: end.row.label }
  }
  return (
    <div class="panel-range">
      <NumberField {...toProps(low, 0)} />
      <div class="panel-thumbs" style={{ '--from': toFraction(low), '--to': toFraction(high) }}>
        <Slider {...toProps(low, 0)} limit={(value) => Math.min(value, readEnds()[1]?.value ?? value)} />
        <Slider {...toProps(high, 1)} limit={(value) => Math.max(value, readEnds()[0]?.value ?? value)} />
      </div>
      <NumberField {...toProps(high, 1)} />
    </div>
  )
}

function toFraction({ field, value }: RangeEnd): number {
  return toPosition(field, value) / Math.max(1, toLastPosition(field))
}
