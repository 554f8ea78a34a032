import { type SpecimenError, toSpecimenError } from '../../../contract/domain/errors.ts'
import { isRoomAhead } from '../../../contract/domain/invocation.ts'
import type { Need } from '../../../contract/domain/needs.ts'
import { formatCount } from '../../../contract/text/count.ts'
import { busyError, stoppingError } from '../run-failure.ts'
import { RunQueue } from '../run-queue.ts'
import type { BundlePool, BundlePoolOptions } from './bundle-pool.ts'
import type { Compartment } from './compartment.ts'
import { LoadedSpare, type SpareLoad } from './loaded-spare.ts'
import type { PlaceRequest, PoolPlace } from './pool-place.ts'
import { Spares } from './spares.ts'

/** Empty compartments that are kept warm: people cancel one run after another. */
const spareCount = 2
/** Ending compartments whose places may be free already. */
const goingLimit = 2

/**
 * The places for runs and their assignment. Their number is bounded, each with one bundle in a compartment of
 * its own; further runs wait in a fair queue. A place with an unsound compartment is free again when nothing
 * runs there: a killed process takes 10 ms to release its memory, or 100 for a GB, for which the next run
 * does not wait. It waits when several are ending, so that unkillable processes, such as one in a read of a
 * stuck disk, do not pile up.
 *
 * Two empty compartments are kept warm beside them; each takes 40 MB, of which 7 are its own. A run that ends
 * its compartment costs the start of another, and until that is ready its caller owes it: runs of others come
 * first, and its own begin only where a compartment is ready. So the waits for starts are its own.
 *
 * A run that is dropped may go on at its place, so that the bundle stays loaded there (`UsualTimes`). The
 * next run of the bundle takes a place where it is loaded, or waits for that one; a run of another bundle
 * that finds no place ends it. Of a bundle that is slow to load two compartments have it loaded, one of them
 * not in use: a place, or a spare (`LoadedSpare`).
 *
 * A run ahead of its use (`isRoomAhead`) begins only where another place stays free; one without a caller
 * has a place at a relay or group already, which it must not hold for nothing.
 */
export class Places {
  readonly #options: BundlePoolOptions
  readonly #createCompartment: (needs: readonly Need[]) => Compartment
  readonly #queue: RunQueue<PlaceRequest, PoolPlace>
  readonly #places = new Set<PoolPlace>()
  readonly #living = new Set<Compartment>()
  readonly #spares: Spares
  readonly #loaded = new LoadedSpare()
  /** The callers of the last runs that have cost a spare, as many as spares are missing. */
  readonly #owing: string[] = []
  /** Ended compartments that are not gone, as far as their places are free. */
  readonly #going = new Set<Compartment>()
  #turns = 0
  #crashes = 0
  #isClosed = false

