import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createDeadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { measureResult, type Result } from '../../domain/result/result.ts'
import { cancelledError, describeOutOfMemory, describeOverrun, stoppingError } from '../run-failure.ts'
import { RunQueue, type Waiting } from '../run-queue.ts'
import { RunStop } from '../run-stop.ts'
import type { RunContext } from '../runner.ts'
import { countShared } from '../shared-memory.ts'
import type { FileDecoder, FileSource } from './decoder.ts'
import type { DecodingAnswer, DecodingTask } from './decoding-thread.ts'

/** The bounds of a {@link FileDecoder}. */
export interface ThreadDecoderOptions {
  readonly entry: URL
  readonly threads: number
  readonly queueLimit: number
  readonly byteLimit: number
  readonly heapMebibytes: number
  readonly runTimeoutSeconds: number
}

/**
 * Returns the decoder on threads: each file gets a thread of its own (about 40 ms), which ends with it. So a
 * file leaves nothing behind, a slow file is ended when its last client leaves, and nothing is loaded before
 * the first file.
 */
export function createThreadDecoder(options: ThreadDecoderOptions): FileDecoder {
  const threads = new DecodingThreads(options)
  return {
    createRunner: (source) => ({
      run: (invocation, context) => threads.run(source, invocation, context),
    }),
    close: () => threads.close(),
  }
}

class DecodingThreads {
  readonly #options: ThreadDecoderOptions
  readonly #queue: RunQueue<Waiting, void>
  readonly #running = new Set<RunStop>()
  readonly #ending = new Set<Promise<unknown>>()
  #free: number
  #isClosed = false

  constructor(options: ThreadDecoderOptions) {
    this.#options = options
    this.#free = options.threads
    this.#queue = new RunQueue({ limit: options.queueLimit, busyError: () => this.#busyError() })
  }

  async run(source: FileSource, { roomId }: Invocation, context: RunContext): Promise<Result> {
    const { caller, signal, progress, onAdmitted = () => {}, onPlaced, onReleased = () => {} } = context
    const subject = `the decoder of ${JSON.stringify(source.name)}`
    const cancelled = (): SpecimenError => cancelledError(subject)
    if (signal.aborted) throw cancelled()
    if (this.#isClosed) throw stoppingError()
    if (this.#free === 0)
      await this.#queue.wait({ roomId, caller, signal, cancelledError: cancelled, onQueued: onAdmitted })
    else {
      this.#free--
      onAdmitted()
    }
    onPlaced?.()
    const controller = new AbortController()
    const stop = new RunStop(signal, cancelled, () => controller.abort())
    const deadline = createDeadline(() => stop.stop(this.#overrunError(source)))
    deadline.start(this.#options.runTimeoutSeconds)
    this.#running.add(stop)
    const work = this.#decode(source, { signal: controller.signal, progress })
    const end = work.then(
      () => {},
      () => {},
    )
    this.#ending.add(end)
    end.then(() => {
      this.#ending.delete(end)
      this.#passOn()
      onReleased()
    })
    try {
      return await Promise.race([work, stop.stopped])
    } finally {
      deadline.stop()
      stop.close()
      this.#running.delete(stop)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stoppingError())
    for (const stop of this.#running) stop.stop(stoppingError())
    await Promise.all(this.#ending)
  }

  async #decode(source: FileSource, { signal, progress }: Work): Promise<Result> {
    const { byteLimit } = this.#options
    const bytes = await readWhole(source, { signal, byteLimit })
    signal.throwIfAborted()
    const answer = await this.#runThread({ bytes, name: source.name, byteLimit }, signal)
    if (answer.kind === 'refusal') throw new SpecimenError(answer.code, answer.detail)
    signal.throwIfAborted() // an aborted run reports nothing
    countShared(measureResult(answer.result))
    for (const note of answer.notes) progress.report(note)
    return answer.result
  }

  async #runThread(task: DecodingTask, signal: AbortSignal): Promise<DecodingAnswer> {
    const { entry, heapMebibytes } = this.#options
    const thread = new Worker(entry, { env: {}, resourceLimits: { maxOldGenerationSizeMb: heapMebibytes } })
    thread.postMessage(task, [task.bytes.buffer])
    try {
      const left = once(thread, 'exit', { signal }).then(() => {
        throw new SpecimenError('internal', 'A decoding thread ended without an answer.')
      })
      const messages: DecodingAnswer[] = await Promise.race([once(thread, 'message', { signal }), left])
      const [answer] = messages
      if (!answer) throw new SpecimenError('internal', 'A decoding thread answered nothing.')
      return answer
    } catch (error) {
      const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      if (isFull) throw undecodable(task, describeOutOfMemory(heapMebibytes))
      throw error
    } finally {
      await thread.terminate()
    }
  }

  #passOn(): void {
    if (this.#queue.size > 0) this.#queue.grant(() => {})
    else this.#free++
  }

  #overrunError(source: FileSource): SpecimenError {
    return undecodable(source, describeOverrun(this.#options.runTimeoutSeconds))
  }

  #busyError(): SpecimenError {
    const { threads, queueLimit } = this.#options
    return new SpecimenError(
      'host.busy',
      `All ${threads} places for decoding files are taken and ${queueLimit} wait already; ` +
        'try again in a few seconds.',
    )
  }
}

interface Work extends Pick<RunContext, 'progress'> {
  readonly signal: AbortSignal
}

interface DecodeInput {
  readonly signal: AbortSignal
  readonly byteLimit: number
}

/** Returns the bytes of a file, in transferable memory. Its length is announced before. */
async function readWhole(
  { name, open }: FileSource,
  { signal, byteLimit }: DecodeInput,
): Promise<Uint8Array<ArrayBuffer>> {
  const refusal = new AbortController() // an unread body stays open until it is ended
  const { byteLength, body } = await open(AbortSignal.any([signal, refusal.signal]))
  if (byteLength > byteLimit) {
    refusal.abort()
    const limit = `it has ${byteLength} bytes, and at most ${byteLimit} are decoded (--result-bytes)`
    throw undecodable({ name }, `${limit}.`)
  }
  const bytes = new Uint8Array(byteLength)
  let length = 0
  for await (const piece of body ?? []) {
    bytes.set(piece, length) // the body is no longer than announced
    length += piece.length
  }
  return bytes
}

function undecodable({ name }: { readonly name: string }, detail: string): SpecimenError {
  return new SpecimenError('file.undecodable', `${JSON.stringify(name)}: ${detail}`)
}
