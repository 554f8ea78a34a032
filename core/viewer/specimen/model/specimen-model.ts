import { computed, effect, signal, untracked } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { HostCalls, SpecimenBody } from '../../../client/client.ts'
import type { Companion } from '../../../data/prepared/prepared.ts'
import type { DataSource } from '../../data/data-source.ts'
import { pageClock } from '../../drive/clock.ts'
import { Driver, type DriverOptions, type Runs } from '../../drive/driver.ts'
import type { KeptResults } from '../../drive/kept-results.ts'
import type { RunState } from '../../drive/run-state.ts'
import { createTimeline, type Timeline } from '../../history/timeline.ts'
import type { Tried } from '../../history/tried.ts'
import type { PageRoom } from '../../room/page-room.ts'
import { ChosenParams, type ParamsOwner } from './chosen-params.ts'
import { describeProblem, explainMisfit } from './describe-problem.ts'
import { createLitContents, type LitContents } from './lit-contents.ts'

/** The specimen of a view, and the dependencies and callbacks of its model. */
export interface ModelProps extends ParamsOwner, Pick<DriverOptions, 'check'> {
  readonly id: string
  readonly client: HostCalls
  readonly source: DataSource
  readonly viewerId: string
  /** The results of all views of the page. */
  readonly kept: KeptResults
  /** The tries of all views of the specimen. */
  readonly tried: Tried
  /** The room that the page is in; null for none. */
  readonly room: PageRoom | null
}

/** The state of a specimen's page: the specimen itself in one room, and the work on its result. */
export class SpecimenModel {
  readonly #options: ModelProps
  readonly #roomId: string
  readonly params: ChosenParams
  /** Null until the host has answered. */
  readonly body = signal<SpecimenBody | null>(null)
  readonly problem = signal<string | null>(null)
  readonly run = signal<RunState>({ shown: null, run: { stage: 'idle' } })
  readonly work = computed(() => this.run.value.run)
  /** The user's own content beside the specimen's. */
  readonly companion = signal<Companion | null>(null)
  /** The page of the story that is read, from 0 on; there may be fewer. */
  readonly storyPage = signal(0)
  readonly #contents: LitContents
  readonly #content = computed(() => this.run.value.shown?.content ?? null)
  /**
   * With its placement, and with the companion where there is one; null without a result. Views beside each
   * other have their cameras by its box, so that it depends on no view.
   */
  readonly placed = computed(() => {
    const content = this.#content.value
    if (!content || content.type === 'file') return null
    return this.#contents.place(content, this.companion.value)
  })
  /** As it is drawn: with the hard edges of the view. */
  readonly prepared = computed(() => this.placed.value && this.#contents.light(this.placed.value))
  /** The data, if they cannot be drawn. */
  readonly file = computed(() => (this.#content.value?.type === 'file' ? this.#content.value : null))
  /** The reason why the parameters do not fit the function, as a sentence; null where they do. */
  readonly misfit = computed(() => {
    const schema = this.body.value?.schema
    return schema ? explainMisfit(schema, this.#options.view.value.params, this.work.value) : null
  })
  readonly timeline: Timeline
  readonly tried: Tried
  #driver: Runs | null = null
  #isClosed = false
  #stopSteps: () => void = () => {}

  constructor(options: ModelProps) {
    this.#options = options
    const { roomId, params, display } = options.view.peek()
    this.#roomId = roomId
    this.#contents = createLitContents(options.view, this.body, options.source)
    this.params = new ChosenParams(options)
    this.timeline = createTimeline({ params, display }, pageClock.now)
    this.tried = options.tried
  }

  /** The source of what this view shows. */
  get source(): ModelProps['source'] {
    return this.#contents.source
  }

  /** Requests the specimen, then its result; again after a change of its function. */
  async load(): Promise<void> {
    const { client, id } = this.#options
    try {
      const body = await client.specimen(id)
      if (this.#isClosed) return
      this.problem.value = null
      this.body.value = body
      if (this.#driver) this.#driver.replace(body.schema)
      else this.#start(body.schema)
    } catch (error) {
      this.problem.value = describeProblem(error, id)
    }
  }

  #start(schema: SpecimenBody['schema']): void {
    const { id: specimenId, room, kept, check, viewerId } = this.#options
    const { choice } = this.params
    const runs = {
      specimenId,
      schema,
      roomId: this.#roomId,
      viewerId,
      source: this.source,
      clock: pageClock,
      onState: (state: RunState): void => {
        this.run.value = state
      },
    }
    this.#stopSteps = effect(() => {
      const chosen = choice.value
      if (chosen?.dragged === null) untracked(() => this.timeline.push({ params: chosen.params }))
    })
    this.#driver = room && schema ? room.createRuns(runs) : new Driver({ ...runs, choice, kept, check })
  }

  /** Requests both again if one of these functions was rebuilt, or any. Values and camera stay. */
  async reload(functions: readonly string[] | 'any'): Promise<void> {
    const name = this.body.value?.function_name
    if (functions === 'any' || name == null || functions.includes(name)) await this.load()
  }

  readonly cancel = (): void => this.#driver?.cancel()
  readonly retry = (): void => this.#driver?.retry()

  close(): void {
    this.#isClosed = true
    this.#stopSteps()
    this.#driver?.close()
  }
}

/** Returns the model of a specimen in a view, which lives as long as that and follows its choices. */
export function useModel(props: ModelProps): SpecimenModel {
  const { roomId } = props.view.peek()
  const model = useMemo(() => new SpecimenModel(props), [props.id, roomId])
  useEffect(() => {
    void model.load()
    return () => model.close()
  }, [model])
  return model
}
