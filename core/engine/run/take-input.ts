import { hash } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { takePart } from '../../contract/domain/result/take-part.ts'
import { withPlaceWords, withWords } from '../../contract/domain/result/with-words.ts'
import type { CallInput } from './call.ts'
import type { RunData } from './runner.ts'

/**
 * Returns the data that an input takes of a result, with the units and directions that its author says and it
 * does not itself. @throws `part.unknown`; `params.invalid` for its kind
 */
export function takeInput(
  { steps, kinds, part, call, words = {} }: CallInput,
  stored: Pick<StoredResult, 'id'>,
  given: Result,
): RunData {
  const whole = withWords(given, words)
  const taken = part === undefined ? whole : takePart(whole, part)
  const result = whole.type === 'scene' && taken.type !== 'scene' ? withPlaceWords(taken, whole) : taken
  if (result.type !== 'scene' && kinds.includes(result.type)) {
    const id = hash('sha256', JSON.stringify([stored.id, part ?? '', words.axes ?? '', words.value ?? '']))
    return { steps, result, id }
  }
  const { functionName } = call.invocation
  const detail = `${steps.join('.')} must be ${kinds.join(' or ')}, and ${functionName} gave ${result.type}.`
  throw new SpecimenError('params.invalid', detail)
}
