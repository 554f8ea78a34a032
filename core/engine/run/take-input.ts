import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { takePart } from '../../contract/domain/result/take-part.ts'
import type { CallInput } from './call.ts'
import type { RunData } from './runner.ts'

/** Returns the data that an input takes of a result. @throws `part.unknown`; `params.invalid` for its kind */
export function takeInput({ steps, kinds, part, call }: CallInput, given: Result): RunData {
  const result = part === undefined ? given : takePart(given, part)
  if (result.type !== 'scene' && kinds.includes(result.type)) return { steps, result }
  const { functionName } = call.invocation
  const detail = `${steps.join('.')} must be ${kinds.join(' or ')}, and ${functionName} gave ${result.type}.`
  throw new SpecimenError('params.invalid', detail)
}
