import type { ProgressMessage } from '../../domain/job.ts'
import type { ParameterSchema, Params } from '../../domain/schema.ts'
import { toThrownText } from '../../domain/thrown-text.ts'
import type { DataSource, PlainFile } from '../data/data-source.ts'
import { LoadError } from '../data/load-error.ts'
import type { Prepared } from '../data/prepared.ts'
import { checkParams } from '../panel/check-params.ts'
import { isSame } from '../panel/values.ts'
import { type CallAddress, isSameCall, toCall, type ViewerCall, type ViewerChoice } from './call.ts'
import type { Clock } from './clock.ts'
import type { KeptResults } from './kept-results.ts'
import { type Turn, toTurn } from './pace.ts'
import { addMessages, type Run, type RunStage, type RunState, toRunStage } from './run-state.ts'

/** The specimen of {@link Runs}, and their dependencies. */
export interface RunsOptions extends CallAddress {
  readonly source: DataSource
  readonly clock: Clock
  readonly kept: KeptResults
  readonly onState: (state: RunState) => void
}

/** The work on the results of one specimen: the page's own, or a room's. */
export type Runs = Pick<Driver, 'drag' | 'settle' | 'restore' | 'cancel' | 'retry' | 'replace' | 'close'>

/** Failures that pass: the host or the worker behind it is down or busy. */
const passing = [
  'host.unreachable',
  'host.stopping',
  'host.busy',
  'result.lost',
  'worker.lost',
  'function.suspended',
  'worker.unreachable',
  'worker.silent',
]

/** Returns whether a failure may pass by itself. */
export function isPassing({ code }: LoadError): boolean {
  return passing.includes(code)
}

/** Time for which the page keeps the message that the host is away during a retry. */
const quietMilliseconds = 500

/**
 * Turns changes of the parameters of one specimen into requests: a few a second during a drag, and always
 * the last value. The newest cancels the one before; at most one is pending, and none before the first
 * `settle` or `drag`.
 */
export class Driver {
  readonly #options: RunsOptions
  #schema: ParameterSchema | null
  #state: RunState = { shown: null, run: { stage: 'idle' } }
  /** The README has the table of stages and events. */
  #stage: { readonly kind: 'running'; readonly run: Run } | { readonly kind: 'resting' | 'away' | 'closed' } =
    { kind: 'resting' }
  #newest: ViewerChoice | null = null
  #next: { readonly call: ViewerCall; readonly turn: Turn; readonly stop: () => void } | null = null
  #shownCall: ViewerCall | null = null
  #startedAt = Number.NEGATIVE_INFINITY
  #settledAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #stopTimer: () => void = () => {}

  constructor(options: RunsOptions) {
    this.#options = options
    this.#schema = options.schema
  }

  get state(): RunState {
    return this.#state
  }

  /** Takes final parameters: a typed value, a released slider, an opened specimen. */
  settle(params: Params): void {
    this.#choose({ params, dragged: null })
    this.#settledAt = this.#options.clock.now()
  }

  /** Takes a dragged parameter; others with a `preview` are sent with that value. */
  drag(params: Params, name: string): void {
    this.#choose({ params, dragged: name })
  }

  /** Takes final parameters, and shows their result at once if the page has it: `known`, or one of before. */
  restore(params: Params, known?: RunState['shown']): void {
    const call = this.#toCall({ params, dragged: null })
    const isKnown = known && !known.isPreview && isSame(known.params, call.request.params)
    const shown = isKnown ? known : this.#options.kept.get(call)
    if (this.#stage.kind === 'closed' || !shown) {
      this.settle(params)
      return
    }
    this.#stop()
    this.#newest = { params, dragged: null }
    this.#shownCall = call
    this.#options.kept.add(call, shown)
    this.#state = { shown, run: { stage: 'idle' } }
    this.#options.onState(this.#state)
  }

