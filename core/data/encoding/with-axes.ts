import type { Result } from '../../contract/domain/result/result.ts'
import { splitAxes } from '../../contract/text/words.ts'

/** Returns the result with unit and orientation of its specimen where it has none of its own. */
export function withAxes(result: Result, axes: string | undefined): Result {
  const { unit, orientation } = splitAxes(axes ?? '')
  if (result.type !== 'mesh' && result.type !== 'volume') return result
  return { ...(unit && { unit }), ...(orientation && { orientation }), ...result }
}
