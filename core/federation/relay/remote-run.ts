/**
 * One run at a worker, seen from the relay: from the moment it has a place there until its result lies in the
 * relay's memory, over as many links as that takes. It believes nothing: messages, sizes, bytes and the
 * result itself are judged as those of a pool process are. Its deadlines stand still while there is no link.
 */

import { createDeadline, type Deadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { messageLength } from '../../domain/job.ts'
import type { Log } from '../../domain/log.ts'
import { parseResult, type Result, type ResultType } from '../../domain/result.ts'
import { describeOversize } from '../../run/result-head.ts'
import { describeOverrun, toCancelled, toFunctionFailure } from '../../run/run-failure.ts'
import type { RunContext } from '../../run/runner.ts'
import type { Chunk } from '../link/chunk.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { LinkError } from '../link/link-error.ts'
import type { Answer, Exchange, ExchangeHome } from './exchange.ts'
import { nameRemoteFunction, toOwnName } from './federated-name.ts'
import { type IncomingResult, openResult } from './incoming-result.ts'
import type { Patience } from './patience.ts'
import { toInvalid, toRemoteFailure, toSilent } from './remote-failure.ts'

export interface RemoteRunOptions {
  readonly resultBytes: number
  readonly runTimeoutSeconds: number
  readonly patience: Patience
  readonly check: (result: Result) => Promise<void>
  readonly log: Log
}

/** A result is taken from the link as it comes, so its stream needs no more credit than the link has. */
const windowBytes = 2 ** 40
/** Added to the run's longest time, so that the worker's own words about it come first. */
const graceSeconds = 5
/** Longest gap in the numbers of messages: more than any flood leaves. */
const seqGap = 2 ** 40

export class RemoteRun implements Exchange {
  readonly id: number
  readonly result: Promise<Result>
  readonly #home: ExchangeHome
  readonly #options: RemoteRunOptions
  readonly #invocation: Invocation
  readonly #returnType: ResultType
  readonly #context: RunContext
  readonly #subject: string
  readonly #silence: Deadline
  readonly #overrun: Deadline
  #settle: { resolve(result: Result): void; reject(error: SpecimenError): void } = {
    resolve() {},
    reject() {},
  }
  #stage: 'sent' | 'accepted' | 'receiving' | 'cancelling' | 'ended' = 'sent'
  #seq = 0
  #incoming: IncomingResult | undefined

  constructor(
    id: number,
    home: ExchangeHome,
    invocation: Invocation,
    returnType: ResultType,
    context: RunContext,
    options: RemoteRunOptions,
  ) {
    this.id = id
    this.#home = home
    this.#options = options
    this.#invocation = invocation
    this.#returnType = returnType
    this.#context = context
    this.#subject = nameRemoteFunction(invocation.functionName, home.workerId)
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
    this.#silence = createDeadline(() => this.#giveUp())
    this.#overrun = createDeadline(() =>
      this.#stop(toFunctionFailure(this.#subject, describeOverrun(options.runTimeoutSeconds))),
    )
    context.signal.addEventListener('abort', this.#cancel, { once: true })
  }

  get isWanted(): boolean {
    return this.#stage !== 'cancelling' && this.#stage !== 'ended'
  }

  /** Whether the worker is still computing: its place is taken. */
  get isComputing(): boolean {
    return this.#stage === 'sent' || this.#stage === 'accepted'
  }

  begin(): void {
    const { functionName, revision, params, roomId } = this.#invocation
    this.#expect()
    this.#home.send({
      type: 'run',
      id: this.id,
      function: toOwnName(functionName),
      revision: toOwnName(revision),
      params: JSON.stringify(params),
      room: roomId,
      window: windowBytes,
      seq: this.#seq,
      offset: this.#incoming?.received ?? 0,
      colors: true,
    })
  }

  pause(): void {
    this.#silence.stop()
    this.#overrun.stop()
    if (this.#stage === 'cancelling') this.#leave() // the next welcome does not list it
  }

  receive(answer: Answer): void {
    if (answer.type === 'cancelled') this.#confirm()
    else if (this.isWanted) this.#take(answer)
  }

  receiveChunk({ offset, bytes }: Chunk): void {
    if (!this.isWanted) return
    const incoming = this.#incoming
    if (!incoming || offset !== incoming.received) {
      throw new LinkError(
        'protocol',
        `a chunk of run ${this.id} at ${offset}; ${incoming?.received ?? 'none'} was wanted`,
      )
    }
    if (bytes.length > incoming.byteLength - offset)
      throw new LinkError('protocol', `run ${this.id} sends more than it announced`)
    try {
      incoming.take(bytes)
    } catch (error) {
      this.#stop(this.#toNoMemory(error))
      return
    }
    this.#expect()
  }

  fail(error: SpecimenError): void {
    if (this.isWanted) this.#end(error)
    else this.#leave()
  }

  #take(answer: Answer): void {
    switch (answer.type) {
      case 'accepted':
        if (this.#stage === 'sent') this.#stage = 'accepted'
        this.#expect()
        break
      case 'progress':
        this.#report(answer)
        break
      case 'result':
        this.#open(answer)
        break
      case 'end':
        this.#finish(answer)
        break
      case 'failed':
        this.#end(toRemoteFailure(this.#home.workerId, answer))
        this.#home.send({ type: 'done', id: this.id })
        break
      default:
        throw new LinkError('protocol', `${answer.type} answers no run`)
    }
  }

  #report({ seq, texts }: WorkerFrameOf<'progress'>): void {
    const { progress } = this.#context
    const gap = seq - this.#seq
    if (gap > seqGap) throw new LinkError('protocol', `the messages of run ${this.id} jump to number ${seq}`)
    if (gap > 0) {
      progress.skip?.(gap)
      this.#seq = seq
    }
    for (const text of texts.slice(Math.max(0, -gap))) {
      this.#seq++
      progress.report(text.slice(0, messageLength).toWellFormed())
    }
  }

  #open(frame: WorkerFrameOf<'result'>): void {
    if (this.#incoming && !this.#incoming.isAnnouncedBy(frame)) {
      this.#stop(toInvalid(this.#home.workerId, 'after a new connection, another result than before it'))
      return
    }
    const incoming = this.#incoming ?? this.#openResult(frame)
    if (incoming instanceof SpecimenError) {
      this.#stop(incoming)
      return
    }
    this.#incoming = incoming
    this.#stage = 'receiving'
    this.#overrun.stop()
    this.#expect()
  }

  #openResult(frame: WorkerFrameOf<'result'>): IncomingResult | SpecimenError {
    const { resultBytes } = this.#options
    if (frame.bytes > resultBytes)
      return toFunctionFailure(this.#subject, describeOversize(frame.bytes, resultBytes))
    try {
      const opened = openResult(frame, resultBytes)
      return typeof opened === 'string' ? toInvalid(this.#home.workerId, opened) : opened
    } catch (error) {
      return this.#toNoMemory(error)
    }
  }

  #toNoMemory(cause: unknown): SpecimenError {
    if (!(cause instanceof RangeError)) throw cause
    const detail = `${this.#subject} has a result for which this relay has no memory left; try again later.`
    return new SpecimenError('host.busy', detail, { cause })
  }

  #finish(end: WorkerFrameOf<'end'>): void {
    const incoming = this.#incoming
    if (!incoming) throw new LinkError('protocol', `the end of run ${this.id}, which has no result`)
    const fault = incoming.findFault(end)
    if (fault !== undefined) {
      this.#stop(toInvalid(this.#home.workerId, fault))
      return
    }
    this.#leave()
    this.#home.send({ type: 'done', id: this.id })
    this.#judge(incoming).then(this.#settle.resolve, this.#settle.reject)
  }

  async #judge(incoming: IncomingResult): Promise<Result> {
    try {
      const result = parseResult(incoming.toValue(), this.#returnType)
      await this.#options.check(result)
      return result
    } catch (error) {
      if (!(error instanceof SpecimenError) || error.code !== 'function.failed') throw error
      throw toFunctionFailure(this.#subject, error.message, error)
    }
  }

  /** Starts the deadlines of the stage anew. */
  #expect(): void {
    const { patience, runTimeoutSeconds } = this.#options
    if (this.#stage === 'sent') this.#silence.start(patience.answerSeconds)
    else if (this.#stage === 'receiving') this.#silence.start(patience.streamSeconds)
    else {
      this.#silence.stop()
      this.#overrun.startOnce(runTimeoutSeconds + graceSeconds)
    }
  }

  #giveUp(): void {
    const { answerSeconds, streamSeconds } = this.#options.patience
    const { workerId } = this.#home
    if (this.#stage === 'cancelling') this.#abandon()
    else if (this.#stage === 'sent') this.#stop(toSilent(workerId, answerSeconds, 'taken the run'))
    else this.#stop(toSilent(workerId, streamSeconds, 'gone on with its result'))
  }

  readonly #cancel = (): void => {
    this.#stop(toCancelled(this.#subject))
  }

  /** Ends the run here at once, and at the worker as soon as it confirms. */
  #stop(error: SpecimenError): void {
    if (!this.isWanted) return
    this.#stage = 'cancelling'
    this.#incoming = undefined
    this.#overrun.stop()
    this.#settle.reject(error)
    this.#silence.start(this.#options.patience.cancelSeconds)
    if (!this.#home.send({ type: 'cancel', id: this.id })) this.#leave() // the next welcome does not list it
  }

  #abandon(): void {
    const { cancelSeconds } = this.#options.patience
    const fields = { worker: this.#home.workerId, function: this.#invocation.functionName, run: this.id }
    this.#options.log.warn(
      fields,
      `the worker has not confirmed within ${cancelSeconds} s that a cancelled run is gone; it is abandoned`,
    )
    this.#leave()
  }

  #confirm(): void {
    if (this.#stage !== 'cancelling')
      throw new LinkError('protocol', `run ${this.id} is confirmed as cancelled, and was not`)
    this.#leave()
  }

  #end(error: SpecimenError): void {
    this.#leave()
    this.#settle.reject(error)
  }

  #leave(): void {
    this.#stage = 'ended'
    this.#silence.stop()
    this.#overrun.stop()
    this.#context.signal.removeEventListener('abort', this.#cancel)
    this.#home.forget(this.id)
    this.#context.onReleased?.()
  }
}
