import { hash } from 'node:crypto'
import type { Result } from '../../contract/domain/result/result.ts'
import type { CallInput } from './call.ts'
import type { RunData } from './runner.ts'
import { takeInput } from './take-input.ts'

/**
 * Returns the data that a run takes of a result with this identity. @throws `part.unknown`; `params.invalid`
 * for its kind
 */
export function toRunData(input: CallInput, id: string, given: Result): RunData {
  const { part = '', words = {}, call } = input
  const name = hash('sha256', JSON.stringify([id, part, words.axes ?? '', words.value ?? '']))
  return { ...takeInput({ ...input, from: call.invocation.functionName }, given), id: name }
}
