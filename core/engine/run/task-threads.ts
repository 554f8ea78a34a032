import type { Transferable } from 'node:worker_threads'
import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { stoppingError } from './run-failure.ts'
import { RunQueue, type RunQueueOptions, type Waiting } from './run-queue.ts'
import { RunStop } from './run-stop.ts'
import type { RunContext } from './runner.ts'
import type { TaskThread, TaskThreadOptions } from './task-thread.ts'

/** The options of {@link TaskThreads}. */
export interface TaskThreadsOptions extends TaskThreadOptions {
  readonly threads: number
  readonly queue: RunQueueOptions
  /** Most bytes that all work may take at a time; work of more is done while there is no other. */
  readonly mostBytes?: number
  /** Set when a thread serves one task after another; otherwise it ends with its task. */
  readonly isKept: boolean
  /** Gets the failure of a thread without a task. */
  readonly log?: Log
}

/** Work in the queue. */
interface QueuedWork extends Waiting {
  /** The memory that it takes while it has its thread, for `mostBytes`. */
  readonly bytes?: number | undefined
}

/** A piece of work that needs a thread at some time. */
export interface ThreadWork<T> extends QueuedWork, Pick<RunContext, 'onPlaced' | 'onReleased'> {
  /** Longest time from its turn on, and the error of an overrun. */
  readonly seconds: number
  readonly overrunError: () => SpecimenError
  /** Does the work; `runTask` may be called once. The signal aborts when the work is given up. */
  readonly perform: (runTask: RunTask, signal: AbortSignal) => Promise<T>
}

/** Runs a task on a thread. */
export type RunTask = <Answer>(task: unknown, transferList?: readonly Transferable[]) => Promise<Answer>

/**
 * A bounded number of threads, which start with their first task, and the fair queue before them. Work that
 * is cancelled, overruns or meets a close is given up at once and its thread ended; its place is free when
 * the thread is gone. A thread that ends by itself fails its own task, and the next task starts another.
 */
export class TaskThreads {
  readonly #options: TaskThreadsOptions
  readonly #queue: RunQueue<QueuedWork, void>
  readonly #stops = new Set<RunStop>()
  readonly #ending = new Set<Promise<void>>()
  readonly #idle: TaskThread[] = []
  #free: number
  /** Bytes of the work that has a thread. */
  #taken = 0
  #isClosed = false

  constructor(options: TaskThreadsOptions) {
    this.#options = options
    this.#queue = new RunQueue(options.queue)
    this.#free = options.threads
  }

  /**
   * Does a piece of work at its turn.
   * @throws the refusals of the queue, `host.stopping`, `overrunError()`, `cancelledError()`, and any error
   * of `perform`
   */
  async use<T>(work: ThreadWork<T>): Promise<T> {
    if (work.signal.aborted) throw work.cancelledError()
    if (this.#isClosed) throw stoppingError()
    if (this.#queue.size === 0 && this.#fits(work)) {
      this.#begin(work)
      work.onQueued(() => 0)
    } else {
      await this.#queue.wait(work)
      if (this.#isClosed) throw stoppingError() // while it got its turn
    }
    return await this.#perform(work)
  }

  /** Ends all work with `host.stopping` and every thread; resolves when they are gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stoppingError())
    for (const stop of this.#stops) stop.stop(stoppingError())
    for (const thread of this.#idle) thread.kill()
    await Promise.all([...this.#ending, ...this.#idle.map(({ gone }) => gone)])
  }

  async #perform<T>(work: ThreadWork<T>): Promise<T> {
    work.onPlaced?.()
    const controller = new AbortController()
    let thread: TaskThread | undefined
    const stop = new RunStop(work.signal, work.cancelledError, () => {
      controller.abort()
      thread?.kill()
    })
    stop.stopAfter(work.seconds, work.overrunError)
    this.#stops.add(stop)
    const performed = work.perform(async (task, transferList) => {
      const { TaskThread } = await import('./task-thread.ts') // tinypool loads in 8 ms, not at a host's start
      controller.signal.throwIfAborted()
      thread = this.#idle.pop() ?? this.#watch(new TaskThread(this.#options))
      return await thread.run(task, transferList)
    }, controller.signal)
    const end = this.#giveBack(performed, work, () => thread).then(() => {
      this.#ending.delete(end)
      work.onReleased?.()
    })
    this.#ending.add(end)
    return await stop.race(performed).finally(() => this.#stops.delete(stop))
  }

  #watch(thread: TaskThread): TaskThread {
    void thread.ended.then((error) => {
      const index = this.#idle.indexOf(thread)
      if (index < 0 || this.#isClosed) return
      this.#idle.splice(index, 1)
      this.#options.log?.error({ err: error }, 'a thread without a task failed')
    })
    return thread
  }

  #fits({ bytes = 0 }: QueuedWork): boolean {
    const { mostBytes = Number.POSITIVE_INFINITY } = this.#options
    return this.#free > 0 && (this.#taken === 0 || this.#taken + bytes <= mostBytes)
  }

  #begin({ bytes = 0 }: QueuedWork): void {
    this.#free--
    this.#taken += bytes
  }

  /** Grants the next turns. What is next for want of memory waits for it, and no later one overtakes it. */
  #grantNext(): void {
    for (let next = this.#queue.find(); next && this.#fits(next); next = this.#queue.find())
      this.#queue.grant((work) => this.#begin(work))
  }

  async #giveBack(
    performed: Promise<unknown>,
    { bytes = 0 }: QueuedWork,
    findThread: () => TaskThread | undefined,
  ): Promise<void> {
    await performed.catch(() => {}) // raced elsewhere
    const thread = findThread()
    if (thread?.stage === 'live' && this.#options.isKept && !this.#isClosed) this.#idle.push(thread)
    else {
      thread?.kill()
      await thread?.gone
    }
    this.#free++
    this.#taken -= bytes
    this.#grantNext()
  }
}
