import type { Transferable } from 'node:worker_threads'
import { Tinypool } from 'tinypool'
import { createDeferred } from '../../contract/time/deferred.ts'
import { toThrown } from './thread-errors.ts'

/** The parameters of a {@link TaskThread}. */
export interface TaskThreadOptions {
  /** A module whose default export performs a task. */
  readonly entry: URL
  readonly heapMebibytes?: number | undefined
}

/** Memory of new objects that V8 has not collected: the default of Node 20 and 22; Node 24 takes 192. */
const youngMebibytes = 48

/**
 * One thread, in a tinypool of its own: it gets one task at a time and is discarded with its thread. In a
 * tinypool of several threads the exit of one leaves its task open and its place lost, a thread that fails
 * while it starts leaves the queue waiting, and an abort of a task in a full queue ends the host (2.2). Here
 * nothing waits in tinypool, and no task has a neighbour.
 */
export class TaskThread {
  /** Resolves when the thread has ended: with its error, or with undefined after an exit or {@link kill}. */
  readonly ended: Promise<unknown>
  /** Resolves when the thread uses the machine no more; a killed one completes a native call first. */
  readonly gone: Promise<void>
  readonly #pool: Tinypool
  readonly #ended = createDeferred<unknown>()
  #failTask: (reason: unknown) => void = () => {}
  #stage: 'live' | 'killed' | 'crashed' = 'live'

  /** Starts the thread. */
  constructor({ entry, heapMebibytes }: TaskThreadOptions) {
    this.#pool = new Tinypool({
      filename: entry.href,
      minThreads: 1,
      maxThreads: 1,
      useAtomics: false,
      env: {},
      resourceLimits: {
        maxYoungGenerationSizeMb: youngMebibytes,
        ...(heapMebibytes !== undefined && { maxOldGenerationSizeMb: heapMebibytes }),
      },
    })
    this.#pool.on('error', () => {}) // repeats the thread's own, which has no task
    const [thread] = this.#pool.threads
    if (!thread) throw new Error('tinypool has started no thread')
    const gone = createDeferred<void>()
    thread.once('error', (error: unknown) => {
      this.#end(error)
      this.#destroy() // tinypool has begun another thread
    })
    thread.once('exit', () => {
      this.#end(undefined)
      gone.resolve()
    })
    this.ended = this.#ended.promise
    this.gone = gone.promise
  }

  /** `crashed` when it has ended by itself. */
  get stage(): 'live' | 'killed' | 'crashed' {
    return this.#stage
  }

  /** Resolves with the answer to a task, after the one before. @throws the task's error, or the thread's */
  run<Answer>(task: unknown, transferList: readonly Transferable[] = []): Promise<Answer> {
    const answer = createDeferred<Answer>()
    this.#failTask = answer.reject
    if (this.#stage !== 'live') answer.reject(endedError())
    else
      this.#pool
        .run(task, { transferList })
        .then(answer.resolve, (thrown: unknown) => answer.reject(toThrown(thrown)))
    return answer.promise
  }

  /** Ends it; the promise of {@link run} rejects. */
  kill(): void {
    if (this.#stage !== 'live') return
    this.#stage = 'killed'
    this.#destroy()
  }

  #destroy(): void {
    this.#pool.destroy().catch(() => {}) // of a thread that fails while it ends; `ended` has it
  }

  #end(error: unknown): void {
    if (this.#stage === 'live') this.#stage = 'crashed'
    this.#ended.resolve(error)
    this.#failTask(error ?? endedError())
  }
}

function endedError(): Error {
  return new Error('The thread ended without an answer.')
}
