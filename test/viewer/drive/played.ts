/** A clock and a source of results whose every moment is played by the test. */
import { type Signal, signal } from '@preact/signals'
import type { ProgressMessage } from '../../../core/contract/domain/job.ts'
import type { ParameterSchema, Params } from '../../../core/contract/domain/schema.ts'
import type { Prepared } from '../../../core/data/prepared/prepared.ts'
import type { DataSource, LoadRequest } from '../../../core/viewer/data/data-source.ts'
import { LoadError } from '../../../core/viewer/data/load-error.ts'
import type { ViewerChoice } from '../../../core/viewer/drive/call.ts'
import type { Clock } from '../../../core/viewer/drive/clock.ts'
import { Driver, type DriverOptions } from '../../../core/viewer/drive/driver.ts'
import { KeptResults } from '../../../core/viewer/drive/kept-results.ts'
import type { RunState } from '../../../core/viewer/drive/run-state.ts'
import { checkParams } from '../../../core/viewer/panel/check-params.ts'

export class PlayedClock implements Clock {
  #now = 1000
  readonly #alarms = new Set<{ readonly at: number; readonly ring: () => void }>()

  now(): number {
    return this.#now
  }

  after(milliseconds: number, ring: () => void): () => void {
    const alarm = { at: this.#now + milliseconds, ring }
    this.#alarms.add(alarm)
    return () => this.#alarms.delete(alarm)
  }

  get alarmCount(): number {
    return this.#alarms.size
  }

  /** Lets time pass; alarms ring in order, each at its own moment. */
  pass(milliseconds: number): void {
    const end = this.#now + milliseconds
    for (;;) {
      const due = [...this.#alarms].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#alarms.delete(due)
      this.#now = due.at
      due.ring()
    }
    this.#now = end
  }
}

/** A request that the driver has made. */
export interface PlayedLoad {
  readonly request: LoadRequest
  readonly signal: AbortSignal
  readonly report: (...texts: readonly string[]) => void
  /** Each settles, and waits until the driver has seen it. */
  readonly succeed: () => Promise<void>
  readonly fail: (code: string, more?: { text?: string; issues?: LoadError['issues'] }) => Promise<void>
  isSettled: boolean
}

export class PlayedSource implements DataSource {
  readonly loads: PlayedLoad[] = []

  load(request: LoadRequest, { signal, onProgress }: Parameters<DataSource['load']>[1]): Promise<Prepared> {
    return new Promise((resolve, reject) => {
      let seq = 0
      const settle = async (act: () => void): Promise<void> => {
        load.isSettled = true
        act()
        await new Promise((done) => setImmediate(done))
      }
      const load: PlayedLoad = {
        request,
        signal,
        isSettled: false,
        report: (...texts) => onProgress(texts.map((text): ProgressMessage => ({ seq: seq++, text, ts: 0 }))),
        succeed: () => settle(() => resolve(contentOf(request))),
        fail: (code, { text = code, issues = [] }: Parameters<PlayedLoad['fail']>[1] = {}) =>
          settle(() => reject(new LoadError(text, code, issues))),
      }
      signal.addEventListener('abort', () => {
        load.isSettled = true
        reject(signal.reason)
      })
      this.loads.push(load)
    })
  }

  close(): void {}

  /** Requests that are neither answered nor cancelled. */
  get open(): PlayedLoad[] {
    return this.loads.filter(({ isSettled }) => !isSettled)
  }

  get last(): PlayedLoad {
    const load = this.loads.at(-1)
    if (!load) throw new Error('Nothing was asked for.')
    return load
  }
}

/** Content that can be told from every other. */
function contentOf(request: LoadRequest): Prepared {
  const low = [Number(request.params.size ?? 0), Number(request.params.detail ?? 0), 0] as const
  return {
    type: 'mesh',
    result: { type: 'mesh', vertices: new Float32Array(), indices: new Uint32Array() },
    bounds: { low, high: low },
    centre: [0, 0, 0],
    positions: new Float32Array(),
    indices: new Uint32Array(),
    normals: new Float32Array(),
    range: null,
  }
}

/** `detail` has a value for dragging, 8. */
export const schema: ParameterSchema = {
  type: 'object',
  properties: {
    size: { type: 'number', default: 1 },
    detail: { type: 'integer', default: 64, preview: 8 },
  },
  additionalProperties: false,
}
/** Nothing has a value for dragging. */
export const plainSchema: ParameterSchema = {
  type: 'object',
  properties: { size: { type: 'number', default: 1 } },
}

/** A driver with the choice that it follows, which tests make. */
class ChosenDriver extends Driver {
  readonly #choice: Signal<ViewerChoice | null>

  constructor(options: Omit<DriverOptions, 'choice'>, choice = signal<ViewerChoice | null>(null)) {
    super({ ...options, choice })
    this.#choice = choice
  }

  settle(params: Params): void {
    this.#choice.value = { params, dragged: null }
  }

  drag(params: Params, name: string): void {
    this.#choice.value = { params, dragged: name }
  }
}

export interface PlayedDriver {
  readonly driver: ChosenDriver
  readonly clock: PlayedClock
  readonly source: PlayedSource
  /** Every state so far. */
  readonly states: RunState[]
  /** The parameters of every request so far. */
  readonly asked: () => readonly Params[]
}

export function playDriver(given: ParameterSchema | null = schema): PlayedDriver {
  const clock = new PlayedClock()
  const source = new PlayedSource()
  const states: RunState[] = []
  const driver = new ChosenDriver({
    source,
    specimenId: 'gyroid',
    schema: given,
    roomId: 'lab',
    viewerId: 'v1',
    clock,
    kept: new KeptResults(),
    check: checkParams,
    onState: (state) => states.push(state),
  })
  return { driver, clock, source, states, asked: () => source.loads.map(({ request }) => request.params) }
}