  cancel(): void {
    if (this.#stage.kind === 'closed' || (this.#stage.kind === 'resting' && !this.#next)) return
    this.#stop()
    this.#show({ stage: 'cancelled' })
  }

  /** Requests the newest parameters again, after a failure or with a new token. */
  retry(): void {
    if (this.#stage.kind !== 'running') this.#startNewest()
  }

  /** Requests the newest parameters by a new schema of the function, and keeps the shown result. */
  replace(schema: ParameterSchema | null): void {
    this.#schema = schema
    this.#shownCall = null
    this.#options.kept.clear()
    this.#startNewest()
  }

  close(): void {
    this.#stop()
    this.#stage = { kind: 'closed' }
  }

  #choose(choice: ViewerChoice): void {
    if (this.#stage.kind === 'closed') return
    this.#newest = choice
    const call = this.#toCall(choice)
    const run = this.#stage.kind === 'running' ? this.#stage.run : null
    if (run && isSameCall(run.call, call)) {
      this.#dropNext()
      this.#stage = { kind: 'running', run: { ...run, call } } // a dragged value has become final
    } else if (this.#shownCall && isSameCall(this.#shownCall, call)) {
      this.#stop()
      if (this.#state.run.stage !== 'idle') this.#show({ stage: 'idle' })
    } else {
      const turn = toTurn(call, run?.call ?? null, {
        now: this.#options.clock.now(),
        startedAt: this.#startedAt,
        settledAt: this.#settledAt,
      })
      this.#await(call, turn)
    }
  }

  #toCall(choice: ViewerChoice): ViewerCall {
    return toCall(choice, { ...this.#options, schema: this.#schema })
  }

  #await(call: ViewerCall, turn: Turn): void {
    this.#dropNext()
    const at = this.#stage.kind === 'running' ? turn.displacesAt : turn.startsAt
    const wait = at - this.#options.clock.now()
    if (wait <= 0) {
      this.#start(call)
      return
    }
    const again = () => this.#await(call, turn)
    const stop = Number.isFinite(wait) ? this.#options.clock.after(wait, again) : () => {}
    this.#next = { call, turn, stop }
  }

  #startNewest(isSecond = false): void {
    if (this.#stage.kind !== 'closed' && this.#newest) this.#start(this.#toCall(this.#newest), isSecond)
  }

  #start(call: ViewerCall, isSecond = false): void {
    this.#stop()
    const issues = this.#schema ? checkParams(this.#schema, call.request.params) : []
    if (issues.length > 0) {
      this.#show({ stage: 'waiting', issues })
      return
    }
    const { clock, source } = this.#options
    const abort = new AbortController()
    const startedAt = clock.now()
    const isQuiet = this.#failures > 0 && this.#state.run.stage === 'failed'
    const run: Run = { call, abort, startedAt, messages: [], fraction: null, isQuiet, isSecond }
    this.#startedAt = startedAt
    this.#stage = { kind: 'running', run }
    // Events of a replaced run are ignored.
    const whileCurrent = (use: (run: Run) => void): void => {
      if (this.#stage.kind === 'running' && this.#stage.run.abort === abort) use(this.#stage.run)
    }
    const speak = () => whileCurrent((now) => this.#setRun({ ...now, isQuiet: false }))
    const onProgress = (added: readonly ProgressMessage[]) =>
      whileCurrent((now) => this.#setRun(addMessages(now, added)))
    source.load(call.request, { signal: abort.signal, onProgress }).then(
      (content) => whileCurrent((now) => this.#succeed(now, content)),
      (error: unknown) => whileCurrent((now) => this.#fail(now, toFailure(error))),
    )
    if (isQuiet) this.#stopTimer = clock.after(quietMilliseconds, speak)
    else this.#show(toRunStage(run))
  }

  #setRun(run: Run): void {
    this.#stage = { kind: 'running', run }
    if (!run.isQuiet) this.#show(toRunStage(run))
  }

  #succeed({ call, startedAt }: Run, content: Prepared | PlainFile): void {
    const { request, isPreview } = call
    const seconds = (this.#options.clock.now() - startedAt) / 1000
    this.#shownCall = call
    this.#failures = 0
    const shown = { content, params: request.params, isPreview, seconds }
    if (!isPreview) this.#options.kept.add(call, shown)
    this.#rest({ shown, run: { stage: 'idle' } })
  }

  #fail({ messages, isSecond }: Run, failure: LoadError): void {
    const run = { stage: 'failed', failure, messages } as const
    // The host has lost the job, by a restart or because the page slept too long.
    if (failure.code === 'job.unknown' && !isSecond) this.#startNewest(true)
    else if (isPassing(failure)) {
      this.#failures++
      this.#stop()
      this.#stage = { kind: 'away' }
      const wait = Math.min(1000 * 2 ** (this.#failures - 1), 15_000)
      this.#stopTimer = this.#options.clock.after(wait, () => this.#startNewest())
      this.#show(run)
    } else {
      this.#failures = 0
      this.#rest({ shown: this.#state.shown, run })
    }
  }

  #rest(state: RunState): void {
    this.#state = state
    this.#stopTimer()
    this.#stage = { kind: 'resting' }
    if (this.#next) this.#await(this.#next.call, this.#next.turn)
    if (this.#stage.kind === 'resting') this.#options.onState(this.#state)
  }

  #show(run: RunStage): void {
    this.#state = { ...this.#state, run }
    this.#options.onState(this.#state)
  }

  #dropNext(): void {
    this.#next?.stop()
    this.#next = null
  }

  #stop(): void {
    this.#dropNext()
    this.#stopTimer()
    this.#stopTimer = () => {}
    const stage = this.#stage
    this.#stage = { kind: 'resting' }
    if (stage.kind === 'running') stage.run.abort.abort()
  }
}

function toFailure(error: unknown): LoadError {
  if (error instanceof LoadError) return error
  return new LoadError(toThrownText(error), 'internal')
}
