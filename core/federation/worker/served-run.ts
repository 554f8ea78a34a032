import { withFields } from '../../contract/domain/log.ts'
import { type Result, withoutVertexValues } from '../../contract/domain/result/result.ts'
import type { Call } from '../../engine/run/call.ts'
import { toResultHead } from '../../engine/run/result-head.ts'
import { nameRun } from '../../engine/run/run-watch.ts'
import type { RunData } from '../../engine/run/runner.ts'
import { createArraySource } from '../link/byte-source.ts'
import type { RelayFrameOf, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import { givenUpError, type ServedExchange, type ServedHome, toFailedFrame } from './exchange.ts'
import { OutgoingProgress } from './outgoing-progress.ts'

/** A requested run, over many links, on each of which it repeats the part that the relay lacks. */
export class ServedRun implements ServedExchange {
  readonly kind = 'run'
  readonly #id: number
  readonly #home: ServedHome
  /** Set when the relay knows colours and scalars of meshes: an older one refuses a result of four arrays. */
  readonly #takesColors: boolean
  readonly #controller = new AbortController()
  readonly #progress: OutgoingProgress
  #window: number
  #isAccepted = false
  #isPaused = false
  #isCancelled = false
  /** Set when it uses no memory or processor time, apart from its result. */
  #isReleased = false
  #outcome: WorkerFrameOf<'result'> | WorkerFrameOf<'failed'> | undefined

  constructor({ id, window, colors }: RelayFrameOf<'run'>, home: ServedHome) {
    this.#id = id
    this.#takesColors = colors === true
    this.#home = home
    this.#window = window
    this.#progress = new OutgoingProgress(
      (members) => this.#send({ type: 'progress', id, ...members }),
      home.isCongested,
    )
  }

  /** Aborts when the relay has cancelled it. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Runs a call; `onOver` is called when it uses its data no more. */
  begin({ runner, invocation }: Call, data?: readonly RunData[], onOver = (): void => {}): void {
    if (this.#isCancelled) {
      onOver()
      this.#release()
      return
    }
    const context = {
      ...(data && { data }),
      log: withFields(this.#home.log, { exchange: this.#id, ...nameRun({ id: undefined, invocation }) }),
      signal: this.#controller.signal,
      progress: this.#progress,
      onAdmitted: () => this.#accept(),
      onReleased: () => {
        onOver()
        this.#release()
      },
    }
    runner.run(invocation, context).then(
      (result) => this.#finish(result),
      (error: unknown) => this.#fail(error),
    )
  }

  refuse(error: unknown): void {
    this.#fail(error)
    this.#release() // also for one that was cancelled while its file was looked up
  }

  pause(): void {
    this.#isPaused = true
    this.#progress.pause()
  }

  resume(frame: RelayFrameOf<'run'>): void {
    if (this.#isCancelled) return
    this.#isPaused = false
    this.#window = frame.window
    if (this.#isAccepted) this.#send({ type: 'accepted', id: this.#id })
    this.#progress.resume(frame.seq)
    this.#sendOutcome(frame.offset)
  }

  cancel(): void {
    this.#isCancelled = true
    this.#stop()
    if (this.#isReleased) this.#confirm()
  }

  drop(): void {
    this.#isPaused = true
    this.cancel()
  }

  #accept(): void {
    this.#isAccepted = true
    this.#send({ type: 'accepted', id: this.#id })
  }

  #finish(result: Result): void {
    if (this.#isCancelled) return
    this.#progress.flush()
    const { head, arrays } = toResultHead(this.#takesColors ? result : withoutVertexValues(result))
    const source = createArraySource(arrays)
    this.#outcome = { type: 'result', id: this.#id, head, bytes: source.byteLength }
    this.#home.streams.add(this.#id, source, (end) => this.#send({ type: 'end', id: this.#id, ...end }))
    this.#sendOutcome(0)
  }

  #fail(error: unknown): void {
    if (this.#isCancelled) return
    this.#progress.flush()
    this.#outcome = toFailedFrame(this.#id, error, this.#home.log)
    this.#sendOutcome(0)
  }

  #sendOutcome(offset: number): void {
    if (!this.#outcome || this.#isPaused) return
    this.#send(this.#outcome)
    if (this.#outcome.type === 'failed') return
    const start = { offset, window: this.#window, consumed: offset }
    if (!this.#home.streams.start(this.#id, start)) this.#fail(givenUpError('the result'))
  }

  #release(): void {
    this.#isReleased = true
    if (this.#isCancelled) this.#confirm()
  }

  #confirm(): void {
    this.#send({ type: 'cancelled', id: this.#id })
    this.#home.forget(this.#id)
  }

  #stop(): void {
    this.#controller.abort()
    this.#progress.pause()
    this.#home.streams.close(this.#id)
  }

  #send(frame: WorkerFrame): void {
    if (!this.#isPaused) this.#home.send(frame)
  }
}
