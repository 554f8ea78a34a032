import type { Json } from '../../contract/values/json.ts'
import type { Row } from '../panel/panel-model.ts'
import { isSame, toLastStep } from '../panel/values.ts'
import { mostSweepSteps, type Sweep } from '../state/view-state.ts'

const usualSteps = 12

/** Returns the usual sweep of a parameter from its present value; null for one that has none. */
export function toSweep(row: Row, value: Json | undefined): Sweep | null {
  const { pointer, field } = row
  const name = toLastStep(pointer)
  if (pointer.lastIndexOf('/') !== 0) return null
  if (field.kind === 'choice')
    return field.options.length > 1
      ? { name, from: 0, to: field.options.length - 1, count: mostSweepSteps }
      : null
  if (field.kind !== 'slider' && field.kind !== 'number') return null
  const now = typeof value === 'number' ? value : 0
  const from = field.minimum ?? Math.min(0, now)
  const to = field.maximum ?? (Math.max(now, from) * 2 || 1)
  return { name, from, to, count: usualSteps }
}

/** Returns the values of a sweep that the row takes, each once; of a choice those of its options. */
export function listSweepValues({ field, fits }: Row, { from, to, count }: Sweep): readonly Json[] {
  if (field.kind === 'choice')
    return field.options.slice(from, Math.min(to + 1, from + count)).map(({ value }) => value)
  if (field.kind !== 'slider' && field.kind !== 'number') return []
  const values = Array.from({ length: count }, (_, i) => {
    const value = from + ((to - from) * i) / (count - 1)
    const step = field.isInteger ? (field.step ?? 1) : field.step
    const near =
      step === null ? value : (field.minimum ?? 0) + Math.round((value - (field.minimum ?? 0)) / step) * step
    return [near, value].map((number) => Number(number.toPrecision(6))).find(fits)
  })
  return values.filter(
    (value, i) => value !== undefined && values.findIndex((other) => isSame(other, value)) === i,
  ) as readonly number[] // without undefined
}
