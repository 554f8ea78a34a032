import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { StartRun } from '../../engine/run/flights.ts'
import type { LocalFlight } from '../../engine/run/local-flight.ts'
import { RunMessages } from '../../engine/run/run-messages.ts'
import { timeRun } from '../../engine/run/run-watch.ts'
import type { Runner, SharedRunner } from '../../engine/run/runner.ts'
import type { ResultPointer } from '../results/result-pointer.ts'
import type { FlightRecord, WaiterName } from './flight-records.ts'
import type { HostParts } from './host-parts.ts'
import { lostError } from './run-end.ts'
import type { RunWait, RunWaits, ToldRun } from './run-waits.ts'
import type { TakenRuns } from './taken-runs.ts'

/** A flight of this host. */
export interface OpenFlight extends ToldRun {
  invocation: Invocation
  readonly local: LocalFlight
  readonly start: StartRun
  readonly caller: string | undefined
  /** Set where this host alone has the data of the call. */
  readonly isHere: boolean
  /** The name of this flight among the waiters of all hosts. */
  readonly name: WaiterName
  /** The run that it has waited for last. */
  run: string
  /** The run that turned out to be lost; one that a cut hides is none. */
  lost: string
}

/** The dependencies of {@link EnteredRuns}. */
export interface EnteredRunsOptions extends Pick<HostParts, 'clock' | 'results'> {
  readonly taken: Pick<TakenRuns, 'addOwn' | 'removeOwn'>
}

/** How flights of this host wait for the runs that they have entered: behind another request, or first. */
export class EnteredRuns {
  readonly #options: EnteredRunsOptions
  readonly #waits: Pick<RunWaits, 'wait'>

  constructor(options: EnteredRunsOptions, waits: Pick<RunWaits, 'wait'>) {
    this.#options = options
    this.#waits = waits
  }

  /** Returns the result at a pointer, of a flight; undefined when it is lost. */
  findResult({ invocation }: OpenFlight, pointer: ResultPointer | undefined): StoredResult | undefined {
    return pointer && this.#options.results.find(pointer, invocation.roomId)
  }

  /** Waits for a run that another request has begun. */
  async follow(flight: OpenFlight, entered: FlightRecord): Promise<StoredResult | undefined> {
    const { local } = flight
    const { times, place: onPlaced, end } = timeRun(this.#options.clock)
    local.show({ id: entered.run, times })
    const onAdded = (): void => local.admit('joined')
    return await this.#wait(flight, entered, { onAdded, onPlaced }).finally(end)
  }

  /** Waits for a new run, within the limits of this host; `isOwn` when it alone computes it. */
  async lead(flight: OpenFlight, entered: FlightRecord, isOwn: boolean): Promise<StoredResult | undefined> {
    const { local, start } = flight
    const { taken } = this.#options
    const share = (own: Runner, request: string | undefined): SharedRunner => ({
      run: async (_, { onPlaced = () => {}, onAdmitted = () => {} }) => {
        if (isOwn) taken.addOwn(entered.run, own)
        const hooks = { onPlaced, onAdded: onAdmitted, isFirst: true, request }
        const found = await this.#wait(flight, entered, hooks).finally(() => taken.removeOwn(entered.run))
        if (found) return { kind: 'stored', entry: found }
        throw lostError()
      },
    })
    const messages = new RunMessages(() => 0) // those of the run are numbered where it is computed
    const made = await local.make(start, { id: entered.run, messages, tell: () => {}, share })
    return made.kind === 'stored' ? made.entry : undefined
  }

  async #wait(
    flight: OpenFlight,
    entered: FlightRecord,
    {
      request,
      ...hooks
    }: Pick<RunWait, 'onAdded' | 'onPlaced' | 'isFirst'> & { readonly request?: string | undefined },
  ): Promise<StoredResult | undefined> {
    const { invocation, caller, local } = flight
    const onMessage: RunWait['onMessage'] = (message) => {
      flight.told = message
      local.tell([message])
    }
    const call = { invocation, caller, request }
    const wait = { ...entered, ...hooks, call, onMessage, signal: local.signal }
    return this.findResult(flight, await this.#waits.wait(wait))
  }
}
