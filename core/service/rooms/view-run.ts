import { type SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { RoomViewRun } from '../../contract/wire/room-messages.ts'
import type { Call, CallExecutor } from '../../engine/run/call.ts'
import { withdrawnError } from '../../engine/run/run-failure.ts'
import { openCall, retryLost } from '../calls/calls.ts'
import type { PlacedResult } from './room-state.ts'

/** A call that a view wants, for a version of the state. */
export interface ViewRunCall {
  /** Opens the files that it takes. @throws their errors */
  readonly open: (signal: AbortSignal) => Promise<Call>
  readonly version: number
  /** The peer's name for limits. */
  readonly caller: string
}

/** The dependencies of a {@link ViewRun}. */
export interface ViewRunOptions {
  readonly executor: Pick<CallExecutor, 'request'>
  /** Brings a result to this host. @throws `result.lost` */
  readonly keep: (entry: StoredResult) => Promise<PlacedResult>
  readonly onResult: (kept: PlacedResult, version: number) => void
  readonly onRun: (run: RoomViewRun) => void
}

/** Changes wait so long for a run under way; after that they end it. */
const staleSeconds = 1
/** Messages of a run are shown at most so often. */
const shownSeconds = 0.2

/**
 * The runs of one view of a room: one at a time, for all peers. While one is under way further calls wait,
 * the newest only, so that a dragged slider shows results on its way.
 */
export class ViewRun {
  readonly #options: ViewRunOptions
  #underWay: AbortController | undefined
  #next: ViewRunCall | undefined
  #shown: RoomViewRun | undefined
  readonly #stale = createDeadline(() => this.#underWay?.abort())
  readonly #report = createDeadline(() => this.#show())

  constructor(options: ViewRunOptions) {
    this.#options = options
  }

  /** Computes a call as soon as its turn has come. */
  want(call: ViewRunCall): void {
    this.#next = call
    if (this.#underWay) this.#stale.startOnce(staleSeconds)
    else this.#begin(call)
  }

  /** Ends the run under way, of which nothing more comes, and drops the call that waits. */
  cancel(): void {
    this.#next = undefined
    this.#underWay?.abort(withdrawnError())
    this.#underWay = undefined
    this.#report.stop()
    this.#stale.stop()
  }

  #begin(call: ViewRunCall): void {
    const controller = new AbortController()
    this.#next = undefined
    this.#underWay = controller
    this.#shown = { version: call.version }
    this.#show() // at once, so that all know which result is old
    this.#run(call, controller).then(
      (kept) => this.#end(controller, () => this.#options.onResult(kept, call.version)),
      (error: unknown) => this.#end(controller, () => this.#fail(toSpecimenError(error), call.version)),
    )
  }

  /** Resolves with the result of a call, which is computed again where its bytes are lost with their host. */
  async #run(wanted: ViewRunCall, { signal }: AbortController): Promise<PlacedResult> {
    return await retryLost(async () => await this.#options.keep(await this.#request(wanted, signal)))
  }

  async #request({ open, caller, version }: ViewRunCall, signal: AbortSignal): Promise<StoredResult> {
    const call = await open(signal)
    const asker = { client: caller, origin: undefined }
    const { entry } = await openCall(this.#options.executor, call, asker, {
      signal,
      onMessages: (messages) => {
        const last = messages.at(-1)
        if (!last || signal.aborted) return
        const { text, fraction } = last
        this.#shown = { version, text, ...(fraction !== undefined && { fraction }) }
        this.#report.startOnce(shownSeconds)
      },
    })
    return entry
  }

  /** Settles a run, unless the view was closed meanwhile, and begins the call that waits. */
  #end(controller: AbortController, settle: () => void): void {
    if (this.#underWay !== controller) return
    this.#underWay = undefined
    this.#stale.stop()
    this.#report.stop()
    const next = this.#next
    if (!next || !controller.signal.aborted) settle()
    if (next) this.#begin(next)
  }

  #fail({ code, message: detail }: SpecimenError, version: number): void {
    this.#shown = { version, error: { code, detail } }
    this.#show()
  }

  #show(): void {
    if (this.#shown) this.#options.onRun(this.#shown)
  }
}
