import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { type Client, ProblemError, type SpecimenBody } from '../../client/client.ts'
import { describe } from '../../domain/describe.ts'
import type { Params } from '../../domain/schema.ts'
import type { Display } from '../../look/display.ts'
import { withCompanion } from '../data/companion.ts'
import type { DataSource, PlainFile } from '../data/data-source.ts'
import type { Companion, Prepared } from '../data/prepared.ts'
import { pageClock } from '../drive/clock.ts'
import { Driver, type Runs } from '../drive/driver.ts'
import type { KeptResults } from '../drive/kept-results.ts'
import type { RunStage, RunState } from '../drive/run-state.ts'
import { createTimeline, type Timeline } from '../history/timeline.ts'
import type { Tried } from '../history/tried.ts'
import type { PageRoom } from '../room/page-room.ts'

/** The state of a specimen's page: the specimen itself, and the work on its result. */
export interface SpecimenModel {
  /** Null until the host has answered. */
  readonly body: ReadonlySignal<SpecimenBody | null>
  readonly problem: ReadonlySignal<string | null>
  readonly run: ReadonlySignal<RunState>
  readonly work: ReadonlySignal<RunStage>
  /** With the companion, where there is one. */
  readonly prepared: ReadonlySignal<Prepared | null>
  /** The user's own content beside it. */
  readonly companion: Signal<Companion | null>
  /** The data, if they cannot be drawn. */
  readonly file: ReadonlySignal<PlainFile | null>
  readonly timeline: Timeline
  readonly tried: Tried
  /** Requests the specimen, then its result; again after a change of its function. */
  load(): Promise<void>
  /** Requests both again if one of these functions was rebuilt, or any. Values and camera stay. */
  reload(functions: readonly string[] | 'any'): Promise<void>
  drag(params: Params, name: string): void
  settle(params: Params): void
  /** Shows a step of the timeline, or another result that the page has. */
  restore(params: Params, known?: RunState['shown']): void
  cancel(): void
  retry(): void
  close(): void
}

/** The specimen of a model, and its dependencies. */
export interface ModelOptions {
  readonly id: string
  readonly roomId: string
  readonly params: Params
  readonly display: Partial<Display>
  readonly client: Client
  readonly source: DataSource
  readonly viewerId: string
  /** Both are those of all views of the page. */
  readonly kept: KeptResults
  readonly tried: Tried
  /** The room that the page is in; null for none. */
  readonly room: PageRoom | null
}

/** Returns the model of one specimen in one room. */
export function createSpecimenModel(options: ModelOptions): SpecimenModel {
  const { id, client, tried, room } = options
  const [body, problem] = [signal<SpecimenBody | null>(null), signal<string | null>(null)]
  const run = signal<RunState>({ shown: null, run: { stage: 'idle' } })
  const companion = signal<Companion | null>(null)
  const content = computed(() => run.value.shown?.content ?? null)
  let driver: Runs | null = null
  let isClosed = false
  const timeline = createTimeline(options, pageClock.now)
  let wanted = options.params
  const startDriver = (schema: SpecimenBody['schema']): void => {
    const onState = (state: RunState): RunState => (run.value = state)
    const runs = { ...options, specimenId: id, schema, clock: pageClock, onState }
    driver = room && schema ? room.createRuns(runs) : new Driver(runs)
    driver.restore(wanted)
  }
  const load = async (): Promise<void> => {
    try {
      const found = await client.specimen(id)
      if (isClosed) return
      problem.value = null
      body.value = found
      if (driver) driver.replace(found.schema)
      else startDriver(found.schema)
    } catch (error) {
      problem.value = describeProblem(error, id)
    }
  }
  return {
    body,
    problem,
    run,
    work: computed(() => run.value.run),
    prepared: computed(() => toPicture(content.value, companion.value)),
    file: computed(() => (content.value?.type === 'file' ? content.value : null)),
    ...{ timeline, companion, tried },
    load,
    reload: async (functions) => {
      const name = body.value?.function_name
      if (functions === 'any' || name == null || functions.includes(name)) await load()
    },
    drag: (params, name) => driver?.drag(params, name),
    settle: (params) => {
      wanted = params
      timeline.push({ params })
      driver?.settle(params)
    },
    restore: (params, known) => {
      wanted = params
      driver?.restore(params, known)
    },
    cancel: () => driver?.cancel(),
    retry: () => driver?.retry(),
    close: () => {
      isClosed = true
      driver?.close()
    },
  }
}

function toPicture(content: Prepared | PlainFile | null, companion: Companion | null): Prepared | null {
  return content === null || content.type === 'file' ? null : withCompanion(content, companion)
}

/** Replaces the host's text for an unknown id, which names an address of the API. */
function describeProblem(error: unknown, id: string): string {
  if (error instanceof ProblemError && error.code === 'specimen.unknown') {
    const found = `There is no specimen ${describe(id)} here.`
    return `${found} It may have another name now, or be gone: look for it among all specimens.`
  }
  return error instanceof Error ? error.message : String(error)
}
