import { Shares } from '../../contract/bounds/shares.ts'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import { awayError } from '../redis/connect.ts'
import type { GroupCall } from '../redis/group-call.ts'
import type { ResultPointer } from '../results/result-pointer.ts'
import type { FlightRecord } from './flight-records.ts'
import type { HostParts } from './host-parts.ts'
import type { RunEnd, ToldNews } from './run-end.ts'

/** The absence of all hosts that could compute a run. */
export interface Absence {
  readonly error: SpecimenError
  /** Milliseconds for which a run waits for one. */
  readonly patience: number
}

/** The dependencies of {@link RunWaits}. */
export interface RunWaitsOptions extends HostParts {
  /** Returns the error of runs in a queue from which no host takes; undefined while one does. */
  readonly findAbsence: (queue: string) => Absence | undefined
  /** Returns true for a call in a queue without hosts that has another place by now, or none any more. */
  readonly isStale: (invocation: Invocation, queue: string) => boolean
  /** Runs of this host that may wait in queues, for as many places. */
  readonly queueLimit: number
  /** Milliseconds until the first look at a run of which there was no news. */
  readonly lookPause?: number
}

/** A wait for a run. */
export interface RunWait extends FlightRecord {
  readonly call: GroupCall
  /** Set for the request that has begun the run, which counts within the limits of its host. */
  readonly isFirst?: boolean
  readonly signal: AbortSignal
  /** Called once the run is in its queue, perhaps more than once; so the next. */
  readonly onAdded: () => void
  readonly onPlaced: () => void
  /** Takes messages of the run, each once: not all of them, but the last of those that it reports at once. */
  readonly onMessage: (message: ProgressMessage) => void
}

/** The messages of a run as far as those who wait have them. */
export interface ToldRun {
  /** The last one. */
  told: ProgressMessage | undefined
}

interface OpenWait {
  readonly asked: RunWait
  readonly ended: Deferred<ResultPointer | undefined>
  readonly look: () => void
  /** Set once it is known that the run was in its queue. */
  isAdded: boolean
  looks: number
  /** The number of the last message that was passed on. */
  told: number
  /** Set while no host can compute it. */
  missedAt: number | undefined
  /** When it is looked at next, and the pause after that. */
  lookAt: number
  pause: number
}

/** The longest pause between two looks, in milliseconds: only lost news need one. */
const longestPause = 15_000

/**
 * The waits of a host for runs in queues. A run that its first host has not added is added by whoever waits.
 * The host that computes it tells of it; as news may be lost, it is looked at too, ever more seldom.
 */
export class RunWaits {
  readonly #options: RunWaitsOptions
  /** By run. */
  readonly #waits = new Map<string, OpenWait>()
  /** The runs of each caller that no host has begun. */
  readonly #unplaced = new Shares()
  /** The latest turn of each caller's runs among them. */
  readonly #turns = new Map<string, number>()
  readonly #lookPause: number
  #timer: NodeJS.Timeout | undefined
  #asked = 0

