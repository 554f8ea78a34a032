import type { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { createDeferred } from '../../../contract/time/deferred.ts'
import type { RunTask, ThreadWork } from '../task-threads.ts'
import type { EncodingReader } from './encoder.ts'

/** One piece of work for a reader, as `TaskThreads.use` takes it. */
export type TaskWork<T> = Pick<ThreadWork<T>, 'caller' | 'signal' | 'onPlaced' | 'onReleased' | 'perform'>

/** The parts of a {@link SharedTask}. */
export interface SharedTaskOptions<T> {
  /** Does work at the turn of its caller. */
  readonly use: (work: TaskWork<T>) => Promise<T>
  readonly perform: (runTask: RunTask) => Promise<T>
  readonly cancelledError: () => SpecimenError
  /** Called when no further reader may join. */
  readonly onEnded: () => void
}

/**
 * A task that its readers share. Each waits for a turn of its own caller, so that none waits behind the files
 * of another; the first turn of any of them is that of all. The task is given up when the last has left.
 */
class SharedTask<T> {
  readonly #options: SharedTaskOptions<T>
  /** The turns of the readers that are there. */
  readonly #turns = new Set<AbortController>()
  readonly #answer = createDeferred<T>()
  readonly #released = createDeferred<void>()
  #begun: AbortController | undefined

  constructor(options: SharedTaskOptions<T>) {
    this.#options = options
    this.#answer.promise.catch(() => {}) // of each reader
  }

  /** Resolves with the answer. @throws `run.cancelled` when the reader leaves, and the errors of the task */
  async join({ caller, signal, onReleased = () => {} }: EncodingReader): Promise<T> {
    const turn = new AbortController()
    const left = createDeferred<never>()
    const leave = (): void => {
      left.reject(this.#options.cancelledError())
      this.#drop(turn)
    }
    this.#turns.add(turn)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    try {
      return await Promise.race([left.promise, this.#await(caller, turn)])
    } finally {
      signal.removeEventListener('abort', leave)
      this.#drop(turn)
      if (this.#begun) void this.#released.promise.then(onReleased)
      else onReleased()
    }
  }

  #drop(turn: AbortController): void {
    this.#turns.delete(turn)
    if (turn !== this.#begun) turn.abort()
    if (this.#turns.size > 0) return
    this.#options.onEnded()
    this.#begun?.abort()
  }

  async #await(caller: string, turn: AbortController): Promise<T> {
    if (this.#begun) return await this.#answer.promise
    const { use, perform } = this.#options
    const work = use({
      caller,
      signal: turn.signal,
      onPlaced: () => this.#begin(turn),
      onReleased: () => turn === this.#begun && this.#released.resolve(),
      perform: async (runTask) => {
        if (turn === this.#begun) return await perform(runTask)
        throw this.#options.cancelledError() // two turns came at once
      },
    })
    try {
      const answer = await work
      this.#answer.resolve(answer)
      return answer
    } catch (error) {
      if (this.#begun && turn !== this.#begun) return await this.#answer.promise
      if (this.#begun) this.#answer.reject(error)
      throw error
    }
  }

  /** Ends the waits of the other readers, whose turn this is as well. */
  #begin(turn: AbortController): void {
    this.#begun ??= turn
    for (const other of this.#turns) if (other !== this.#begun) other.abort()
  }
}

/** The tasks under way, by the result that each reads and a name that says what is made of it. */
export class SharedTasks<T> {
  readonly #tasks = new WeakMap<Result, Map<string, SharedTask<T>>>()

  /** Joins the task of this name, or begins it. @throws as {@link SharedTask.join} */
  async join(
    { result, name, ...options }: Omit<SharedTaskOptions<T>, 'onEnded'> & NamedTask,
    reader: EncodingReader,
  ): Promise<T> {
    const named = this.#tasks.get(result) ?? new Map<string, SharedTask<T>>()
    this.#tasks.set(result, named)
    const onEnded = (): void => {
      if (named.get(name) === task) named.delete(name)
    }
    const task = named.get(name) ?? new SharedTask({ ...options, onEnded })
    named.set(name, task)
    return await task.join(reader)
  }
}

/** The identity of a shared task. */
interface NamedTask {
  readonly result: Result
  readonly name: string
}
