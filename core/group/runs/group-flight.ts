import { createDeferred } from '../../domain/deferred.ts'
import type { ProgressMessage } from '../../domain/job.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { LocalFlight } from '../../run/local-flight.ts'
import { leftError } from '../../run/run-failure.ts'
import type { SharedRun } from '../../run/runner.ts'
import { type RoomKeys, toRoomKeys } from '../results/room-keys.ts'
import { openPointer } from '../results/room-results.ts'
import {
  type GroupFlightsOptions,
  isStopping,
  type Landing,
  lostError,
  type OpenedFlight,
  ToldMessages,
} from './flight-parts.ts'
import {
  admitRun,
  type Claim,
  claim,
  keepFlight,
  leaveFlight,
  readRun,
  releaseFlight,
  touchFlight,
} from './flight-records.ts'
import { flyAlone } from './fly-alone.ts'
import { RunAttempt } from './run-attempt.ts'
import type { RunEnd } from './run-end.ts'
import type { RunListener } from './run-events.ts'
import type { ComputeAttempt } from './run-records.ts'

/** How often a run that got lost, with Redis' data or the host that had its result, is begun anew. */
const rounds = 3

/**
 * A flight of this host, which waits once among those of all hosts, and leads the run when it was the first
 * or when the leader has gone.
 */
export class GroupFlight implements RunListener {
  readonly local: LocalFlight
  readonly #options: GroupFlightsOptions
  readonly #opened: OpenedFlight
  readonly #keys: RoomKeys
  readonly #told = new ToldMessages()
  /** What is to come before the end of the run: what was not heard, and those who asked others for it. */
  #reading: Promise<unknown> | undefined
  #asking: Promise<unknown> | undefined
  /** The run that is waited for; none before the claim was answered. */
  #run: string | undefined
  /** Whether it is this host that leads the run. */
  #leads = false
  /** Of what this host has made or asked of others as the leader. */
  #led: AbortController | undefined
  /** Whether the run that this host leads is for others to compute. */
  #isElsewhere = false
  #isTouched = false
  /** What this host has made of the run, once all were told. */
  #own: Landing | undefined
  #landing = createDeferred<Landing>()
  #placed = createDeferred<void>()

