import { type ErrorCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { takePart } from '../../contract/domain/result/take-part.ts'
import { withPlaceWords, withWords } from '../../contract/domain/result/with-words.ts'
import type { CallInput } from './call.ts'
import type { RunData } from './runner.ts'

/** What is taken of a result, and the name of what has given it. */
export interface TakenInput extends Omit<CallInput, 'call'> {
  readonly from: string
}

/**
 * Returns the data that an input takes of a result, with the units and directions that its author says and it
 * does not itself. @throws `part.unknown`; `params.invalid` for its kind
 */
export function takeInput(
  { steps, kinds, part, from, words = {} }: TakenInput,
  given: Result,
): Omit<RunData, 'id'> {
  const whole = withWords(given, words)
  const taken = part === undefined ? whole : takePart(whole, part)
  const result = whole.type === 'scene' && taken.type !== 'scene' ? withPlaceWords(taken, whole) : taken
  if (result.type !== 'scene' && kinds.includes(result.type)) return { steps, result }
  const detail = `${steps.join('.')} must be ${kinds.join(' or ')}, and ${from} gave ${result.type}.`
  throw new SpecimenError('params.invalid', detail)
}

/** Failures of a host and of its clients, which have no call that made them. */
const ofNoCall: ReadonlySet<ErrorCode> = new Set([
  'run.cancelled',
  'run.superseded',
  'host.busy',
  'host.stopping',
  'client.limited',
])

/** Returns the failure of data, which names what gives these. */
export function nameInput(error: unknown, { steps, call }: CallInput): unknown {
  if (!(error instanceof SpecimenError) || ofNoCall.has(error.code)) return error
  const { code, message, issues, cause, retryAfterSeconds } = error
  const { functionName } = call.invocation
  if (message.includes(functionName)) return error
  const said = `${message} (${functionName}, which ${steps.join('.')} refers to)`
  const later = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  return new SpecimenError(code, said, { issues, cause, ...later })
}
