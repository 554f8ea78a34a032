import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { createDeadline, type Deadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import { cancelledError, describeOverrun, toFunctionFailure } from '../../engine/run/run-failure.ts'
import type { Chunk } from '../link/chunk.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { IncomingResult } from '../link/incoming-result.ts'
import { LinkError } from '../link/link-error.ts'
import type { Exchange, ExchangeAnswer, ExchangeHome, RelayOptions } from './exchange.ts'
import { IncomingProgress } from './incoming-progress.ts'
import type { FedRequest } from './run-request.ts'
import {
  invalidError,
  nameRemoteFile,
  nameRemoteFunction,
  silentError,
  toOwnName,
  toRemoteFailure,
} from './worker-errors.ts'

export type { RunRequest } from './run-request.ts'

/** More than any result has: bytes are consumed as they arrive, so only the link's window counts. */
const unlimitedBytes = 2 ** 40
/** Added to the run's timeout, so that the worker's own message about it comes first. */
const overrunGraceSeconds = 5

/**
 * One run at a worker, seen from the relay: from its place there until its result lies in the relay's memory,
 * over many links. The worker is untrusted: messages, sizes, bytes and the result are checked as those of a
 * pool process are. Its timeouts pause without a link, and until the worker has its data.
 *
 * | event | `sent` | `accepted` | `receiving` | `cancelling` |
 * | --- | --- | --- | --- | --- |
 * | `accepted` | `accepted` | stays | stays | ignored |
 * | `result` | `receiving` | `receiving` | stays | ignored |
 * | `result` that is refused | `cancelling` | `cancelling` | `cancelling` | ignored |
 * | bytes | protocol broken | protocol broken | stays | ignored |
 * | `end` | protocol broken | protocol broken | `ended`, or `cancelling` when bytes are wrong | ignored |
 * | `failed` | `ended` | `ended` | `ended` | ignored |
 * | `cancelled` | protocol broken | protocol broken | protocol broken | `ended` |
 * | its client leaves | `cancelling` | `cancelling` | `cancelling` | stays |
 * | a deadline passes | `cancelling` | `cancelling` | `cancelling` | `ended` |
 * | the link is lost | stays | stays | stays | `ended` |
 * | {@link fail} | `ended` | `ended` | `ended` | `ended` |
 *
 * The client has its answer when the run enters `cancelling` or `ended`, whichever is first. `cancelling`
 * without a link is `ended`, because the next welcome does not list the run.
 */
export class RemoteRun implements Exchange {
  readonly id: number
  readonly #result = createDeferred<Result>()
  readonly #home: ExchangeHome
  readonly #options: RelayOptions
  readonly #request: FedRequest
  readonly #subject: string
  readonly #progress: IncomingProgress
  readonly #silence: Deadline
  readonly #overrun: Deadline
  #stage: 'sent' | 'accepted' | 'receiving' | 'cancelling' | 'ended' = 'sent'
  #incoming: IncomingResult | undefined

  constructor(request: FedRequest, options: RelayOptions, home: ExchangeHome) {
    this.id = home.id
    this.#home = home
    this.#options = options
    this.#request = request
    const { functionName } = request.invocation
    const name = request.returnType === null ? nameRemoteFile : nameRemoteFunction
    this.#subject = name(functionName, home.workerId)
    this.#progress = new IncomingProgress(request.context.progress)
    this.#silence = createDeadline(() => this.#giveUp())
    this.#overrun = createDeadline(() =>
      this.#stop(toFunctionFailure(this.#subject, describeOverrun(options.runTimeoutSeconds))),
    )
    request.context.signal.addEventListener('abort', this.#cancel, { once: true })
    request.data.there.then(
      () => this.#stage === 'sent' && this.#expect(),
      (error: unknown) => this.#stop(toSpecimenError(error)),
    )
  }

  get result(): Promise<Result> {
    return this.#result.promise
  }

  get isWanted(): boolean {
    return this.#stage !== 'cancelling' && this.#stage !== 'ended'
  }

  get isComputing(): boolean {
    return this.#stage === 'sent' || this.#stage === 'accepted'
  }

  begin(): void {
    const { invocation, returnType, data } = this.#request
    const { functionName, revision, params, roomId } = invocation
    const isFile = returnType === null
    this.#expect()
    this.#home.ask({
      type: 'run',
      id: this.id,
      function: toOwnName(functionName),
      revision: isFile ? '' : toOwnName(revision),
      params: JSON.stringify(data.name(params)),
      room: roomId,
      window: unlimitedBytes,
      seq: this.#progress.next,
      offset: this.#incoming?.received ?? 0,
      colors: true,
      file: isFile ? true : undefined,
    })
  }

  pause(): void {
    this.#silence.stop()
    this.#overrun.stop()
    if (this.#stage === 'cancelling') this.#leave() // the next welcome does not list it
  }

  receive(answer: ExchangeAnswer): void {
    if (answer.type !== 'cancelled') {
      if (this.isWanted) this.#take(answer)
    } else if (this.#stage === 'cancelling') this.#leave()
    else throw new LinkError('protocol', `run ${this.id} was not to be cancelled`)
  }

  receiveChunk({ offset, bytes }: Chunk): void {
    if (!this.isWanted) return
    const incoming = this.#incoming
    if (!incoming || offset !== incoming.received) {
      const wanted = incoming ? `begin at ${incoming.received}` : 'follow its result'
      throw new LinkError('protocol', `a chunk of run ${this.id} must ${wanted} (got offset ${offset})`)
    }
    if (bytes.length > incoming.byteLength - offset)
      throw new LinkError('protocol', `run ${this.id} sends more than it announced`)
    this.#guard(() => {
      incoming.take(bytes)
      this.#expect()
    })
  }

  fail(error: SpecimenError): void {
    if (this.isWanted) this.#end(error)
    else this.#leave()
  }

  #take(answer: ExchangeAnswer): void {
    switch (answer.type) {
      case 'accepted':
        if (this.#stage === 'sent') this.#stage = 'accepted'
        this.#expect()
        break
      case 'progress':
        this.#progress.take(answer)
        break
      case 'result':
        this.#guard(() => this.#open(answer))
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

  #guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof SpecimenError)) throw error
      this.#stop(error)
    }
  }

  #open(frame: WorkerFrameOf<'result'>): void {
    const refuse = (found: string): SpecimenError => invalidError(this.#home.workerId, found)
    const source = { subject: this.#subject, refuse }
    this.#incoming ??= new IncomingResult(frame, this.#options.resultBytes, source)
    if (!this.#incoming.isAnnouncedBy(frame))
      throw refuse('after a new connection, another result than before it')
    this.#stage = 'receiving'
    this.#overrun.stop()
    this.#expect()
  }

  #finish(end: WorkerFrameOf<'end'>): void {
    const incoming = this.#incoming
    if (!incoming) throw new LinkError('protocol', `the end of run ${this.id} came before its result`)
    this.#guard(() => incoming.checkEnd(end))
    if (!this.isWanted) return
    this.#leave()
    this.#home.send({ type: 'done', id: this.id })
    incoming.toResult(this.#request, this.#options.check).then(this.#result.resolve, this.#result.reject)
  }

  #expect(): void {
    const { waits, runTimeoutSeconds } = this.#options
    // Until its data are there, their own deadlines count.
    if (this.#stage === 'sent' && !this.#request.data.isThere) this.#silence.stop()
    else if (this.#stage === 'sent') this.#silence.start(waits.answerSeconds)
    else if (this.#stage === 'receiving') this.#silence.start(waits.streamSeconds)
    else {
      this.#silence.stop()
      this.#overrun.startOnce(runTimeoutSeconds + overrunGraceSeconds)
    }
  }

  #giveUp(): void {
    const { answerSeconds, streamSeconds } = this.#options.waits
    const { workerId } = this.#home
    if (this.#stage === 'cancelling') this.#abandon()
    else if (this.#stage === 'sent') this.#stop(silentError(workerId, answerSeconds, 'taken the run'))
    else this.#stop(silentError(workerId, streamSeconds, 'gone on with its result'))
  }

  readonly #cancel = (): void => {
    this.#stop(cancelledError(this.#subject))
  }

  /** Ends the run here at once, and at the worker as soon as it confirms. */
  #stop(error: SpecimenError): void {
    if (!this.isWanted) return
    this.#stage = 'cancelling'
    this.#incoming = undefined
    this.#overrun.stop()
    this.#request.data.release()
    this.#result.reject(error)
    this.#silence.start(this.#options.waits.cancelSeconds)
    if (!this.#home.send({ type: 'cancel', id: this.id })) this.#leave() // the next welcome does not list it
  }

  #abandon(): void {
    const { waits } = this.#options
    const { log = this.#options.log } = this.#request.context
    const fields = { worker: this.#home.workerId, exchange: this.id }
    const text = `the worker has not confirmed within ${waits.cancelSeconds} s that a cancelled run is gone`
    log.warn(fields, `${text}; it is abandoned`)
    this.#leave()
  }

  #end(error: SpecimenError): void {
    this.#leave()
    this.#result.reject(error)
  }

  #leave(): void {
    this.#stage = 'ended'
    this.#silence.stop()
    this.#overrun.stop()
    this.#request.context.signal.removeEventListener('abort', this.#cancel)
    this.#request.data.release()
    this.#home.forget()
    this.#request.context.onReleased?.()
  }
}
