/** What a run takes of its inputs. */
import { sayKinds } from '../../contract/domain/data-ref.ts'
import { type ErrorCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { PartResult, Result } from '../../contract/domain/result/result.ts'
import { takePart } from '../../contract/domain/result/take-part.ts'
import { withPlaceWords, withWords } from '../../contract/domain/result/with-words.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import type { CallInput, FileInput } from './call.ts'
import type { RunData } from './runner.ts'

/** What is taken of a result, and the name of what has given it. */
export interface TakenInput extends Omit<CallInput, 'call'> {
  readonly from: string
}

/** A result in the place of a reference. */
export interface TakenResult {
  readonly steps: readonly string[]
  readonly result: PartResult
}

/**
 * Returns the data that an input takes of a result, with the units and directions that its author says and it
 * does not itself. @throws `part.unknown`; `params.invalid` for its kind
 */
export function takeInput({ steps, kinds, part, from, words = {} }: TakenInput, given: Result): TakenResult {
  const whole = withWords(given, words)
  const taken = part === undefined ? whole : takePart(whole, part)
  const result = whole.type === 'scene' && taken.type !== 'scene' ? withPlaceWords(taken, whole) : taken
  if (result.type !== 'scene' && kinds.includes(result.type)) return { steps, result }
  const gave = `${from} gave ${sayKinds([result.type])}`
  const detail = `${steps.join('.')} must be ${sayKinds(kinds)}, and ${gave}; refer to another.`
  throw new SpecimenError('params.invalid', detail)
}

/**
 * Returns the file of an input, whole.
 * @throws as opening it, and as `onSize`; `function.failed` for more than `limit` bytes
 */
export async function readInput(
  { steps, file: { name, open, hold } }: FileInput,
  { functionName, limit, signal, onSize }: InputReading,
): Promise<RunData> {
  const release = hold?.()
  try {
    const { byteLength, body } = await open(signal)
    if (byteLength > limit) throw oversizedData(functionName, byteLength, limit)
    onSize?.(byteLength)
    return { steps, file: { name, bytes: await readWhole(body, byteLength) } }
  } finally {
    release?.()
  }
}

async function readWhole(body: AssetAnswer['body'], byteLength: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(byteLength)
  let at = 0
  for await (const piece of body ?? []) {
    at += piece.length
    if (at > byteLength) break
    bytes.set(piece, at - piece.length)
  }
  if (at === byteLength) return bytes
  throw new SpecimenError('file.missing', 'The file has changed while it was read; try again.')
}

/** How a file is read. */
export interface InputReading {
  readonly functionName: string
  /** Most bytes. */
  readonly limit: number
  /** Called before memory is taken, and may refuse. */
  readonly onSize?: (bytes: number) => void
  readonly signal: AbortSignal
}

/** Returns the refusal of data that no process has room for. */
export function oversizedData(functionName: string, bytes: number, limit: number): SpecimenError {
  const allowed = `at most ${limit} are allowed (--result-bytes)`
  const found = `The data of ${functionName} have ${bytes} bytes`
  const detail = `${found}; ${allowed}. Refer to smaller or fewer data.`
  return new SpecimenError('function.failed', detail)
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
