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
import type { TakenRuns } from './taken-runs.ts'

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
  readonly taken: Pick<TakenRuns, 'recover'>
  /** Runs of this host that may wait in queues, for as many places. */
  readonly queueLimit: number
  /** Milliseconds between two looks at a run whose events may have been missed. */
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
  readonly run: string
  readonly ended: Deferred<ResultPointer | undefined>
  readonly look: () => void
  /** Set once it is known that the run was in its queue. */
  isAdded: boolean
  looks: number
  /** The number of the last message that was passed on. */
  told: number
  /** Set while no host can compute it. */
  missedAt: number | undefined
}

/**
 * The waits of a host for runs in queues. A run that its first host has not added is added by whoever waits;
 * it is read again whenever BullMQ has news of it, and at times.
 */
export class RunWaits {
  readonly #options: RunWaitsOptions
  readonly #waits = new Set<OpenWait>()
  /** The runs of each caller that no host has begun. */
  readonly #unplaced = new Shares()
  /** The latest turn of each caller's runs among them. */
  readonly #turns = new Map<string, number>()
  #asked = 0

  constructor(options: RunWaitsOptions) {
    this.#options = options
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
    const { queues, lookPause = 1000 } = this.#options
    const { queue, run, signal, call, isFirst } = asked
    const place = isFirst ? this.#admit(call.caller ?? '') : () => {}
    const ended = createDeferred<ResultPointer | undefined>()
    ended.promise.catch(() => {})
    const onPlaced = (): void => {
      place()
      asked.onPlaced()
    }
    const look = serialise(() => this.#look({ ...asked, onPlaced }, wait))
    const wait: OpenWait = { run, ended, look, isAdded: false, looks: 0, told: -1, missedAt: undefined }
    this.#waits.add(wait)
    const stop = queues.follow(queue, run, look)
    const timer = setInterval(look, lookPause)
    timer.unref()
    const onAbort = (): void => ended.reject(signal.reason)
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (isFirst) await this.#add(asked, wait)
      else look()
      return await ended.promise
    } finally {
      place()
      this.#waits.delete(wait)
      stop()
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Ends all waits: their runs are gone, or cannot be waited for. */
  endAll(error?: SpecimenError): void {
    for (const { ended } of this.#waits)
      if (error) ended.reject(error)
      else ended.resolve(undefined)
  }

  /** All have left a run, or it was refused: it is gone, unless it has ended. */
  leave(run: string): void {
    for (const wait of this.#waits) {
      if (wait.run !== run) continue
      wait.isAdded = true
      wait.look()
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
  async #add({ queue, run, call, onAdded }: RunWait, wait: OpenWait): Promise<void> {
    const { connection, queues } = this.#options
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

  async #look(asked: RunWait, wait: OpenWait): Promise<void> {
    const { queues, findAbsence, isStale, taken, clock, log } = this.#options
    const { queue, run, isFirst, call } = asked
    const { ended } = wait
    try {
      const seen = await queues.read(queue, run)
      if (!seen && wait.isAdded) return ended.resolve(undefined)
      if (!seen && !isFirst && wait.looks++ > 0) await this.#add(asked, wait)
      if (!seen) return
      wait.isAdded = true
      asked.onAdded()
      if (seen.isPlaced) asked.onPlaced()
      if (seen.message && seen.message.seq > wait.told) {
        wait.told = seen.message.seq
        asked.onMessage(seen.message)
      }
      if (seen.end?.kind === 'failed') return ended.reject(seen.end.error)
      if (seen.end) return ended.resolve(seen.end.kind === 'done' ? seen.end.pointer : undefined)
      const isHeld = seen.isPlaced && (await queues.isHeld(queue, run))
      if (seen.isPlaced && !isHeld) await taken.recover(queue, run)
      const absence = findAbsence(queue)
      if (!absence || isHeld) {
        wait.missedAt = undefined
        return
      }
      if (isStale(call.invocation, queue)) return ended.resolve(undefined)
      wait.missedAt ??= clock()
      if (clock() - wait.missedAt >= absence.patience) ended.reject(absence.error)
    } catch (err) {
      log.debug({ run, err }, 'a run could not be read') // looked at again
    }
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
