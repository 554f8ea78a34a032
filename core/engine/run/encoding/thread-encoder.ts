import { SpecimenError } from '../../../contract/domain/errors.ts'
import { checkElements, hasCheckedElements } from '../../../contract/domain/result/check-elements.ts'
import { measureResult, type Result } from '../../../contract/domain/result/result.ts'
import { type JsonCursor, type JsonPiece, jsonStart } from '../../../contract/wire/result-json.ts'
import type { PieceForm } from '../../../data/encoding/written-forms.ts'
import { cancelledError, stoppingError } from '../run-failure.ts'
import { allocateShared } from '../shared-memory.ts'
import { TaskThreads, type TaskThreadsOptions } from '../task-threads.ts'
import type { Encoder } from './encoder.ts'
import type { EncoderAnswers, EncoderTask } from './encoder-thread.ts'
import { keepFacts } from './kept-facts.ts'

/** Smaller results are checked inline, in about a quarter of a millisecond. */
const inlineBytes = 256 * 1024
/** Far above the time of the largest result. */
const deadlineSeconds = 300

/** Node writes a whole piece to a socket at once. */
const mostPieceBytes = 2 ** 20
const leastPieceBytes = 16 * 2 ** 10

/** Returns the encoders on threads, which read shared memory. Streams take turns, a piece at a time. */
export function createThreadEncoder(options: Omit<TaskThreadsOptions, 'queue' | 'isKept'>): Encoder {
  const queue = { limit: Number.POSITIVE_INFINITY, busyError: stoppingError } // requests are bounded before
  const threads = new TaskThreads({ ...options, queue, isKept: true })
  const perform = async <Task extends EncoderTask>(task: Task): Promise<EncoderAnswers[Task['kind']]> => {
    const detail = `The result could not be encoded (${task.kind}); the log says why.`
    const failed = (cause?: unknown) => new SpecimenError('internal', detail, { cause })
    return await threads.use({
      roomId: '',
      signal: new AbortController().signal, // never: one result has many readers
      cancelledError: () => cancelledError('the encoder'),
      onQueued: () => {},
      seconds: deadlineSeconds,
      overrunError: failed,
      perform: (runTask) =>
        runTask<EncoderAnswers[Task['kind']]>(task).catch((cause: unknown) => {
          throw failed(cause)
        }),
    })
  }
  return {
    check: async (result) => {
      if (!hasCheckedElements(result)) return
      if (measureResult(result) <= inlineBytes) return checkElements(result)
      const shares = Array.from({ length: options.threads }, (_, index) => ({
        index,
        count: options.threads,
      }))
      const refusals = await Promise.all(shares.map((share) => perform({ kind: 'check', result, share })))
      for (const refusal of refusals)
        if (refusal !== null) throw new SpecimenError('function.failed', refusal)
    },
    encodePieces: (result, form) => streamPieces(result, form, perform),
    encodeFile: (result, form, words) => perform({ kind: 'file', form, result, words }),
    measureFacts: keepFacts((result, words) => perform({ kind: 'facts', result, words })),
    close: () => threads.close(),
  }
}

/**
 * Yields the pieces of a file. The next piece is made while one is sent, so two memories are used in turn; a
 * fresh one for each piece made V8 collect ten times for 100 MB.
 */
async function* streamPieces(
  result: Result,
  form: PieceForm,
  perform: (task: EncoderTask & { readonly kind: 'piece' }) => Promise<JsonPiece>,
): AsyncGenerator<Uint8Array> {
  const memory: SharedArrayBuffer[] = []
  const bytes = Math.min(mostPieceBytes, leastPieceBytes + 4 * measureResult(result))
  const make = async (cursor: JsonCursor, turn: number) => {
    const into = memory[turn % 2] ?? allocateShared(bytes)
    memory[turn % 2] = into
    const { length, next } = await perform({ kind: 'piece', form, result, cursor, into })
    return { text: new Uint8Array(into, 0, length), next }
  }
  let pending: ReturnType<typeof make> | undefined = make(jsonStart, 0)
  for (let turn = 1; pending; turn++) {
    const { text, next }: Awaited<typeof pending> = await pending
    pending = next ? make(next, turn) : undefined
    pending?.catch(() => {}) // awaited above, unless the consumer leaves first
    yield text
  }
}
