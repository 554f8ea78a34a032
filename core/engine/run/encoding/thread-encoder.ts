import { SpecimenError } from '../../../contract/domain/errors.ts'
import { checkElements, hasCheckedElements } from '../../../contract/domain/result/check-elements.ts'
import { measureResult, type Result } from '../../../contract/domain/result/result.ts'
import type { FactWords } from '../../../contract/domain/result/with-words.ts'
import { type JsonCursor, type JsonPiece, jsonStart } from '../../../contract/wire/result-json.ts'
import type { FormBy } from '../../../data/encoding/written-forms.ts'
import { busyError, cancelledError } from '../run-failure.ts'
import { allocateShared } from '../shared-memory.ts'
import { type RunTask, TaskThreads, type TaskThreadsOptions, type ThreadWork } from '../task-threads.ts'
import type { Encoder, EncodingReader } from './encoder.ts'
import type { EncoderAnswers, EncoderTask } from './encoder-thread.ts'
import { type MadeOfWhole, measureMaking } from './encoding-memory.ts'
import { SharedTasks, type TaskWork } from './shared-task.ts'
import { createThreadChunks } from './thread-chunks.ts'

/** Smaller results are checked inline, in about a quarter of a millisecond. */
const inlineBytes = 256 * 1024
/** Far above the time of the largest result. */
const deadlineSeconds = 300

/** Files and facts that wait: of each caller, and of all as long as each has its share. */
const mostFiles = 64
/** Memory of the files and facts that are made at a time; a larger one is made alone. */
const mostMakingBytes = 512 * 2 ** 20
/** Checks and pieces that wait, one of each run and of each stream, which hold bytes of the account. */
const mostShort = 4096

/** Node writes a whole piece to a socket at once. */
const mostPieceBytes = 2 ** 20
const leastPieceBytes = 16 * 2 ** 10

/** The caller of checks, whose turn comes before that of any reader. */
const checks = ''

/**
 * Returns the encoders on threads, which read shared memory. Checks and pieces take milliseconds and have
 * threads of their own, checks ahead of all pieces: a run ends with its check, and no check waits for files,
 * which take seconds. Callers take turns, those of a stream a piece at a time. The thread of a file ends when
 * its last reader leaves.
 */
export function createThreadEncoder({
  now,
  ...options
}: Omit<TaskThreadsOptions, 'queue' | 'isKept'> & {
  /** Milliseconds of a clock. */
  readonly now: () => number
}): Encoder {
  const chunks = createThreadChunks({ ...options, now })
  const short = new TaskThreads({
    ...options,
    queue: { limit: mostShort, busyError: tooManyError, toSpent: (caller) => (caller === checks ? 0 : 1) },
    isKept: true,
  })
  const long = new TaskThreads({
    ...options,
    queue: { limit: mostFiles, busyError: tooManyError },
    mostBytes: mostMakingBytes,
    isKept: true,
  })
  const files = new SharedTasks<EncoderAnswers['file']>()
  const facts = new SharedTasks<EncoderAnswers['facts']>()
  const share = <Kind extends 'file' | 'facts'>(
    tasks: SharedTasks<EncoderAnswers[Kind]>,
    task: EncoderTask & { readonly kind: Kind },
    reader: EncodingReader,
  ): Promise<EncoderAnswers[Kind]> => {
    const { result, ...words } = task
    const bytes = measureMaking(toMade(task), result)
    return tasks.join(
      {
        result,
        name: JSON.stringify(words),
        use: (work) => long.use({ ...toWork(task.kind), ...work, bytes }),
        perform: (runTask) => runEncoder<Kind>(runTask, task),
        cancelledError: leftError,
      },
      reader,
    )
  }
  return {
    check: (result) => checkOn(short, options.threads, result),
    encodePieces: (result, form, reader) =>
      streamPieces(result, form, (task) => makePiece(short, task, reader)),
    encodeFile: (result, { form, ...words }, reader) =>
      share(files, { kind: 'file', form, result, words }, reader),
    measureFacts: keepFacts((result, words, reader) =>
      share(facts, { kind: 'facts', result, words }, reader),
    ),
    encodeChunk: (chunk, reader) => chunks.make(chunk, reader),
    close: async () => void (await Promise.all([short.close(), long.close(), chunks.close()])),
  }
}

