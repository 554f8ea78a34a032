import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { mostRoomViews, type RoomFields, type RoomViewRun } from '../../contract/wire/room-messages.ts'
import type { Catalog } from '../../engine/catalog/catalog.ts'
import { type FileParts, toPlannedCall } from '../../engine/catalog/planned-call.ts'
import { holdings } from '../account/holdings.ts'
import type { StateFields } from './room-fields.ts'
import type { ShownRoomResult } from './room-port.ts'
import { changeAsHost, type DecideChange, type PlacedResult, type RoomState } from './room-state.ts'
import { ShownResults, type ShownResultsOptions } from './shown-results.ts'
import { type FilesOfCallers, planViewCall, type ViewCallParts } from './view-call.ts'
import {
  findPlace,
  findResultId,
  findShown,
  findWant,
  placeField,
  readViewField,
  type ViewWant,
  wantField,
} from './view-fields.ts'
import { ViewRun, type ViewRunOptions } from './view-run.ts'

/** The dependencies of {@link RoomRuns}. */
export interface RoomRunsOptions
  extends Pick<ShownResultsOptions, 'holdResult'>,
    Pick<ViewRunOptions, 'executor'>,
    Pick<ViewCallParts, 'gate'>,
    Pick<FileParts, 'decoder'> {
  readonly id: string
  readonly catalog: Pick<Catalog, 'view'>
  readonly files: FilesOfCallers
  readonly toEtag: (entry: StoredResult) => string
  readonly log: Log
}

/** A view that this host computes. */
interface OpenView {
  readonly view: number
  readonly run: ViewRun
  readonly specimenId: string
  /** The version that was asked for last. */
  version: number
}

/** Seconds between two looks at views that want a result: what has failed with Redis is begun again. */
const lookPause = 0.7
const views = Array.from({ length: mostRoomViews }, (_, i) => i + 1)

/**
 * The runs and results of a room's views. What a view wants stands in the state until it is there or has
 * failed, so that it outlives the host that computes it.
 */
export class RoomRuns {
  readonly shown: ShownResults
  readonly #options: RoomRunsOptions
  readonly #state: RoomState
  readonly #open = new Map<number, OpenView>()
  readonly #look = createDeadline(() => this.#compute())
  #isClosed = false

  constructor(options: RoomRunsOptions, state: RoomState) {
    const { holdResult } = options
    this.#options = options
    this.#state = state
    this.shown = new ShownResults({ holdResult, onLost: (view, id) => this.#renew(view, id) })
  }

  /** Returns a result that a view shows. */
  find(resultId: string): ShownRoomResult | undefined {
    const shown = findShown(this.#state.fields, resultId)
    const entry = shown && this.shown.find(resultId)
    return entry && { entry, specimenId: shown.specimenId }
  }

  /** Ends what a view wants. */
  cancel(view: number): void {
    void this.#change((fields) => {
      const want = findWant(fields, view)
      if (!want) return undefined
      const error = { code: 'run.cancelled', detail: 'A peer of the room has cancelled the run.' }
      const run = { version: want.version, error }
      return { [`views/${view}/run`]: run, [wantField(view)]: null }
    })
  }

  /** Follows a change: shows results, and begins or ends runs. */
  follow(fields: RoomFields): void {
    let isWanted = false
    for (const [name, value] of Object.entries(fields)) {
      const closed = readViewField(name, 'specimen')
      if (closed !== undefined) this.#close(closed)
      const wanted = readViewField(name, 'want')
      if (wanted !== undefined && value === null) this.#open.get(wanted)?.run.cancel()
      else if (wanted !== undefined) {
        isWanted = true
        const open = this.#open.get(wanted)
        if (open) open.version = -1 // after a loss of the state a number may come again
      }
      const view = readViewField(name, 'place')
      if (view !== undefined) this.#show(view)
    }
    if (isWanted) queueMicrotask(() => this.#compute()) // its own changes come after this one
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
    const { host } = this.#state
    const { pointer } = await this.#state.keep(held)
    await this.#change((fields) => {
      const isSame = findPlace(fields, view)?.pointer === former
      return isSame ? { [placeField(view)]: { host, pointer } } : undefined
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
      const isMissed = findResultId(fields, view) === id && !findWant(fields, view)
      return isMissed ? { [wantField(view)]: { version, caller: '' } } : undefined
    })
  }

