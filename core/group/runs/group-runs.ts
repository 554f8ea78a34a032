import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Result } from '../../domain/result/result.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { RunContext, Runner, SharedRun, SharedRunner } from '../../run/runner.ts'
import type { StoredCall } from '../redis/asked-call.ts'
import type { RevisionSet } from './run-queues.ts'
import { TakenRuns, type TakenRunsOptions } from './taken-runs.ts'

/** What {@link GroupRuns} need of their host and its group. */
export interface GroupRunsOptions extends TakenRunsOptions {
  /** Runs that may wait for each host that takes from a queue. */
  readonly queueLimit: number
  /** Returns the hosts that have a revision, as far as this one has heard. */
  readonly listWith: (revision: string) => readonly RevisionSet[]
  /** How long a run waits for a host that has its function, once there is none. */
  readonly patienceMs?: number
}

/** A run of this host's that waits in a queue. */
interface WaitingRun {
  readonly call: StoredCall
  readonly context: RunContext
  /** The set in whose queue it waits. */
  set: string
  /** How often nobody had its function. */
  missed: number
  readonly refused: Deferred<never>
}

/** Milliseconds between two looks at what waits. */
const pause = 2000
/** How many looks there are for each time that the queue is said to be used: it is kept for an hour then. */
const looksPerKeeping = 5

/**
 * The runs of functions of bundles, which wait in queues of all hosts: what this host asks for, and what it
 * takes.
 */
export class GroupRuns {
  readonly #options: GroupRunsOptions
  readonly #taken: TakenRuns
  readonly #waiting = new Map<string, WaitingRun>()
  readonly #timer: NodeJS.Timeout
  #looks = 0
  #asked = 0
  #own: { readonly set: string; readonly revisions: ReadonlySet<string> } | undefined

  constructor(options: GroupRunsOptions) {
    this.#options = options
    this.#taken = new TakenRuns(options)
    this.#timer = setInterval(() => this.#tend(), pause)
    this.#timer.unref()
  }

  /** Takes runs of these revisions, which are called `set`, from now on. */
  serve(set: string, revisions: Iterable<string>): void {
    this.#own = { set, revisions: new Set(revisions) }
    this.#taken.take(set)
    this.#tend()
  }

  /** Returns what runs a call: the hosts of the group where they can, else the call's own runner. */
  share({ invocation, runner }: { readonly invocation: Invocation; readonly runner: Runner }): SharedRunner {
    if (this.#listSets(invocation.revision).length === 0) return runner
    return { run: async (call, context) => await this.#run(call, context, runner) }
  }

  /** How many runs it has put into the queues and has begun from them, and how many of its own wait. */
  get counts(): { readonly asked: number; readonly taken: number; readonly waiting: number } {
    return { asked: this.#asked, taken: this.#taken.begun, waiting: this.#waiting.size }
  }

  /** Whether it computes runs of the queue now. */
  get isBusy(): boolean {
    return this.#taken.isBusy
  }

  /** Takes no more runs; those begun go on. */
  async retire(): Promise<void> {
    await this.#taken.retire()
  }

  /** Takes no more runs. Resolves when those begun have ended or were handed back; at once if `isForced`. */
  async close(isForced = false): Promise<void> {
    clearInterval(this.#timer)
    await this.#taken.close(isForced)
    if (this.#own) this.#options.queues.use(this.#own.set)
    await this.#options.queues.keep().catch(() => {}) // while Redis is away
    await this.#options.queues.close()
  }

  async #run(invocation: Invocation, context: RunContext, runner: Runner): Promise<Result | StoredResult> {
    const { shared, caller } = context
    if (!shared || !this.#own) return await runner.run(invocation, context)
    const call = { invocation, caller }
    let set: string
    try {
      set = await this.#add(shared.id, call)
      this.#asked++
    } catch (error) {
      if (error instanceof SpecimenError) throw error
      const log = context.log ?? this.#options.log
      log.warn({ run: shared.id, err: error }, 'a run could not be shared, and is computed here')
      return await runner.run(invocation, context)
    }
    return await this.#wait({ call, context, set, missed: 0, refused: createDeferred() }, shared)
  }

  /** @throws `host.busy` when as many wait as may */
  async #add(run: string, call: StoredCall): Promise<string> {
    const { queues, queueLimit } = this.#options
    const sets = this.#listSets(call.invocation.revision)
    const limit = queueLimit * sets.length
    const set = await queues.add(run, call, { sets, limit, onSent: (set) => this.#taken.hurry(set) })
    if (set !== undefined) return set
    const detail = `${limit} runs wait for the hosts of this group, the most that may; `
    throw new SpecimenError('host.busy', `${detail}try again in a few seconds.`)
  }

  /** The hosts that have a revision, this one among them even when it has not heard of itself. */
  #listSets(revision: string): readonly RevisionSet[] {
    const sets = this.#options.listWith(revision)
    if (sets.length > 0 || !this.#own?.revisions.has(revision)) return sets
    return [{ set: this.#own.set, places: this.#options.places }]
  }

  async #wait(waiting: WaitingRun, shared: SharedRun): Promise<StoredResult> {
    const { signal, onAdmitted, onPlaced } = waiting.context
    const { queues } = this.#options
    const remove = (): void => {
      queues.remove(shared.id, waiting.set).catch(() => {}) // who has taken it ends it, and is told, too
    }
    this.#waiting.set(shared.id, waiting)
    signal.addEventListener('abort', remove, { once: true })
    onAdmitted?.()
    void shared.placed.then(() => {
      signal.removeEventListener('abort', remove) // it is in no queue any more
      this.#waiting.delete(shared.id)
      onPlaced?.()
    })
    try {
      return await Promise.race([shared.wait(), waiting.refused.promise])
    } finally {
      this.#waiting.delete(shared.id)
      signal.removeEventListener('abort', remove)
    }
  }

  /** Looks after what waits: a queue from which nobody takes any more gives its runs to another. */
  #tend(): void {
    const { queues, log } = this.#options
    const note = (error: unknown): void => log.debug({ err: error }, 'the queues of runs')
    if (this.#own && this.#looks++ % looksPerKeeping === 0) {
      queues.use(this.#own.set)
      queues.keep().catch(note)
    }
    this.#taken.tend()
    for (const [run, waiting] of this.#waiting) {
      const sets = this.#listSets(waiting.call.invocation.revision)
      if (sets.length === 0) this.#miss(run, waiting)
      else if (sets.every(({ set }) => set !== waiting.set)) this.#move(run, waiting, sets).catch(note)
    }
  }

  async #move(run: string, waiting: WaitingRun, sets: readonly RevisionSet[]): Promise<void> {
    const { queues } = this.#options
    if (!(await queues.remove(run, waiting.set))) return
    // It has been admitted, however many wait elsewhere.
    const set = await queues.add(run, waiting.call, { sets, limit: Number.MAX_SAFE_INTEGER })
    if (set !== undefined) waiting.set = set
  }

  /** Nobody has the function of a run in its revision any more. */
  #miss(run: string, waiting: WaitingRun): void {
    const { patienceMs = 30_000, queues } = this.#options
    const { functionName } = waiting.call.invocation
    if (waiting.missed++ === 0)
      waiting.context.progress.report(`No host has this version of ${functionName} now; waiting for one.`)
    if (waiting.missed * pause < patienceMs) return
    const detail = `No host has had this version of function "${functionName}" for a while; ask for it again.`
    queues.remove(run, waiting.set).catch(() => {}) // it is forgotten with its queue
    waiting.refused.reject(new SpecimenError('host.busy', detail))
  }
}
