import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import {
  type Boarding,
  type Flights,
  type FlightWaiter,
  type StartRun,
  toFlightId,
} from '../../run/flights.ts'
import { findResult } from '../results/room-results.ts'
import type { GroupFlightsOptions, OpenedFlight } from './flight-parts.ts'
import { GroupFlight } from './group-flight.ts'

/** Milliseconds in which what a gone host has led may come here: by its jobs, which are adopted. */
const goneMemory = 60_000

/**
 * The flights of all hosts of a group: those who wait at this host share a flight in memory, and each such
 * flight waits once in Redis, for as long as its lease is renewed.
 */
export class GroupFlights implements Flights {
  readonly #options: GroupFlightsOptions
  readonly #gone = new Set<string>()
  /** Those that a request may join. */
  readonly #open = new Map<string, GroupFlight>()
  /** Those, and the ones left by all who waited here whose run this host still leads. */
  readonly #kept = new Set<GroupFlight>()
  readonly #renewal: NodeJS.Timeout
  #waiters = 0
  #alone = 0

  constructor(options: Omit<GroupFlightsOptions, 'gone'>) {
    this.#options = { ...options, gone: this.#gone }
    this.#renewal = setInterval(() => this.#renew(), options.leaseMs / 6)
    this.#renewal.unref()
    options.events.onReturn(() => this.#renew())
  }

  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding {
    const id = toFlightId(invocation)
    const known = this.#open.get(id)
    if (known) known.touch()
    const flight =
      known ?? this.#begin(id, invocation, { caller: waiter.caller, nextSeq: waiter.nextSeq, start })
    return flight.local.board(waiter, known === undefined)
  }

  async find(invocation: Invocation): Promise<StoredResult | undefined> {
    const { ask, prefix, results } = this.#options
    return await ask((redis) => findResult({ redis, prefix, results }, invocation))
  }

  /** Whether a run is computed here. */
  get isComputing(): boolean {
    return [...this.#kept].some((flight) => flight.isComputing)
  }

  /** How many runs the others could not be told of. */
  get alone(): number {
    return this.#alone
  }

  /** A host is gone: what it has led is led by who waits for it here. */
  lose(host: string): void {
    this.#gone.add(host)
    setTimeout(() => this.#gone.delete(host), goneMemory).unref()
    this.#renew()
  }

  /** Ends its timer. */
  close(): void {
    clearInterval(this.#renewal)
  }

  #begin(
    id: string,
    invocation: Invocation,
    first: Pick<OpenedFlight, 'caller' | 'nextSeq' | 'start'>,
  ): GroupFlight {
    const remove = (): void => {
      if (this.#open.get(id) === flight) this.#open.delete(id)
    }
    const waiter = `${this.#options.host}:${this.#waiters++}`
    const flight = new GroupFlight(this.#options, { ...first, invocation, waiter, onEmpty: remove })
    this.#open.set(id, flight)
    this.#kept.add(flight)
    // It may be of a run whose leader was missed before, by a job that goes on here.
    if (this.#gone.size > 0) setTimeout(() => void flight.renew(), 500).unref()
    flight.fly().finally(() => {
      remove()
      this.#kept.delete(flight)
      if (flight.local.sharing.isAway) this.#alone++
    })
    return flight
  }

  #renew(): void {
    for (const flight of this.#kept) void flight.renew()
  }
}