  /** Computes what is wanted, and looks again as long as something is. */
  #compute(): void {
    const wants = this.#isClosed ? [] : this.#listWants()
    if (wants.length > 0) this.#look.startOnce(lookPause)
    for (const want of wants) this.#begin(want)
  }

  #listWants(): readonly ViewWant[] {
    return views.flatMap((view) => findWant(this.#state.fields, view) ?? [])
  }

  /** Admits for whoever may see all: what the peer may is decided with its change. */
  #begin({ view, version, caller }: ViewWant): void {
    const { id: roomId, catalog, gate, decoder, files } = this.#options
    const { fields } = this.#state
    const open = this.#open.get(view) ?? this.#openView(view, String(fields.get(`views/${view}/specimen`)))
    if (open.version === version) return
    open.version = version
    try {
      const parts = { roomId, catalog: catalog.view(), gate, files: files.all }
      const plan = planViewCall(fields, view, parts)
      if (!plan) {
        void this.#write(open, version, () => ({}))
        return
      }
      const openCall = async (signal: AbortSignal) => await toPlannedCall(plan, { decoder, signal })
      open.run.want({ open: openCall, version, caller })
    } catch (error) {
      this.#fail(open, version, error)
    }
  }

  #openView(view: number, specimenId: string): OpenView {
    const run = new ViewRun({
      executor: this.#options.executor,
      keep: (entry) => this.#state.keep(entry),
      onResult: (kept, version) => this.#land(open, version, kept),
      onRun: (shown) => this.#showRun(open, shown),
    })
    const open: OpenView = { view, run, specimenId, version: -1 }
    this.#open.set(view, open)
    return open
  }

  #land(open: OpenView, version: number, { entry, pointer }: PlacedResult): void {
    const { view } = open
    if (!this.shown.land(view, entry)) {
      this.#fail(open, version, new SpecimenError('host.busy', holdings.results.refusal))
      return
    }
    const { id, type, bytes } = entry
    const [runField, place] = [`views/${view}/run`, { host: this.#state.host, pointer }]
    const written = this.#write(open, version, (fields) => ({
      [`views/${view}/result`]: { id, etag: this.#options.toEtag(entry), type, bytes, version },
      ...(fields.has(runField) && { [runField]: null }),
      [placeField(view)]: place,
    }))
    void written.then(() => this.shown.forget(entry))
  }

  #fail(open: OpenView, version: number, error: unknown): void {
    const { code, message: detail } = toSpecimenError(error)
    this.#showRun(open, { version, error: { code, detail } })
  }

  #showRun(open: OpenView, run: RoomViewRun): void {
    const toFields = () => ({ [`views/${open.view}/run`]: run })
    void this.#write(open, run.version, toFields, run.error !== undefined)
  }

  /** Sets fields of a view that still wants them; at the end the want for their version is answered. */
  async #write(
    open: OpenView,
    version: number,
    toFields: (fields: StateFields) => RoomFields,
    isOver = true,
  ): Promise<void> {
    const { view, specimenId } = open
    const write = (toGiven: typeof toFields): DecideChange => {
      return (fields) => {
        const want = findWant(fields, view)
        if (!want || fields.get(`views/${view}/specimen`) !== specimenId) return undefined
        return { ...toGiven(fields), ...(isOver && want.version === version && { [wantField(view)]: null }) }
      }
    }
    const refusal = await this.#change(write(toFields))
    if (refusal && refusal !== 'group.away') await this.#change(write(() => ({})))
    else if (refusal) open.version = -1 // it is wanted still
  }

  async #change(decide: DecideChange) {
    return this.#isClosed ? undefined : await changeAsHost(this.#state, this.#options.log, decide)
  }

  #close(view: number): void {
    this.#open.get(view)?.run.cancel()
    this.#open.delete(view)
  }
}
