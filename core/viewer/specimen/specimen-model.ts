import { computed, type ReadonlySignal, signal } from '@preact/signals'
import { type Client, ProblemError, type SpecimenBody } from '../../client/client.ts'
import { describe } from '../../domain/describe.ts'
import type { Params } from '../../domain/schema.ts'
import type { DataSource, PlainFile } from '../data/data-source.ts'
import type { Prepared } from '../data/prepared.ts'
import { type Clock, pageClock } from '../drive/clock.ts'
import { createDriver, type Driver } from '../drive/driver.ts'
import type { RunStage, RunState } from '../drive/run-state.ts'

/** What a specimen's page shows: the specimen itself, and the work on its result. */
export interface SpecimenModel {
  /** Null until the host has answered. */
  readonly body: ReadonlySignal<SpecimenBody | null>
  /** Why the host did not say what the specimen is; null otherwise. */
  readonly problem: ReadonlySignal<string | null>
  readonly run: ReadonlySignal<RunState>
  /** The work on the newest parameters. */
  readonly work: ReadonlySignal<RunStage>
  /** The result that is shown, if it can be drawn. */
  readonly prepared: ReadonlySignal<Prepared | null>
  /** The data that are there, if they cannot be drawn. */
  readonly file: ReadonlySignal<PlainFile | null>
  /** Asks the host what the specimen is, and for its result; again when its function has changed. */
  load(): Promise<void>
  /** Asks again, as its function was built again: one of these, or any. Values and camera stay. */
  reload(functions: readonly string[] | 'any'): Promise<void>
  drag(params: Params, name: string): void
  settle(params: Params): void
  cancel(): void
  retry(): void
  close(): void
}

/** What a model works with. */
export interface ModelOptions {
  readonly id: string
  readonly roomId: string
  /** What is asked for first. */
  readonly params: Params
  readonly client: Client
  readonly source: DataSource
  /** Some letters that no other open page has. */
  readonly viewerId: string
  readonly clock?: Clock
}

/** Returns the model of one specimen in one room. */
export function createSpecimenModel(options: ModelOptions): SpecimenModel {
  const { id, roomId, client, source, viewerId, clock = pageClock } = options
  const body = signal<SpecimenBody | null>(null)
  const problem = signal<string | null>(null)
  const run = signal<RunState>({ shown: null, run: { stage: 'idle' } })
  const content = computed(() => run.value.shown?.content ?? null)
  let driver: Driver | null = null
  let isClosed = false
  let wanted = options.params
  const drive = ({ schema }: SpecimenBody): void => {
    if (driver) {
      driver.replace(schema)
      return
    }
    const onState = (state: RunState): void => {
      run.value = state
    }
    driver = createDriver({ source, specimen: { id, schema }, roomId, viewerId, clock, onState })
    driver.settle(wanted)
  }
  const load = async (): Promise<void> => {
    try {
      const found = await client.specimen(id)
      if (isClosed) return
      problem.value = null
      body.value = found
      drive(found)
    } catch (error) {
      problem.value = describeProblem(error, id)
    }
  }
  return {
    body,
    problem,
    run,
    work: computed(() => run.value.run),
    prepared: computed(() => (content.value?.type === 'file' ? null : content.value)),
    file: computed(() => (content.value?.type === 'file' ? content.value : null)),
    load,
    reload: async (functions) => {
      const name = body.value?.function_name
      if (functions === 'any' || name == null || functions.includes(name)) await load()
    },
    drag: (params, name) => driver?.drag(params, name),
    settle: (params) => {
      wanted = params
      driver?.settle(params)
    },
    cancel: () => driver?.cancel(),
    retry: () => driver?.retry(),
    close: () => {
      isClosed = true
      driver?.close()
    },
  }
}

/** What hosts say about an id that they do not know is for programs: it names an address of the API. */
function describeProblem(error: unknown, id: string): string {
  if (error instanceof ProblemError && error.code === 'specimen.unknown') {
    const found = `There is no specimen ${describe(id)} here.`
    return `${found} It may have another name now, or be gone: look for it among all specimens.`
  }
  return error instanceof Error ? error.message : String(error)
}