  constructor(options: RunWaitsOptions) {
    this.#options = options
    this.#lookPause = options.lookPause ?? 1000
    options.connection.subscriber.on('ready', () => this.#lookSoon())
    options.connection.reachability.onLost(() => this.endAll(awayError()))
  }

  /** The number of runs that this host has put into queues, and that wait there. */
  get counts(): { readonly asked: number; readonly waiting: number } {
    return { asked: this.#asked, waiting: this.#unplaced.total }
  }

  /**
   * Resolves with the pointer to the result of a run; with undefined when it is gone, and may be asked for
   * again. @throws the failure of the run, `host.busy`
   */
  async wait(asked: RunWait): Promise<ResultPointer | undefined> {
    const { clock } = this.#options
    const { run, signal, call, isFirst } = asked
    const place = isFirst ? this.#admit(call.caller ?? '') : () => {}
    const ended = createDeferred<ResultPointer | undefined>()
    ended.promise.catch(() => {})
    const onPlaced = (): void => {
      place()
      asked.onPlaced()
    }
    const [pause, lookAt] = [this.#lookPause, clock() + this.#lookPause]
    const wait: OpenWait = {
      asked: { ...asked, onPlaced },
      ended,
      look: serialise(() => this.#look(wait)),
      isAdded: false,
      looks: 0,
      told: -1,
      missedAt: undefined,
      lookAt,
      pause,
    }
    this.#open(run, wait)
    const onAbort = (): void => ended.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (isFirst) await this.#add(wait)
      else wait.look()
      return await ended.promise
    } finally {
      place()
      this.#close(run, wait)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Takes news of a run. */
  hear({ run, news }: ToldNews): void {
    const wait = this.#waits.get(run)
    if (!wait) return
    wait.isAdded = true
    wait.asked.onAdded()
    wait.asked.onPlaced()
    if (news.kind === 'message') this.#pass(wait, news.message)
    if (news.kind === 'end') this.#end(wait, news.end)
  }

  /** Ends all waits: their runs are gone, or cannot be waited for. */
  endAll(error?: SpecimenError): void {
    for (const { ended } of this.#waits.values())
      if (error) ended.reject(error)
      else ended.resolve(undefined)
  }

  /** All have left a run, or it was refused: it is gone, unless it has ended. */
  leave(run: string): void {
    const wait = this.#waits.get(run)
    if (!wait) return
    wait.isAdded = true
    wait.look()
  }

  #open(run: string, wait: OpenWait): void {
    this.#waits.set(run, wait)
    if (this.#timer) return
    this.#timer = setInterval(() => this.#lookAround(), this.#lookPause)
    this.#timer.unref()
  }

  #close(run: string, wait: OpenWait): void {
    if (this.#waits.get(run) === wait) this.#waits.delete(run)
    if (this.#waits.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Looks at the runs whose time has come, and at those that no host can compute now. */
  #lookAround(): void {
    const { clock, findAbsence } = this.#options
    const now = clock()
    const served = new Map<string, boolean>()
    for (const wait of this.#waits.values()) {
      const { queue } = wait.asked
      const isServed = served.get(queue) ?? findAbsence(queue) === undefined
      served.set(queue, isServed)
      if (isServed && now < wait.lookAt) continue
      wait.pause = Math.min(2 * wait.pause, longestPause)
      wait.lookAt = now + wait.pause
      wait.look()
    }
  }

  /** News may have been lost with a connection: all runs are looked at as if they had just been asked for. */
  #lookSoon(): void {
    for (const wait of this.#waits.values()) {
      wait.pause = this.#lookPause
      wait.lookAt = this.#options.clock() + this.#lookPause
    }
  }

  /** Counts a run that waits until the function returned is called. @throws `host.busy` */
  #admit(caller: string): () => void {
    const { queueLimit } = this.#options
    if (!this.#unplaced.admits(caller, queueLimit)) {
      const detail = `${queueLimit} runs wait for the hosts of this group, the most that may from one host; `
      throw new SpecimenError('host.busy', `${detail}try again in a few seconds.`)
    }
    let waiting = 1
    this.#unplaced.add(caller, 1)
    return () => {
      if (waiting > 0) this.#unplaced.add(caller, -1)
      if (this.#unplaced.of(caller) === 0) this.#turns.delete(caller)
      waiting = 0
    }
  }

  /**
   * Adds a run, unless it is in its queue already. The first that waits of a caller has the turn of the run
   * which is next, each further one the turn after its caller's last: so callers take turns, and no run is
   * overtaken by later ones of its caller.
   */
  async #add(wait: OpenWait): Promise<void> {
    const { connection, queues } = this.#options
    const { queue, run, call, onAdded } = wait.asked
    const { caller = '' } = call
    this.#asked++
    const toTurn = (next: number): number => {
      const turn = Math.max(next, (this.#turns.get(caller) ?? 0) + 1)
      if (this.#unplaced.of(caller) > 0) this.#turns.set(caller, turn)
      return turn
    }
    await connection.ask(() => queues.add(queue, run, call, toTurn))
    wait.isAdded = true
    onAdded()
  }

  async #look(wait: OpenWait): Promise<void> {
    const { queues, log } = this.#options
    const { asked, ended } = wait
    const { queue, run, isFirst } = asked
    try {
      const seen = await queues.read(queue, run)
      if (!seen && wait.isAdded) return ended.resolve(undefined)
      if (!seen && !isFirst && wait.looks++ > 0) await this.#add(wait)
      if (!seen) return
      wait.isAdded = true
      asked.onAdded()
      if (seen.isPlaced) asked.onPlaced()
      if (seen.message) this.#pass(wait, seen.message)
      if (seen.end) this.#end(wait, seen.end)
      else await this.#miss(wait, seen.host)
    } catch (err) {
      log.debug({ run, err }, 'a run could not be read') // looked at again
    }
  }

  #pass(wait: OpenWait, message: ProgressMessage): void {
    if (message.seq <= wait.told) return
    wait.told = message.seq
    wait.asked.onMessage(message)
  }

  #end({ ended }: OpenWait, end: RunEnd): void {
    if (end.kind === 'failed') ended.reject(end.error)
    else ended.resolve(end.kind === 'done' ? end.pointer : undefined)
  }

  /** Ends the wait for a run that no host can compute, unless `host`, which has begun it, still does. */
  async #miss(wait: OpenWait, host: string | undefined): Promise<void> {
    const { queues, findAbsence, isStale, isThere, clock } = this.#options
    const { queue, run, call } = wait.asked
    const absence = findAbsence(queue)
    const mayCompute = host !== undefined && isThere(host)
    if (!absence || (mayCompute && (await queues.isTaken(queue, run)))) {
      wait.missedAt = undefined
      return
    }
    if (isStale(call.invocation, queue)) return wait.ended.resolve(undefined)
    wait.missedAt ??= clock()
    if (clock() - wait.missedAt >= absence.patience) wait.ended.reject(absence.error)
  }
}

/** Returns what does a work again for each call, one at a time: calls meanwhile lead to one more. */
function serialise(work: () => Promise<void>): () => void {
  let [isAsked, isWorking] = [false, false]
  return async () => {
    isAsked = true
    if (isWorking) return
    isWorking = true
    while (isAsked) {
      isAsked = false
      await work()
    }
    isWorking = false
  }
}
