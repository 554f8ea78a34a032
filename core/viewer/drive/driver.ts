import { effect, type ReadonlySignal, untracked } from '@preact/signals'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import type { PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { DataSource } from '../data/data-source.ts'
import { LoadError, supersededError } from '../data/load-error.ts'
import type { CheckParams } from '../panel/check-params.ts'
import {
  type CallAddress,
  isSameCall,
  isSuperseded,
  toCall,
  type ViewerCall,
  type ViewerChoice,
} from './call.ts'
import type { Clock } from './clock.ts'
import type { KeptResults } from './kept-results.ts'
import { type Turn, toTurn } from './pace.ts'
import {
  addMessages,
  type Run,
  type RunStage,
  type RunState,
  type ShownResult,
  toRunStage,
} from './run-state.ts'

/** The specimen of {@link Runs}, and their dependencies. */
export interface RunsOptions extends CallAddress {
  readonly source: DataSource
  readonly clock: Clock
  readonly onState: (state: RunState) => void
}

/** The work on the results of one specimen: the page's own, or a room's. */
export interface Runs {
  cancel(): void
  /** Requests the newest parameters again, after a failure or with a new token. */
  retry(): void
  /** Requests the newest parameters by a new schema of the function, and keeps the shown result. */
  replace(schema: ParameterSchema | null): void
  close(): void
}

/** The choices that a driver makes requests of, and the results that need none. */
export interface DriverOptions extends RunsOptions {
  /** Read, never written; null while there is nothing to be requested. */
  readonly choice: ReadonlySignal<ViewerChoice | null>
  readonly kept: KeptResults
  /** Parameters in which it finds something wrong are not requested. */
  readonly check: CheckParams
}

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
 * Turns each choice of the parameters of one specimen into a request: a few a second during a drag, and
 * always the last value. Final parameters whose result the page has are shown at once, without one. The
 * newest cancels the one before; at most one is pending, and none before the first choice.
 */
export class Driver implements Runs {
  readonly #options: DriverOptions
  readonly #unfollow: () => void
  #schema: ParameterSchema | null
  #state: RunState = { shown: null, run: { stage: 'idle' } }
  /** The README has the table of stages and events. */
  #stage: { readonly kind: 'running'; readonly run: Run } | { readonly kind: 'resting' | 'away' | 'closed' } =
    { kind: 'resting' }
  #next: { readonly call: ViewerCall; readonly turn: Turn; readonly stop: () => void } | null = null
  #shownCall: ViewerCall | null = null
  #startedAt = Number.NEGATIVE_INFINITY
  #settledAt = Number.NEGATIVE_INFINITY
  #failures = 0
  #stopTimer: () => void = () => {}

  constructor(options: DriverOptions) {
    this.#options = options
    this.#schema = options.schema
    this.#unfollow = effect(() => {
      const choice = options.choice.value
      if (choice) untracked(() => this.#choose(choice))
    })
  }

  get state(): RunState {
    return this.#state
  }

  cancel(): void {
    if (this.#stage.kind === 'closed' || (this.#stage.kind === 'resting' && !this.#next)) return
    this.#stop()
    this.#show({ stage: 'cancelled' })
  }

  retry(): void {
    if (this.#stage.kind !== 'running') this.#startNewest()
  }

  replace(schema: ParameterSchema | null): void {
    this.#schema = schema
    this.#shownCall = null
    this.#options.kept.clear()
    this.#startNewest()
  }

  close(): void {
    this.#unfollow()
    this.#stop()
    this.#stage = { kind: 'closed' }
  }

  #choose(choice: ViewerChoice): void {
    const call = this.#toCall(choice)
    const run = this.#stage.kind === 'running' ? this.#stage.run : null
    const known = call.isDrag ? undefined : this.#options.kept.get(call.request)
    if (run && isSameCall(run.call, call)) {
      this.#dropNext()
      this.#stage = { kind: 'running', run: { ...run, call } } // a dragged value has become final
    } else if (this.#shownCall && isSameCall(this.#shownCall, call)) {
      this.#stop()
      if (this.#state.run.stage !== 'idle') this.#show({ stage: 'idle' })
    } else if (known) {
      this.#showKept(call, known)
      return
    } else {
      const turn = toTurn(call, run?.call ?? null, {
        now: this.#options.clock.now(),
        startedAt: this.#startedAt,
        settledAt: this.#settledAt,
      })
      this.#await(call, turn)
    }
    if (!call.isDrag) this.#settledAt = this.#options.clock.now()
  }

  #showKept(call: ViewerCall, shown: ShownResult): void {
    this.#stop()
    this.#shownCall = call
    this.#options.kept.add(call.request.specimenId, shown)
    this.#state = { shown, run: { stage: 'idle' } }
    this.#options.onState(this.#state)
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
    const choice = this.#options.choice.peek()
    if (this.#stage.kind !== 'closed' && choice) this.#start(this.#toCall(choice), isSecond)
  }

  #start(call: ViewerCall, isSecond = false): void {
    const issues = this.#schema ? this.#options.check(this.#schema, call.request.params) : []
    const stage = this.#stage
    const isReplaced = issues.length === 0 && stage.kind === 'running' && isSuperseded(stage.run.call, call)
    this.#stop(isReplaced ? supersededError() : undefined)
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
    if (!isPreview) this.#options.kept.add(request.specimenId, shown)
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

  #stop(reason?: LoadError): void {
    this.#dropNext()
    this.#stopTimer()
    this.#stopTimer = () => {}
    const stage = this.#stage
    this.#stage = { kind: 'resting' }
    if (stage.kind === 'running') stage.run.abort.abort(reason)
  }
}

function toFailure(error: unknown): LoadError {
  if (error instanceof LoadError) return error
  return new LoadError(toThrownText(error), 'internal')
}
