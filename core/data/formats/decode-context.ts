import { createByteBudget } from './byte-budget.ts'
import type { DecodeContext } from './format.ts'
import { createStepBudget } from './step-budget.ts'

const defaultByteLimit = 2 ** 30

/** The options of a decoding. */
export interface DecodeOptions extends Partial<Pick<DecodeContext, 'byteLimit' | 'onNote' | 'readWasm'>> {
  /** The option of the program that sets `byteLimit`, for refusals. */
  readonly limitName?: string
}

/** The context of one decoding with the notes that have been made. */
export interface NotedContext extends DecodeContext {
  readonly notes: ReadonlySet<string>
}

/** Most notes that are kept of a file before they are bounded for its result. */
const mostNotes = 1000

/** Returns the context of one decoding, with a budget of its own. */
export function createDecodeContext({
  byteLimit = defaultByteLimit,
  onNote = () => {},
  limitName,
  readWasm,
}: DecodeOptions): NotedContext {
  const notes = new Set<string>()
  const keep = (note: string): void => {
    if (notes.size < mostNotes) notes.add(note)
    onNote(note)
  }
  const budgets = { ...createByteBudget(byteLimit, limitName), ...createStepBudget() }
  return { byteLimit, notes, onNote: keep, readWasm, ...budgets }
}
