import { effect, untracked } from '@preact/signals'
import type { Issue } from '../../contract/domain/errors.ts'
import { messageLimit } from '../../contract/domain/job.ts'
import { mergeDefaults, type Params } from '../../contract/domain/schema.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import { isFiniteNumber } from '../../contract/values/number.ts'
import { LoadError, toLoadError } from '../data/load-error.ts'
import type { Runs, RunsOptions } from '../drive/driver.ts'
import { readFraction } from '../drive/read-fraction.ts'
import type { RunStage, RunState } from '../drive/run-state.ts'
import { checkParams } from '../panel/check-params.ts'
import { isMissing } from '../panel/explain.ts'
import type { JoinedRoom } from './joined-room.ts'
import { type Fields, isSameJson, readSpecimen, readView } from './shared-view.ts'

type RunsRoom = Pick<JoinedRoom, 'fields' | 'active' | 'cancel' | 'runAgain'>

/**
 * Follows the host's runs of a room's active view while it shows this specimen. Parameters reach the host as
 * fields of the room; from here only its results are fetched, one at a time and the newest next.
 */
export class HostRuns implements Runs {
  readonly #room: RunsRoom
  readonly #options: RunsOptions
  readonly #closed = new AbortController()
  readonly #stop: () => void
  #shown: RunState['shown'] = null
  #stage: RunStage = { stage: 'idle' }
  /** The newest result of the room, and the one that was fetched last or could not be. */
  #wanted: { readonly id: string; readonly params: Params } | null = null
  #fetched = ''
  #isFetching = false
  #failure: LoadError | null = null

  constructor(room: RunsRoom, options: RunsOptions) {
    this.#room = room
    this.#options = options
    this.#stop = effect(() => {
      const [fields, active] = [room.fields.value, room.active.value]
      if (active !== null && readSpecimen(fields, active) === options.specimenId)
        untracked(() => this.#follow(fields, active))
    })
  }

  // The host computes, by the schema that it has itself.
  replace(): void {}

  cancel(): void {
    this.#room.cancel()
  }

  retry(): void {
    if (!this.#failure) {
      this.#room.runAgain()
      return
    }
    this.#fetched = ''
    void this.#fetchNext()
  }

  close(): void {
    this.#closed.abort()
    this.#stop()
  }

  #follow(fields: Fields, active: number): void {
    const id = readId(fields.get(`views/${active}/result`))
    const { params } = readView(fields, active)
    const issues = this.#findMissing(params)
    const stage =
      issues.length > 0
        ? toWaiting(issues, this.#stage)
        : toStage(fields.get(`views/${active}/run`), this.#stage, this.#options.clock.now())
    if (id !== this.#wanted?.id) this.#wanted = id === undefined ? null : { id, params }
    if (stage !== this.#stage) {
      this.#stage = stage
      this.#show()
    }
    void this.#fetchNext()
  }

  /**
   * Returns the values that have no default and that nobody has set: without them the host computes nothing.
   */
  #findMissing(params: Params): readonly Issue[] {
    const { schema } = this.#options
    return schema ? checkParams(schema, mergeDefaults(schema, params)).filter(isMissing) : []
  }

  async #fetchNext(): Promise<void> {
    const { signal } = this.#closed
    if (this.#isFetching || signal.aborted || !this.#wanted || this.#wanted.id === this.#fetched) return
    const { source, specimenId, roomId, clock } = this.#options
    const { id, params } = this.#wanted
    const startedAt = clock.now()
    const request = { specimenId, isDynamic: true, params, roomId, resultId: id }
    this.#isFetching = true
    try {
      const content = await source.load(request, { signal, onProgress: () => {} })
      this.#failure = null
      this.#shown = { content, params, isPreview: false, seconds: (clock.now() - startedAt) / 1000 }
    } catch (error) {
      const failure = toLoadError(error)
      // The room shows another already, or was lost with its host.
      this.#failure = failure.code === 'result.unknown' ? null : failure
    }
    this.#fetched = id
    this.#isFetching = false
    if (!signal.aborted) this.#show()
    await this.#fetchNext()
  }

  #show(): void {
    const failure = this.#stage.stage === 'idle' ? this.#failure : null
    const run = failure ? ({ stage: 'failed', failure, messages: [] } as const) : this.#stage
    this.#options.onState({ shown: this.#shown, run })
  }
}

function readId(result: Json | undefined): string | undefined {
  const id = result !== undefined && isJsonObject(result) ? result.id : undefined
  return typeof id === 'string' ? id : undefined
}

function toWaiting(issues: readonly Issue[], before: RunStage): RunStage {
  const isSame = before.stage === 'waiting' && isSameJson(before.issues, issues)
  return isSame ? before : { stage: 'waiting', issues }
}

/** Returns the stage of a run as its field says it, with the messages before it; the same one if it is. */
function toStage(run: Json | undefined, before: RunStage, now: number): RunStage {
  if (run === undefined || !isJsonObject(run)) return before.stage === 'idle' ? before : { stage: 'idle' }
  const { text = '', fraction, error } = run
  const isGoingOn = before.stage === 'running'
  const messages = isGoingOn ? before.messages : []
  if (error !== undefined && isJsonObject(error)) {
    if (before.stage === 'failed' || before.stage === 'cancelled') return before
    if (error.code === 'run.cancelled') return { stage: 'cancelled' }
    return { stage: 'failed', failure: new LoadError(String(error.detail), String(error.code)), messages }
  }
  const seq = (messages.at(-1)?.seq ?? -1) + 1
  const ts = Date.now() / 1000
  const told = { seq, text: String(text), ts, ...(isFiniteNumber(fraction) && { fraction }) }
  const known = isGoingOn ? before.fraction : null
  const next = readFraction(told) ?? known
  const isNew = told.text !== '' && told.text !== messages.at(-1)?.text
  if (isGoingOn && !isNew && next === known) return before
  const startedAt = isGoingOn ? before.startedAt : now
  const all = isNew ? [...messages, told].slice(-messageLimit) : messages
  return { stage: 'running', startedAt, messages: all, fraction: next, isPreview: false }
}
