import { createDeadline } from '../domain/deadline.ts'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Json } from '../domain/json.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import type { Call, Executor } from '../run/executor.ts'
import type { RoomViewResult, RoomViewRun } from '../wire/room-messages.ts'

/** A call that a view wants, for a version of the state. */
export interface ViewRunCall {
  readonly call: Call
  readonly version: number
  /** The peer's name for limits. */
  readonly caller: string
}

/** The dependencies of a {@link ViewRun}. */
export interface ViewRunOptions {
  readonly executor: Executor
  /** Counts bytes of a result, or releases them; false where the rooms hold as many as they may. */
  readonly hold: (bytes: number) => boolean
  readonly toEtag: (entry: StoredResult) => string
  /** Sets the fields `result` and `run` of the view. */
  readonly onChange: (fields: { readonly result?: Json; readonly run?: Json }) => void
}

/** Changes wait so long for a run under way; after that they end it. */
const staleSeconds = 1
/** Messages of a run are shown at most so often. */
const shownSeconds = 0.2

/**
 * The runs of one view of a room: one at a time, for all peers. While one is under way further calls wait,
 * the newest only, so that a dragged slider shows results on its way. It holds the result that is shown.
 */
export class ViewRun {
  readonly #options: ViewRunOptions
  #entry: StoredResult | undefined
  #underWay: AbortController | undefined
  #next: ViewRunCall | undefined
  #shown: RoomViewRun | undefined
  readonly #stale = createDeadline(() => this.#underWay?.abort())
  readonly #report = createDeadline(() => this.#show())

  constructor(options: ViewRunOptions) {
    this.#options = options
  }

  /** The result that is shown. */
  get entry(): StoredResult | undefined {
    return this.#entry
  }

  /** Computes a call as soon as its turn has come. */
  want(call: ViewRunCall): void {
    this.#next = call
    if (this.#underWay) this.#stale.startOnce(staleSeconds)
    else this.#begin(call)
  }

  /** Ends the run under way, and drops the call that waits. */
  cancel(): void {
    this.#next = undefined
    this.#underWay?.abort()
  }

  /** Ends everything and releases the result. */
  close(): void {
    this.cancel()
    this.#underWay = undefined
    this.#report.stop()
    this.#stale.stop()
    this.#options.hold(-(this.#entry?.bytes ?? 0))
    this.#entry = undefined
  }

  #begin(call: ViewRunCall): void {
    const controller = new AbortController()
    this.#next = undefined
    this.#underWay = controller
    this.#shown = { version: call.version }
    this.#show() // at once, so that all know which result is old
    this.#run(call, controller).then(
      (entry) => this.#end(controller, () => this.#land(entry, call.version)),
      (error: unknown) => this.#end(controller, () => this.#fail(toSpecimenError(error), call.version)),
    )
  }

  async #run({ call, caller, version }: ViewRunCall, { signal }: AbortController): Promise<StoredResult> {
    const { entry } = await this.#options.executor.request(call, {
      caller,
      signal,
      onMessages: (messages) => {
        const last = messages.at(-1)
        if (!last || signal.aborted) return
        const { text, fraction } = last
        this.#shown = { version, text, ...(fraction !== undefined && { fraction }) }
        this.#report.startOnce(shownSeconds)
      },
    })
    return await entry
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

  #land(entry: StoredResult, version: number): void {
    const { hold, toEtag, onChange } = this.#options
    if (!hold(entry.bytes - (this.#entry?.bytes ?? 0))) {
      const detail =
        'The rooms of this host hold as many bytes as they may; close a view, or try again later.'
      this.#fail(new SpecimenError('host.busy', detail), version)
      return
    }
    this.#entry = entry
    const { id, type, bytes } = entry
    const result: RoomViewResult = { id, etag: toEtag(entry), type, bytes, version }
    onChange({ result, run: null })
  }

  #fail({ code, message: detail }: SpecimenError, version: number): void {
    this.#shown = { version, error: { code, detail } }
    this.#show()
  }

  #show(): void {
    if (this.#shown) this.#options.onChange({ run: this.#shown })
  }
}
