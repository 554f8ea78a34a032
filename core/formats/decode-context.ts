import { createByteBudget } from './byte-budget.ts'
import type { DecodeContext } from './format.ts'

const defaultByteLimit = 2 ** 30

/** The options of a decoding. */
export interface DecodeOptions extends Partial<Pick<DecodeContext, 'byteLimit' | 'onNote'>> {
  /** The option of the program that sets `byteLimit`, for refusals. */
  readonly limitName?: string
}

/** Returns the context of one decoding, with a budget of its own. */
export function createDecodeContext({
  byteLimit = defaultByteLimit,
  onNote = () => {},
  limitName,
}: DecodeOptions): DecodeContext {
  return { byteLimit, onNote, ...createByteBudget(byteLimit, limitName) }
}
