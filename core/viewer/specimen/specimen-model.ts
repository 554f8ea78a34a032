import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Client, SpecimenBody } from '../../client/client.ts'
import type { Params } from '../../domain/schema.ts'
import { withCompanion } from '../data/companion.ts'
import type { Companion } from '../data/prepared.ts'
import { pageClock } from '../drive/clock.ts'
import { Driver, type Runs, type RunsOptions } from '../drive/driver.ts'
import type { RunState } from '../drive/run-state.ts'
import { createTimeline, type Timeline } from '../history/timeline.ts'
import type { Tried } from '../history/tried.ts'
import type { PageRoom } from '../room/page-room.ts'
import type { ViewState } from '../state/view-state.ts'
import { describeProblem } from './describe-problem.ts'
import { useImmediateEffect } from './use-immediate-effect.ts'

/** The specimen of a view, and the dependencies and callbacks of its model. */
export interface ModelProps extends Pick<RunsOptions, 'source' | 'viewerId' | 'kept'> {
  readonly id: string
  readonly view: ReadonlySignal<ViewState>
  readonly client: Client
  /** That of all views of the specimen, as `kept` is that of all views of the page. */
  readonly tried: Tried
  /** The room that the page is in; null for none. */
  readonly room: PageRoom | null
  readonly onChange: (change: Partial<ViewState>) => void
}

/** The state of a specimen's page: the specimen itself in one room, and the work on its result. */
export class SpecimenModel {
  readonly #options: ModelProps
  readonly #roomId: string
  /** Null until the host has answered. */
  readonly body = signal<SpecimenBody | null>(null)
  readonly problem = signal<string | null>(null)
  readonly run = signal<RunState>({ shown: null, run: { stage: 'idle' } })
  readonly work = computed(() => this.run.value.run)
  /** The user's own content beside the specimen's. */
  readonly companion = signal<Companion | null>(null)
  readonly #content = computed(() => this.run.value.shown?.content ?? null)
  /** With the companion, where there is one. */
  readonly prepared = computed(() => {
    const content = this.#content.value
    return content && content.type !== 'file' ? withCompanion(content, this.companion.value) : null
  })
  /** The data, if they cannot be drawn. */
  readonly file = computed(() => (this.#content.value?.type === 'file' ? this.#content.value : null))
  readonly timeline: Timeline
  readonly tried: Tried
  #driver: Runs | null = null
  #isClosed = false
  #wanted: Params

  constructor(options: ModelProps) {
    this.#options = options
    const { roomId, params, display } = options.view.peek()
    this.#roomId = roomId
    this.#wanted = params
    this.timeline = createTimeline({ params, display }, pageClock.now)
    this.tried = options.tried
  }

  /** Requests the specimen, then its result; again after a change of its function. */
  async load(): Promise<void> {
    const { client, id } = this.#options
    try {
      const found = await client.specimen(id)
      if (this.#isClosed) return
      this.problem.value = null
      this.body.value = found
      if (this.#driver) this.#driver.replace(found.schema)
      else this.#start(found.schema)
    } catch (error) {
      this.problem.value = describeProblem(error, id)
    }
  }

  #start(schema: SpecimenBody['schema']): void {
    const { id: specimenId, room, ...options } = this.#options
    const onState = (state: RunState): RunState => (this.run.value = state)
    const runs = { ...options, specimenId, roomId: this.#roomId, schema, clock: pageClock, onState }
    this.#driver = room && schema ? room.createRuns(runs) : new Driver(runs)
    this.#driver.restore(this.#wanted)
  }

  /** Requests both again if one of these functions was rebuilt, or any. Values and camera stay. */
  async reload(functions: readonly string[] | 'any'): Promise<void> {
    const name = this.body.value?.function_name
    if (functions === 'any' || name == null || functions.includes(name)) await this.load()
  }

  readonly drag = (params: Params, name: string): void => this.#driver?.drag(params, name)
  readonly settle = (params: Params): void => {
    this.#wanted = params
    this.timeline.push({ params })
    this.#driver?.settle(params)
  }
  /** Shows a step of the timeline, or another result that the page has. */
  readonly restore = (params: Params, known?: RunState['shown']): void => {
    this.#wanted = params
    this.#driver?.restore(params, known)
  }
  readonly cancel = (): void => this.#driver?.cancel()
  readonly retry = (): void => this.#driver?.retry()

  close(): void {
    this.#isClosed = true
    this.#driver?.close()
  }
}

/**
 * Returns the model of a specimen in a view, which lives as long as that and follows its choices; and `send`,
 * which stores changed parameters in the view and passes them to the model by `how`.
 */
export function useModel(props: ModelProps) {
  const { id, view, onChange } = props
  const { roomId, params } = view.peek()
  const model = useMemo(() => new SpecimenModel(props), [id, roomId])
  useEffect(() => {
    void model.load()
    return () => model.close()
  }, [model])
  const sent = useRef(params)
  // Navigation has changed the parameters: they differ from those sent from here.
  useImmediateEffect(() => {
    const now = view.value
    // A page that is closing ignores the parameters of the next.
    if (now.specimenId !== id || now.roomId !== roomId || now.params === sent.current) return
    sent.current = now.params
    model.settle(now.params)
  })
  const send = (changed: Params, how: (params: Params) => void): void => {
    sent.current = changed
    onChange({ params: changed })
    how(changed)
  }
  return { model, send }
}