  constructor(options: BundlePoolOptions, createCompartment: (needs: readonly Need[]) => Compartment) {
    this.#options = options
    this.#createCompartment = createCompartment
    this.#spares = new Spares({
      count: options.ownProgram ? 0 : spareCount, // one bundle has all the places: it has an idle process
      start: () => this.#start([]),
      onStart: (isReady) => this.#takeStart(isReady),
      log: options.log,
    })
    this.#queue = new RunQueue({ limit: options.queueLimit, busyError: () => this.#busyError() })
  }

  get usage(): BundlePool['usage'] {
    const { size } = this.#options
    const busy = [...this.#places].filter(({ stage }) => stage !== 'idle').length
    return { size, busy, queued: this.#queue.size, living: this.#living.size, crashes: this.#crashes }
  }

  /** Starts the spare compartment; resolves when it waits for a call. */
  async warm(): Promise<void> {
    await this.#spares.fill(1)
    this.#spares.fillSoon()
  }

  /**
   * Has a bundle loaded where nothing runs, so that its next run need not wait for that, whatever becomes of
   * the present one. Resolves when it is, or needs not be. @throws Error when the machine is out of processes
   */
  async loadAhead(
    { bundleKey, needs }: Pick<PlaceRequest, 'bundleKey' | 'needs'>,
    load: SpareLoad['load'],
  ): Promise<void> {
    const own = this.#listOwn(bundleKey).filter(({ compartment }) => compartment.isSound)
    const isEnough = own.length > 1 && own.some(({ stage }) => stage !== 'busy')
    if (this.#isClosed || isEnough || this.#loaded.has(bundleKey)) return
    const provide = (): Compartment => this.#provide(needs)
    await this.#loaded.fill({ bundleKey, provide, load }, this.#turns)
    this.#grantNext()
  }

  /** Refuses the queued runs and ends every compartment; resolves when all are gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#spares.close()
    this.#queue.refuseAll(stoppingError())
    const living = [...this.#living]
    for (const compartment of living) compartment.kill()
    await Promise.all(living.map(({ gone }) => gone))
  }

  /** Resolves with a place, at once if one is free. @throws `host.busy`, `run.cancelled`, `host.stopping` */
  async acquire(request: PlaceRequest): Promise<PoolPlace> {
    if (this.#isClosed) throw stoppingError()
    const isLast = this.#owes(request) || isRoomAhead(request.roomId)
    const comesFirst = (run: PlaceRequest): boolean =>
      !this.#awaitsDropped(run) && (isLast || !(this.#owes(run) || isRoomAhead(run.roomId)))
    const isNext = this.#queue.find(comesFirst) === undefined
    const place = isNext && this.#mayBegin(request) ? this.#take(request) : undefined
    if (place) {
      request.onQueued(() => 0)
      return place
    }
    if (this.#owes(request)) void this.#spares.fill()
    return await this.#queue.wait(request)
  }

  /** Without a queue there is no order and no debt. */
  #owes({ caller = '' }: PlaceRequest): boolean {
    return this.#options.queueLimit > 0 && this.#owing.includes(caller)
  }

  /** Returns true when the caller owes nothing or a compartment is ready; ahead, with a place to spare. */
  #mayBegin(request: PlaceRequest): boolean {
    if (isRoomAhead(request.roomId) && request.caller !== undefined && !this.#hasPlaceToSpare) return false
    if (this.#awaitsDropped(request)) return false
    if (!this.#owes(request) || this.#findIdle(request.bundleKey)) return true
    return this.#loaded.isReady(request.bundleKey) || (request.needs.length === 0 && this.#spares.ready > 0)
  }

  /** Returns true when the place of a dropped run is the next where the bundle of a run is loaded. */
  #awaitsDropped({ bundleKey }: PlaceRequest): boolean {
    if (!this.#listOwn(bundleKey).some(({ stage }) => stage === 'dropped')) return false
    const hasRoom = this.#places.size < this.#options.size || this.#listIdle().length > 0
    return !this.#findIdle(bundleKey) && !(hasRoom && this.#loaded.isReady(bundleKey))
  }

  /** A single place is never to spare, and yet all that there is. */
  get #hasPlaceToSpare(): boolean {
    return this.usage.busy < Math.max(1, this.#options.size - 1)
  }

  async #release(place: PoolPlace): Promise<void> {
    if (place.compartment.isSound) {
      place.stage = 'idle'
      place.usedAt = ++this.#turns
      this.#grantNext()
      return
    }
    place.stage = 'left'
    const vacated = this.#end(place.compartment)
    this.#owing.push(place.caller)
    this.#settleDebts()
    this.#spares.fillSoon()
    await vacated
    this.#places.delete(place)
    this.#grantNext()
    await place.compartment.gone
  }

  async #renew(place: PoolPlace): Promise<void> {
    await this.#end(place.compartment)
    if (this.#isClosed || place.stage === 'left') throw stoppingError()
    place.compartment = this.#provide(place.needs)
  }

  /** Returns a place, marked busy: its bundle's idle one, a new one, or the least recently used idle one. */
  #take(request: PlaceRequest): PoolPlace | undefined {
    const fit = this.#findIdle(request.bundleKey)
    if (fit) {
      fit.stage = 'busy'
      fit.caller = request.caller ?? ''
      return fit
    }
    if (this.#places.size < this.#options.size) return this.#add(request, Promise.resolve())
    const oldest = this.#listIdle().at(-1)
    if (!oldest) {
      this.#endDropped()
      return undefined
    }
    this.#places.delete(oldest)
    return this.#add(request, this.#end(oldest.compartment))
  }

  /** Ends a run that goes on for its bundle alone; its place is free soon. */
  #endDropped(): void {
    const dropped = [...this.#places].find(({ stage }) => stage === 'dropped')
    dropped?.compartment.kill()
  }

  #listOwn(bundleKey: string): PoolPlace[] {
    return [...this.#places].filter((place) => place.bundleKey === bundleKey)
  }

  #findIdle(bundleKey: string): PoolPlace | undefined {
    return this.#listIdle().find((place) => place.bundleKey === bundleKey && place.compartment.isSound)
  }

  /** Sorts all each time, the last used first: little beside a run, even with 1,024. */
  #listIdle(): PoolPlace[] {
    return [...this.#places].filter(({ stage }) => stage === 'idle').sort((a, b) => b.usedAt - a.usedAt)
  }

  #add({ bundleKey, needs, caller = '' }: PlaceRequest, vacated: Promise<void>): PoolPlace {
    const spare = this.#loaded.take(bundleKey)
    const place: PoolPlace = {
      bundleKey,
      needs,
      caller,
      compartment: spare?.compartment ?? this.#provide(needs),
      vacated: Promise.all([vacated, spare?.loaded]).then(() => {}),
      drop: () => {
        place.stage = 'dropped'
        this.#grantNext() // others may want the place
      },
      release: () => this.#release(place),
      renew: () => this.#renew(place),
      stage: 'busy',
      usedAt: 0,
    }
    this.#places.add(place)
    return place
  }

  /** Returns a spare compartment to a bundle without needs, whose walls it has; to another a fresh one. */
  #provide(needs: readonly Need[]): Compartment {
    if (needs.length > 0) return this.#start(needs)
    const taken = this.#spares.take() ?? this.#start([])
    void taken.ready.then(() => this.#spares.fillSoon())
    return taken
  }

  /** A failed start leaves no debt: the next run tries again. */
  #takeStart(isReady: boolean): void {
    this.#settleDebts(isReady ? undefined : 0)
    this.#grantNext()
  }

  /** Forgets the oldest debts, as many as there are beyond the spares that are missing. */
  #settleDebts(missing = this.#spares.missing): void {
    this.#owing.splice(0, Math.max(0, this.#owing.length - missing))
  }

  #end(compartment: Compartment): Promise<void> {
    compartment.kill()
    if (this.#going.size >= goingLimit) return compartment.gone
    this.#going.add(compartment)
    void compartment.gone.then(() => this.#going.delete(compartment)) // never rejects
    return compartment.halted
  }

  #start(needs: readonly Need[]): Compartment {
    const compartment = this.#createCompartment(needs)
    this.#living.add(compartment)
    void compartment.gone.then(() => this.#forget(compartment)) // never rejects
    return compartment
  }

  #forget(compartment: Compartment): void {
    this.#living.delete(compartment)
    if (compartment.hasCrashed) this.#crashes++
    this.#spares.forget(compartment)
    this.#loaded.forget(compartment)
    for (const place of this.#places)
      if (place.compartment === compartment && place.stage === 'idle') this.#places.delete(place)
  }

  #grantNext(): void {
    for (let next = this.#findNext(); next; next = this.#findNext()) {
      const isNext = (run: PlaceRequest): boolean => run === next
      try {
        const place = this.#take(next)
        if (!place) return
        this.#queue.grant(() => place, isNext)
      } catch (error) {
        this.#queue.refuse(toSpecimenError(error), isNext) // the machine is out of processes
      }
    }
  }

  #findNext(): PlaceRequest | undefined {
    const isFirst = (run: PlaceRequest): boolean =>
      !(this.#owes(run) || isRoomAhead(run.roomId) || this.#awaitsDropped(run))
    return this.#queue.find(isFirst) ?? this.#queue.find((run) => this.#mayBegin(run))
  }

  #busyError(): SpecimenError {
    const { size, queueLimit } = this.#options
    const waiting = formatCount(queueLimit, 'waiting run')
    return busyError(`All places for functions (${size}) are taken, and the queue of ${waiting} is full`)
  }
}
