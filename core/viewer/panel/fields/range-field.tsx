import type { Params } from '../../../contract/domain/schema.ts'
import type { FieldOf, Row } from '../panel-model.ts'
import { toLastPosition, toPosition } from '../rows/number-scale.ts'
import { readAt } from '../values.ts'
import { VectorField } from './compound-fields.tsx'
import type { FieldProps } from './field.ts'
import { Slider } from './slider-field.tsx'
import { NumberField } from './typed-fields.tsx'

/** Digits of both ends beside which a slider has no room. */
const mostDigits = 20

/** One slider with two thumbs, which stop at each other, and two fields; the fields alone without bounds. */
export function RangeField(props: FieldProps<'vector'>) {
  const { field, control, ids, isInvalid } = props
  const readEnds = () => listEnds(field.rows, control.read().current)
  const [low, high] = readEnds()
  if (!low || !high) return <VectorField {...props} />
  const shared = { control, isInvalid }
  const toProps = (end: RangeEnd, index: number) => {
    const input = `${ids.input}-${index}`
    return { ...shared, ...end, ids: { ...ids, input }, label: end.row.label }
  }
  const isLong = `${low.value}${high.value}`.length > mostDigits
  return (
    <div class={`panel-range${isLong ? ' is-long' : ''}`}>
      <NumberField {...toProps(low, 0)} />
      <div class="panel-thumbs" style={{ '--from': toFraction(low), '--to': toFraction(high) }}>
        <Slider {...toProps(low, 0)} limit={(value) => Math.min(value, readEnds()[1]?.value ?? value)} />
        <Slider {...toProps(high, 1)} limit={(value) => Math.max(value, readEnds()[0]?.value ?? value)} />
      </div>
      <NumberField {...toProps(high, 1)} />
    </div>
  )
}

/** An end of a range: its row, the field of its number, and the number. */
interface RangeEnd {
  readonly row: Row
  readonly field: FieldOf<'slider'>
  readonly value: number
}

function listEnds(rows: readonly Row[], params: Params): readonly RangeEnd[] {
  return rows.flatMap((row) => {
    const value = readAt(params, row.pointer)
    return row.field.kind === 'slider' && typeof value === 'number' ? [{ row, field: row.field, value }] : []
  })
}

function toFraction({ field, value }: RangeEnd): number {
  return toPosition(field, value) / Math.max(1, toLastPosition(field))
}
