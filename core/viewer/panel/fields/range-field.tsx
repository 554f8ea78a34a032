import type { Params } from '../../../domain/schema.ts'
import type { Row } from '../panel-model.ts'
import { toLastPosition, toPosition } from '../rows/number-scale.ts'
import { readAt } from '../values.ts'
import { VectorField } from './compound-fields.tsx'
import type { FieldProps } from './field.ts'
import { Slider } from './slider-field.tsx'
import { NumberField } from './typed-fields.tsx'

/** One slider with two thumbs, which stop at each other, and two fields; the fields alone without bounds. */
export function RangeField(props: FieldProps<'vector'>) {
  const { field, control, ids, isInvalid } = props
  const readEnds = () => listEnds(field.rows, control.getEdits().current)
  const [low, high] = readEnds()
  if (!low || !high) return <VectorField {...props} />
  const shared = { control, isInvalid }
  const toProps = (end: typeof low, index: number) => {
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

/** Returns the ends of a range: the row of each, the field of its number, and the number. */
function listEnds(rows: readonly Row[], params: Params) {
  return rows.flatMap((row) => {
    const value = readAt(params, row.pointer)
    return row.field.kind === 'slider' && typeof value === 'number' ? [{ row, field: row.field, value }] : []
  })
}

function toFraction({ field, value }: ReturnType<typeof listEnds>[number]): number {
  return toPosition(field, value) / Math.max(1, toLastPosition(field))
}
