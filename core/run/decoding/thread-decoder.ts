import { SpecimenError } from '../../domain/errors.ts'
import { measureResult } from '../../domain/result/result.ts'
import type { AssetAnswer } from '../../domain/specimen.ts'
import { busyError, cancelledError, describeOutOfMemory, describeOverrun } from '../run-failure.ts'
import type { Runner } from '../runner.ts'
import { countShared } from '../shared-memory.ts'
import { TaskThreads, type TaskThreadsOptions } from '../task-threads.ts'
import type { DecodingAnswer, DecodingTask } from './decoding-thread.ts'

/** A file that is opened when its turn comes. */
export interface FileSource {
  /** Identifies the format where the content does not, and names the file in refusals. */
  readonly name: string
  /** Resolves with the whole file. @throws as its asset */
  open(signal: AbortSignal): Promise<AssetAnswer>
}

/** The port of the decoders of known file formats, off the event loop. */
export interface FileDecoder {
  /** Returns a file's runner. @throws as a `Runner`, and `format.unknown`, `file.undecodable` */
  createRunner(source: FileSource): Runner
  close(): Promise<void>
}

/** The bounds of a {@link FileDecoder}. */
export interface ThreadDecoderOptions extends Pick<TaskThreadsOptions, 'entry' | 'threads'> {
  readonly queueLimit: number
  readonly byteLimit: number
  readonly heapMebibytes: number
  readonly runTimeoutSeconds: number
}

/** Returns the decoder on threads: each file has a thread of its own (about 40 ms), which ends with it. */
export function createThreadDecoder(options: ThreadDecoderOptions): FileDecoder {
  const { queueLimit, byteLimit, heapMebibytes, runTimeoutSeconds } = options
  const full = `All ${options.threads} places for decoding files are taken and ${queueLimit} wait already`
  const queue = { limit: queueLimit, busyError: () => busyError(full) }
  const threads = new TaskThreads({ ...options, queue, isKept: false })
  const createRunner = (source: FileSource): Runner => ({
    run: async ({ roomId }, { onAdmitted = () => {}, progress, ...context }) => {
      const subject = `the decoder of ${JSON.stringify(source.name)}`
      const { result, notes } = await threads.use({
        ...context,
        roomId,
        onQueued: onAdmitted,
        cancelledError: () => cancelledError(subject),
        seconds: runTimeoutSeconds,
        overrunError: () => undecodable(source, describeOverrun(runTimeoutSeconds)),
        perform: async (runTask, signal) => {
          const task: DecodingTask = {
            bytes: await readWhole(source, signal, byteLimit),
            name: source.name,
            byteLimit,
          }
          const answer = await runTask<DecodingAnswer>(task, [task.bytes.buffer]).catch((error: unknown) => {
            throw isOutOfHeap(error) ? undecodable(source, describeOutOfMemory(heapMebibytes)) : error
          })
          if (answer.kind === 'refusal') throw new SpecimenError(answer.code, answer.detail)
          return answer
        },
      })
      countShared(measureResult(result))
      for (const note of notes) progress.report(note)
      return result
    },
  })
  return { createRunner, close: () => threads.close() }
}

/** Returns the bytes of a file, in transferable memory. Its length is announced before. */
async function readWhole(
  source: FileSource,
  signal: AbortSignal,
  byteLimit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const refusal = new AbortController() // an unread body stays open until it is ended
  const { byteLength, body } = await source.open(AbortSignal.any([signal, refusal.signal]))
  if (byteLength > byteLimit) {
    refusal.abort()
    const limit = `it has ${byteLength} bytes, and at most ${byteLimit} are decoded (--result-bytes)`
    throw undecodable(source, `${limit}.`)
  }
  const bytes = new Uint8Array(byteLength)
  let length = 0
  for await (const piece of body ?? []) {
    bytes.set(piece, length) // the body is no longer than announced
    length += piece.length
  }
  return bytes
}

function isOutOfHeap(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}

function undecodable({ name }: FileSource, detail: string): SpecimenError {
  return new SpecimenError('file.undecodable', `${JSON.stringify(name)}: ${detail}`)
}