/** Returns what measures the facts of a result with the same words once. */
function keepFacts(
  measure: (
    result: Result,
    words: Required<FactWords>,
    reader: EncodingReader,
  ) => Promise<EncoderAnswers['facts']>,
): Encoder['measureFacts'] {
  const keptFacts = new WeakMap<Result, Map<string, Uint8Array>>()
  return async (result, { axes = '', value = '' }, reader) => {
    const name = JSON.stringify([axes, value])
    const kept = keptFacts.get(result) ?? new Map<string, Uint8Array>()
    keptFacts.set(result, kept)
    const known = kept.get(name)
    if (known) {
      reader.onReleased?.()
      return known
    }
    const measured = await measure(result, { axes, value }, reader)
    kept.set(name, measured)
    return measured
  }
}

/** Checks a result in as many shares as there are threads. @throws `function.failed` */
async function checkOn(threads: TaskThreads, count: number, result: Result): Promise<void> {
  if (!hasCheckedElements(result)) return
  if (measureResult(result) <= inlineBytes) return checkElements(result)
  const outcomes = await Promise.allSettled(
    Array.from({ length: count }, async (_, index) => {
      const task = { kind: 'check', result, share: { index, count } } as const
      const signal = new AbortController().signal // never: the run waits
      const perform = (runTask: RunTask) => runEncoder<'check'>(runTask, task)
      return await threads.use({ ...toWork('check'), caller: checks, signal, perform })
    }),
  )
  // The first of the array, whichever was found first.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
}

/** Makes a piece for a reader, who leaves the queue; a piece under way is not worth the end of its thread. */
async function makePiece(
  threads: TaskThreads,
  task: EncoderTask & { readonly kind: 'piece' },
  { caller, signal }: EncodingReader,
): Promise<JsonPiece> {
  const queued = new AbortController()
  const leave = (): void => queued.abort()
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  const stay = (): void => signal.removeEventListener('abort', leave)
  const perform = (runTask: RunTask) => runEncoder<'piece'>(runTask, task)
  const work: TaskWork<JsonPiece> = { caller, signal: queued.signal, onPlaced: stay, perform }
  return await threads.use({ ...toWork('piece'), ...work }).finally(stay)
}

/** Names what a task makes of its result. */
function toMade(task: EncoderTask & { readonly kind: 'file' | 'facts' }): MadeOfWhole {
  return task.kind === 'file' ? task.form : 'facts'
}

type SameOfAll = Omit<ThreadWork<unknown>, keyof TaskWork<unknown>>

function toWork(kind: EncoderTask['kind']): SameOfAll {
  return {
    roomId: kind,
    cancelledError: leftError,
    onQueued: () => {},
    seconds: deadlineSeconds,
    overrunError: () => failedError(kind),
  }
}

/** @throws the refusal of the task as it was made; `internal` for anything else */
async function runEncoder<Kind extends EncoderTask['kind']>(
  runTask: RunTask,
  task: EncoderTask & { readonly kind: Kind },
): Promise<EncoderAnswers[Kind]> {
  return await runTask<EncoderAnswers[Kind]>(task).catch((cause: unknown) => {
    throw cause instanceof SpecimenError ? cause : failedError(task.kind, cause)
  })
}

function failedError(kind: string, cause?: unknown): SpecimenError {
  return new SpecimenError('internal', `The result could not be encoded (${kind}); the log says why.`, {
    cause,
  })
}

function tooManyError(): SpecimenError {
  return busyError('As many files and facts wait to be made as may')
}

function leftError(): SpecimenError {
  return cancelledError('the encoder')
}

/**
 * Yields the pieces of a file. The next piece is made while one is sent, so two memories are used in turn; a
 * fresh one for each piece made V8 collect ten times for 100 MB.
 */
async function* streamPieces(
  result: Result,
  form: FormBy<'pieces'>,
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
