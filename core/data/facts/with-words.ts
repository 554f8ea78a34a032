import type { Result } from '../../contract/domain/result/result.ts'
import { splitAxes, splitValue, type Words } from '../../contract/text/words.ts'

/** The author's words on the numbers of a result. */
export type FactWords = Pick<Words, 'axes' | 'value'>

/** Returns a result with the units and the name of values that its author gives, where it has none itself. */
export function withWords(result: Result, { axes = '', value = '' }: FactWords): Result {
  const { unit } = splitAxes(axes)
  const { name: valueName, unit: valueUnit } = splitValue(value)
  const values = { ...(valueName && { valueName }), ...(valueUnit && { valueUnit }) }
  const said = result.type === 'image' ? values : { ...(unit && { unit }), ...values }
  return { ...said, ...result }
}
