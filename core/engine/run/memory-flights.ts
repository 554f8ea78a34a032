import type { Invocation } from '../../contract/domain/invocation.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import { holdResult, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { RoomCache } from '../cache/room-cache.ts'
import { type Boarding, type Flights, type FlightWaiter, type StartRun, toFlightId } from './flights.ts'
import { LocalFlight } from './local-flight.ts'
import { RunMessages } from './run-messages.ts'

interface OpenFlight {
  readonly local: LocalFlight
  generation: number
}

interface MemoryFlightsOptions {
  readonly cache: RoomCache
  readonly createId: () => string
  readonly now: () => number
}

/** The start of a run, and the caller whose turn it takes. */
interface FlightStart {
  readonly caller: string | undefined
  readonly start: StartRun
}

/** The request that begins a run. */
interface FirstRequest extends FlightStart {
  readonly id: string
  readonly generation: number
}

/** The flights of a single host. The only caller of its room cache. */
export class MemoryFlights implements Flights {
  readonly #options: MemoryFlightsOptions
  readonly #open = new Map<string, OpenFlight>()
  #generation = 0

  /** `now` returns Unix time in milliseconds. */
  constructor(options: MemoryFlightsOptions) {
    this.#options = options
  }

  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding {
    const id = toFlightId(invocation)
    const known = this.#open.get(id)
    const generation = ++this.#generation
    if (known) known.generation = generation
    const { local } = known ?? this.#begin(invocation, { id, generation, caller: waiter.caller, start })
    return local.board(waiter, known === undefined)
  }

  async find(invocation: Invocation): Promise<StoredResult | undefined> {
    return await this.#options.cache.get(invocation)
  }

  #begin(invocation: Invocation, first: FirstRequest): OpenFlight {
    const messages = new RunMessages(this.#options.now)
    const local = new LocalFlight({
      onLeave: (_, isLast) => isLast && this.#remove(first.id, flight),
      told: () => messages.all,
    })
    const flight: OpenFlight = { local, generation: first.generation }
    this.#open.set(first.id, flight)
    this.#fly(invocation, flight, first, messages).then(
      (entry) => {
        this.#remove(first.id, flight)
        local.land(entry)
      },
      (error: unknown) => {
        this.#remove(first.id, flight)
        local.fail(error)
      },
    )
    return flight
  }

  /** Closes a flight to new requests; a successor with the same id stays. */
  #remove(id: string, flight: OpenFlight): void {
    if (this.#open.get(id) === flight) this.#open.delete(id)
  }

  async #fly(
    invocation: Invocation,
    flight: OpenFlight,
    { caller, start }: FlightStart,
    messages: RunMessages,
  ): Promise<StoredResult> {
    const { cache, createId } = this.#options
    const { local } = flight
    const cached = await cache.get(invocation)
    if (cached) {
      local.admit('hit')
      return cached
    }
    local.signal.throwIfAborted()
    const tell = (message: ProgressMessage): void => local.tell([message])
    const made = await local.make(start, { id: createId(), messages, tell })
    const entry = made.kind === 'stored' ? made.entry : holdResult(createId(), made.result)
    await cache.put(invocation, entry, flight.generation, caller)
    return entry
  }
}
