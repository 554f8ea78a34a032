import type { Catalog } from '../catalog/catalog.ts'
import { createDeadline } from '../domain/deadline.ts'
import { type ErrorCode, SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import type { Gate } from '../functions/gate.ts'
import type { Call, Executor } from '../run/executor.ts'
import {
  mostRoomViews,
  type RoomFields,
  type RoomViewResult,
  type RoomViewRun,
} from '../wire/room-messages.ts'
import {
  findPlace,
  findResultId,
  findWant,
  placeField,
  readViewField,
  type ViewWant,
  wantField,
} from './own-fields.ts'
import type { KeptResult, RoomState, StateFields } from './room-state.ts'
import { ShownResults, type ShownResultsOptions } from './shown-results.ts'
import { toViewCall } from './view-call.ts'
import { ViewRun } from './view-run.ts'

/** The dependencies of {@link RoomRuns}. */
export interface RoomRunsOptions extends Pick<ShownResultsOptions, 'hold'> {
  readonly id: string
  readonly catalog: Pick<Catalog, 'view'>
  readonly gate: Pick<Gate, 'admit'>
  readonly executor: Executor
  readonly toEtag: (entry: StoredResult) => string
  readonly log: Log
}

/** A view that this host computes. */
interface OpenView {
  readonly run: ViewRun
  readonly specimenId: string
  /** The version that was asked for last. */
  version: number
}

/**
 * Seconds between two looks at views that want a result: at each the host that computes says that it still
 * does, and another takes its place when it does not.
 */
const leadPause = 0.7
const views = Array.from({ length: mostRoomViews }, (_, i) => i + 1)

/**
 * The runs and results of a room's views. What a view wants stands in the state until it is there or has
 * failed, so that it outlives the host that computes it: of all hosts with the room, the one that leads.
 */
export class RoomRuns {
  readonly shown: ShownResults
  readonly #options: RoomRunsOptions
  readonly #state: RoomState
  readonly #open = new Map<number, OpenView>()
  readonly #look = createDeadline(() => void this.#lead())
  #isLeading = false
  #isClosed = false

  constructor(options: RoomRunsOptions, state: RoomState) {
    const { hold } = options
    this.#options = options
    this.#state = state
    this.shown = new ShownResults({ hold, onLost: (view, id) => this.#renew(view, id) })
  }

  /** Follows a change: shows results, and begins or ends runs; at once where a peer of this host made it. */
  follow(fields: RoomFields, isOwn: boolean): void {
    let isWanted = false
    for (const [name, value] of Object.entries(fields)) {
      const closed = readViewField(name, 'specimen')
      if (closed !== undefined) this.#close(closed)
      const wanted = readViewField(name, 'want')
      if (wanted !== undefined && value === null) this.#open.get(wanted)?.run.cancel()
      else if (wanted !== undefined) isWanted = true
      const view = readViewField(name, 'place')
      if (view !== undefined) this.#show(view)
    }
    if (!isWanted) return
    if (isOwn || this.#isLeading) void this.#lead()
    else this.#look.startOnce(leadPause)
  }

  /** Takes the place of hosts that are gone: names this one for results that it has, has others computed. */
  mend(): void {
    const { fields, isThere } = this.#state
    for (const view of views) {
      const [place, id] = [findPlace(fields, view), findResultId(fields, view)]
      if (!place || id === undefined || isThere(place.host)) continue
      const held = this.shown.findHeld(id)
      if (held) void this.#rehouse(view, held, place.pointer)
      else this.#renew(view, id)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#look.stop()
    for (const view of [...this.#open.keys()]) this.#close(view)
    this.shown.close()
  }

  /** Names this host as the place of a result that it has. */
  async #rehouse(view: number, held: StoredResult, former: string): Promise<void> {
    const { pointer } = await this.#state.keep(held)
    await this.#change((fields) => {
      if (findPlace(fields, view)?.pointer !== former) return undefined
      return { [placeField(view)]: { host: this.#state.host, pointer } }
    })
  }

  #show(view: number): void {
    const { fields } = this.#state
    const [id, place] = [findResultId(fields, view), findPlace(fields, view)]
    if (id === undefined || !place) this.shown.drop(view)
    else this.shown.show(view, id, () => this.#state.find(place.pointer))
  }

  /** Has a result computed again whose bytes are lost. */
  #renew(view: number, id: string): void {
    void this.#change((fields, version) => {
      if (findResultId(fields, view) !== id || findWant(fields, view)) return undefined
      return { [wantField(view)]: { version, caller: '' } }
    })
  }

  /** Computes what is wanted if this host leads, and looks again as long as something is. */
  async #lead(): Promise<void> {
    if (this.#isClosed || this.#listWants().length === 0) return
    this.#look.startOnce(leadPause)
    this.#isLeading = await this.#state.lead()
    if (this.#isClosed) return
    for (const want of this.#listWants()) {
      if (this.#isLeading) this.#begin(want)
      else this.#open.get(want.view)?.run.cancel()
    }
  }

  #listWants(): readonly ViewWant[] {
    return views.flatMap((view) => findWant(this.#state.fields, view) ?? [])
  }

  #begin({ view, version, caller }: ViewWant): void {
    const specimenId = String(this.#state.fields.get(`views/${view}/specimen`))
    const open = this.#open.get(view) ?? this.#openView(view, specimenId)
    if (open.version === version) return
    open.version = version
    try {
      const call = this.#toCall(view)
      if (call) open.run.want({ call, version, caller })
      else this.#write(view, open, { version, toFields: () => ({}) })
    } catch (error) {
      const { code, message: detail } = toSpecimenError(error)
      this.#setRun(view, open, { version, error: { code, detail } })
    }
  }

  /** Admits for whoever may see all: what the peer may is decided with its change. */
  #toCall(view: number): Call | undefined {
    const { id: roomId, catalog, gate } = this.#options
    return toViewCall(this.#state.fields, view, { roomId, catalog: catalog.view(), gate })
  }

  #openView(view: number, specimenId: string): OpenView {
    const run = new ViewRun({
      executor: this.#options.executor,
      keep: (entry) => this.#state.keep(entry),
      onResult: (kept, version) => this.#land(view, open, { kept, version }),
      onRun: (shown) => this.#setRun(view, open, shown),
    })
    const open: OpenView = { run, specimenId, version: -1 }
    this.#open.set(view, open)
    return open
  }

  #land(
    view: number,
    open: OpenView,
    { kept: { entry, pointer }, version }: { readonly kept: KeptResult; readonly version: number },
  ): void {
    if (!this.shown.land(view, entry)) {
      const error = busyError()
      this.#setRun(view, open, { version, error: { code: error.code, detail: error.message } })
      return
    }
    const { id, type, bytes } = entry
    const result: RoomViewResult = { id, etag: this.#options.toEtag(entry), type, bytes, version }
    const toFields = (fields: StateFields): RoomFields => ({
      [`views/${view}/result`]: result,
      ...(fields.has(`views/${view}/run`) && { [`views/${view}/run`]: null }),
      [placeField(view)]: { host: this.#state.host, pointer },
    })
    void this.#write(view, open, { version, toFields }).then(() => this.shown.forget(entry))
  }

  #setRun(view: number, open: OpenView, run: RoomViewRun): void {
    const { version, error } = run
    const isOver = error !== undefined
    void this.#write(view, open, { version, isOver, toFields: () => ({ [`views/${view}/run`]: run }) })
  }

  /** Sets fields of a view that still wants them; the want for their version is then answered. */
  async #write(
    view: number,
    open: OpenView,
    given: {
      readonly version: number
      readonly isOver?: boolean
      readonly toFields: (fields: StateFields) => RoomFields
    },
  ): Promise<void> {
    const { version, isOver = true, toFields } = given
    const write = (toGiven: (fields: StateFields) => RoomFields) => (fields: StateFields) => {
      const want = findWant(fields, view)
      if (!want || fields.get(`views/${view}/specimen`) !== open.specimenId) return undefined
      const isAnswered = isOver && want.version === version
      return { ...toGiven(fields), ...(isAnswered && { [wantField(view)]: null }) }
    }
    const refusal = await this.#change(write(toFields))
    if (refusal === 'group.away')
      open.version = -1 // wanted still
    else if (refusal) await this.#change(write(() => ({})))
  }

  /** Changes the state as the host; returns the code of a failure. */
  async #change(
    decide: (fields: StateFields, version: number) => RoomFields | undefined,
  ): Promise<ErrorCode | undefined> {
    if (this.#isClosed) return undefined
    try {
      await this.#state.change((present, version) => {
        const fields = decide(present, version)
        return fields && { by: 0, seq: null, fields }
      })
      return undefined
    } catch (err) {
      const { id: room, log } = this.#options
      log.warn({ room, err }, 'the state of a room could not be changed')
      return toSpecimenError(err).code
    }
  }

  #close(view: number): void {
    this.#open.get(view)?.run.cancel()
    this.#open.delete(view)
  }
}

function busyError(): SpecimenError {
  const detail = 'The rooms of this host hold as many bytes as they may; close a view, or try again later.'
  return new SpecimenError('host.busy', detail)
}