  constructor(options: GroupFlightsOptions, opened: OpenedFlight) {
    this.#options = options
    this.#opened = opened
    this.#keys = toRoomKeys(options.prefix, opened.invocation)
    this.local = new LocalFlight({
      onEmpty: () => {
        opened.onEmpty()
        if (this.#run !== undefined) this.#try(this.#leave(this.#run))
      },
      told: () => this.#told.all,
    })
  }

  /** Whether this host computes the run. */
  get isComputing(): boolean {
    return this.#leads && !this.#isElsewhere
  }

  /** Finds the result or has it made. Never rejects: the local flight ends with what it comes to. */
  async fly(): Promise<void> {
    try {
      const entry = await this.#fly()
      this.local.admit('joined') // of a run that had ended before anybody could say here that it was admitted
      this.local.land(entry)
    } catch (error) {
      this.local.fail(error)
    }
  }

  /** Makes the flight as new as a request that joins it now. */
  touch(): void {
    if (this.#run === undefined) this.#isTouched = true
    else this.#try(touchFlight(this.#options.redis, this.#keys, this.#run))
  }

  /** Renews the leases, and reads what may have been missed. */
  async renew(): Promise<void> {
    const run = this.#run
    if (run === undefined) return
    const holds = { run, waits: !this.local.signal.aborted, leads: this.#leads }
    const kept = { ...this.#options, ...this.#opened, ...holds }
    try {
      const standing = await keepFlight(kept.redis, this.#keys, kept)
      if (run !== this.#run) return
      if (standing.kind !== 'leads') await this.#catchUp(run)
      else if (holds.leads === this.#leads) this.#lead({ run, ...standing }) // once, when two ask at a time
    } catch (error) {
      this.#note(error)
    }
  }

  onAdmitted(): void {
    this.local.admit(this.#leads ? 'miss' : 'joined')
  }

  onPlaced(): void {
    this.#placed.resolve()
  }

  onMessages(given: readonly ProgressMessage[], after: number): void {
    const run = this.#run
    if (after > this.#told.nextSeq && run !== undefined) this.#reading = this.#try(this.#catchUp(run))
    else this.#tell(given)
  }

  onEnd(end: RunEnd): void {
    this.#landing.resolve(this.#own ?? end)
  }

  onLeft(): void {
    this.#led?.abort(leftError())
    this.#landing.resolve({ kind: 'gone' })
  }

  async #fly(): Promise<StoredResult> {
    for (let round = 0; round < rounds; round++) {
      if (this.local.signal.aborted) throw leftError()
      const claimed = await this.#claim()
      if (!claimed) {
        const tell = (message: ProgressMessage): void => this.#tell([message])
        return await flyAlone(this.#options, this.#opened, { local: this.local, nextSeq: this.#first, tell })
      }
      if (claimed.kind === 'hit') {
        const entry = await openPointer(this.#options, this.#opened.invocation, claimed.pointer)
        if (!entry) continue
        if (this.#opened.nextSeq !== undefined) await this.#try(this.#tellAgain(claimed.run))
        this.local.admit('hit')
        return entry
      }
      const entry = await this.#toEntry(await this.#ride(claimed))
      if (entry) return entry
    }
    throw lostError()
  }

  /** Returns undefined when Redis is away. */
  async #claim(): Promise<Claim | undefined> {
    const { redis, leaseMs, createId } = this.#options
    const { invocation, waiter } = this.#opened
    const asked = { ...invocation, waiter, leaseMs, run: createId(), first: this.#first }
    return await claim(redis, this.#keys, asked).catch((error: unknown) => this.#note(error))
  }

  /** The number of the first message of a run that begins now. */
  get #first(): number {
    return Math.max(this.#opened.nextSeq ?? 0, this.#told.nextSeq)
  }

  /** Waits for a run, and leads it where that is this host's part. */
  async #ride(claimed: Exclude<Claim, { kind: 'hit' }>): Promise<Landing> {
    const { run } = claimed
    this.#run = run
    this.#leads = claimed.kind === 'leads'
    this.#landing = createDeferred()
    this.#placed = createDeferred()
    if (this.local.signal.aborted) this.#try(this.#leave(run))
    if (this.#isTouched) this.touch()
    const { isListening, stop } = this.#options.events.follow(run, this)
    try {
      await isListening
      if (claimed.kind === 'joined') this.#reading = this.#try(this.#catchUp(run))
      else if (!this.local.signal.aborted) this.#lead(claimed)
      const landing = await this.#landing.promise
      await Promise.all([this.#reading, this.#isElsewhere && this.#asking])
      return landing
    } finally {
      stop()
      this.#run = undefined
      this.#leads = false
      this.#own = undefined
      this.#led?.abort(leftError()) // of what another host has finished
      this.#led = undefined
    }
  }

  #lead(attempt: ComputeAttempt): void {
    const { run } = attempt
    this.#led?.abort(leftError()) // the attempt that others have given up for lost
    const led = new AbortController()
    this.#led = led
    this.#leads = true
    this.#isElsewhere = false
    const { redis, prefix } = this.#options
    const { invocation, caller, start, waiter } = this.#opened
    const making = new RunAttempt(this.#options, invocation, attempt, () => led.abort(leftError()))
    const onAdmitted = (): void => {
      this.local.admit('miss')
      this.#try(admitRun(redis, this.#keys, { run, prefix }))
    }
    const wait = async (): Promise<StoredResult> => {
      this.#isElsewhere = true
      const entry = await this.#toEntry(await this.#landing.promise)
      if (entry) return entry
      throw this.local.signal.aborted ? leftError() : lostError()
    }
    const shared: SharedRun = { id: run, isAgain: attempt.attempt > 1, placed: this.#placed.promise, wait }
    const { progress } = making
    const { times, made } = start({ id: run, signal: led.signal, progress, onAdmitted, shared })
    this.local.run = { id: run, times }
    const ended = made.then(
      async (result) => {
        if ('open' in result) return // all were told by the host that has it
        const { entry, isTold } = await making.publish(result, caller)
        if (led === this.#led) await this.#conclude(run, isTold, { kind: 'own', entry })
      },
      async (error: unknown) => {
        // Another that waits takes the place of a host that stops.
        const told = isStopping(error)
          ? releaseFlight(redis, this.#keys, { run, waiter })
          : making.fail(error)
        const isTold = await told.catch(() => true)
        if (led === this.#led) await this.#conclude(run, isTold, { kind: 'own failure', error })
      },
    )
    this.#asking = this.#try(ended)
  }

  /** Ends, after its last messages, with what this host made of a run, unless another is making it now. */
  async #conclude(run: string, isTold: boolean, own: Landing): Promise<void> {
    if (run !== this.#run) return
    if (isTold) this.#own = own
    const isOpen = await this.#catchUp(run).catch(() => {
      this.local.sharing.isAway ||= !isTold
    })
    if (isTold || !isOpen) this.#landing.resolve(own)
    else this.#leads = false // another does; or this host still, as its next renewal is told then
  }

  /** Reads what has been said of the run and was not heard; returns whether it still goes on. */
  async #catchUp(run: string): Promise<boolean> {
    const read = await readRun(this.#options.redis, this.#keys, { run, nextSeq: this.#told.nextSeq })
    if (run !== this.#run) return false
    this.#tell(read.messages)
    if (read.isAdmitted) this.onAdmitted()
    if (read.end) this.onEnd(read.end)
    else if (!read.isOpen && (!this.#leads || this.#isElsewhere)) this.#landing.resolve({ kind: 'gone' })
    return read.isOpen
  }

  /** Tells what was said of a run that has ended, to who has waited for it at a host that is gone. */
  async #tellAgain(run: string): Promise<void> {
    this.#tell((await readRun(this.#options.redis, this.#keys, { run, nextSeq: 0 })).messages)
  }

  #tell(given: readonly ProgressMessage[]): void {
    const messages = this.#told.add(given)
    if (messages.length > 0) this.local.tell(messages)
  }

  async #leave(run: string): Promise<void> {
    const left = { run, waiter: this.#opened.waiter, prefix: this.#options.prefix }
    const isLast = await leaveFlight(this.#options.redis, this.#keys, left).catch((error: unknown) => {
      this.#note(error)
      return true // of what this host can know
    })
    if (run !== this.#run) return
    if (isLast) this.onLeft()
    else if (!this.#leads) this.#landing.resolve({ kind: 'gone' })
  }

  /** Returns the result that a run ended with; undefined when it was lost. @throws what it failed with */
  async #toEntry(landing: Landing): Promise<StoredResult | undefined> {
    if (landing.kind === 'own') return landing.entry
    if (landing.kind === 'own failure' || landing.kind === 'failed') throw landing.error
    if (landing.kind === 'gone') return undefined
    return await openPointer(this.#options, this.#opened.invocation, landing.pointer)
  }

  /** Lets something go on by itself, whose failure is that of Redis. */
  #try(work: Promise<unknown>): Promise<unknown> {
    return work.catch((error: unknown) => this.#note(error))
  }

  #note(err: unknown): undefined {
    const { functionName: name, roomId: room } = this.#opened.invocation
    this.#options.log.warn({ run: this.local.run?.id, room, function: name, err }, 'Redis did not answer')
  }
}
