import type { Tinypool } from 'tinypool'
import { createDeadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import { checkElements, hasCheckedElements } from '../../domain/result/check-elements.ts'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { type JsonCursor, type JsonPiece, jsonStart } from '../../wire/result-json.ts'
import { stoppingError } from '../run-failure.ts'
import { allocateShared } from '../shared-memory.ts'
import type { Encoder } from './encoder.ts'
import type { CheckAnswer, EncoderAnswer, EncoderTask, FileAnswer } from './encoder-thread.ts'

/** Smaller results are checked inline, in about a quarter of a millisecond. */
const inlineBytes = 256 * 1024
/** Far above the time of the largest result. */
const deadlineSeconds = 300

/** Node writes a whole piece to a socket at once. */
const mostPieceBytes = 2 ** 20
const leastPieceBytes = 16 * 2 ** 10

/** The options of the encoder threads. */
export interface ThreadEncoderOptions {
  readonly entry: URL
  readonly threads: number
  readonly log: Log
}

/**
 * Returns the encoders on threads of tinypool, which start with the first large task. Results are passed by
 * reference to their shared memory. A JSON stream has at most one piece in the queue, so streams take turns,
 * and a slow reader holds no thread and at most two pieces.
 */
export function createThreadEncoder(options: ThreadEncoderOptions): Encoder {
  const threads = new EncoderThreads(options)
  return {
    check: async (result) => {
      if (!hasCheckedElements(result)) return
      if (measureResult(result) <= inlineBytes) return checkElements(result)
      const shares = Array.from({ length: options.threads }, (_, index) => ({
        index,
        count: options.threads,
      }))
      const answers = await Promise.all(
        shares.map((share) => threads.check({ kind: 'check', result, share })),
      )
      for (const { refusal } of answers)
        if (refusal !== null) throw new SpecimenError('function.failed', refusal)
    },
    encodeJson: (result) => streamJson(result, threads),
    encodePng: async (result) => (await threads.makeFile({ kind: 'png', result })).bytes,
    encodeGlb: async (result, name) => (await threads.makeFile({ kind: 'glb', result, name })).bytes,
    close: () => threads.close(),
  }
}

/**
 * Yields the pieces in order; while the consumer has one, the next is made. A stream alternates between two
 * pieces of memory: fresh memory for each made V8 collect ten times for 100 MB.
 */
async function* streamJson(result: Result, threads: EncoderThreads): AsyncGenerator<Uint8Array> {
  const memory: SharedArrayBuffer[] = []
  const bytes = Math.min(mostPieceBytes, leastPieceBytes + 4 * measureResult(result))
  const make = async (cursor: JsonCursor, turn: number) => {
    const into = memory[turn % 2] ?? allocateShared(bytes)
    memory[turn % 2] = into
    const { length, next } = await threads.makePiece({ kind: 'json', result, cursor, into })
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

/**
 * The threads and their queue. tinypool gets only tasks that can start at once, because a full queue of its
 * own, or an abort in it, has ended hosts. Its only signal is the deadline, after which it replaces the
 * thread.
 */
class EncoderThreads {
  readonly #options: ThreadEncoderOptions
  readonly #waiting: (() => void)[] = []
  #pool: Promise<Tinypool> | undefined
  #free: number
  #isClosed = false

  constructor(options: ThreadEncoderOptions) {
    this.#options = options
    this.#free = options.threads
  }

  async check(task: EncoderTask & { readonly kind: 'check' }): Promise<CheckAnswer> {
    const answer = await this.#perform(task)
    if ('refusal' in answer) return answer
    throw unfitError(task)
  }

  async makePiece(task: EncoderTask & { readonly kind: 'json' }): Promise<JsonPiece> {
    const answer = await this.#perform(task)
    if ('next' in answer) return answer
    throw unfitError(task)
  }

  async makeFile(task: EncoderTask & { readonly kind: 'png' | 'glb' }): Promise<FileAnswer> {
    const answer = await this.#perform(task)
    if ('bytes' in answer) return answer
    throw unfitError(task)
  }

  async #perform(task: EncoderTask): Promise<EncoderAnswer> {
    if (this.#free > 0) this.#free--
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    try {
      if (this.#isClosed) throw stoppingError()
      this.#pool ??= this.#startPool()
      return await this.#runTask(await this.#pool, task)
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#free++
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const wake of this.#waiting.splice(0)) wake()
    await (await this.#pool)?.destroy()
  }

  async #runTask(pool: Tinypool, task: EncoderTask): Promise<EncoderAnswer> {
    const controller = new AbortController()
    const deadline = createDeadline(() => controller.abort())
    deadline.start(deadlineSeconds)
    try {
      return await pool.run(task, { signal: controller.signal })
    } catch (cause) {
      if (this.#isClosed) throw stoppingError(cause)
      throw new SpecimenError(
        'internal',
        `The result could not be encoded (${task.kind}); the log says why.`,
        { cause },
      )
    } finally {
      deadline.stop()
    }
  }

  async #startPool(): Promise<Tinypool> {
    const { Tinypool } = await import('tinypool') // loads in 8 ms, which would delay the start of a host
    const { entry, threads, log } = this.#options
    const pool = new Tinypool({
      filename: entry.href,
      minThreads: threads,
      maxThreads: threads,
      useAtomics: false,
      env: {},
    })
    pool.on('error', (error: unknown) => log.error({ err: error }, 'an encoder thread failed'))
    return pool
  }
}

function unfitError({ kind }: EncoderTask): SpecimenError {
  return new SpecimenError('internal', `The encoder returned something else than was asked for (${kind}).`)
}
