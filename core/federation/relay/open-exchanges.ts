import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import type { AssetAnswer } from '../../contract/domain/specimen.ts'
import { RunQueue, type Waiting } from '../../engine/run/run-queue.ts'
import type { Chunk } from '../link/chunk.ts'
import { findFault, type RelayFrame, type WorkerFrame, type WorkerFrameOf } from '../link/control-frames.ts'
import type { Link } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import type { Exchange, ExchangeAnswer, ExchangeHome, RelayOptions } from './exchange.ts'
import { makeFilePlace } from './file-places.ts'
import { GivenData } from './given-data.ts'
import { type FileRequest, RemoteFile } from './remote-file.ts'
import { createReload } from './remote-reload.ts'
import { RemoteRun, type RunRequest } from './remote-run.ts'
import {
  awayError,
  cancelledRunError,
  faultError,
  invalidError,
  nameWorker,
  takesNoData,
} from './worker-errors.ts'

/** Concurrent runs at a worker, whatever its `places`. */
const placesLimit = 1024

/**
 * All open requests to one worker, over many links, and the runs that wait for one of its places. Without a
 * link everything waits: nothing is sent, and only a client can end an exchange.
 */
export class OpenExchanges {
  readonly #workerId: string
  readonly #options: RelayOptions
  readonly #exchanges = new Map<number, Exchange>()
  /** Exchanges sent on this link without any answer on it. */
  readonly #unanswered = new Set<number>()
  /**
   * Runs without a place at the worker. Waiting costs the link nothing, and outlasts a lost one. A result is
   * wrapped, so that the wait is over when its run begins.
   */
  readonly #waiting: RunQueue<
    Waiting & { readonly begin: () => Promise<Result> },
    { readonly result: Promise<Result> }
  >
  /** With a link the worker is `ready`, or `draining` when it refuses new work; `closed` is the end. */
  #stage: 'away' | 'ready' | 'draining' | 'closed' = 'away'
  #link: Link<RelayFrame, WorkerFrame> | undefined
  #places = 0
  #takesData = false
  #lastId = 0
  readonly #given: GivenData

  constructor(workerId: string, options: RelayOptions) {
    this.#workerId = workerId
    this.#options = options
    this.#given = new GivenData(options, {
      createHome: () => this.#createHome(),
      begin: (exchange) => this.#begin(exchange),
    })
    this.#waiting = new RunQueue({ limit: options.queueLimit, busyError: () => this.#busyError() })
  }

  /** True when a run would be sent, or wait only for a place. */
  get isReady(): boolean {
    return this.#stage === 'ready'
  }

  get places(): number {
    return this.#places
  }

  /** True when the functions of the worker that has connected last take data. */
  get takesData(): boolean {
    return this.#takesData
  }

  /** Attaches a link with `places` for runs; returns the exchanges that {@link resume} sends again. */
  attach(
    link: Link<RelayFrame, WorkerFrame>,
    { places, data_window: dataWindow }: Pick<WorkerFrameOf<'hello'>, 'places' | 'data_window'>,
  ): readonly number[] {
    this.#stage = 'ready'
    this.#link = link
    this.#takesData = dataWindow !== undefined
    this.#given.attach(link, dataWindow ?? 0)
    this.#places = Math.min(Math.max(places, 1), placesLimit)
    return this.#listWanted().map(({ id }) => id)
  }

  /** Repeats the open exchanges on the new link, then sends as many waiting runs as there are places. */
  resume(): void {
    for (const exchange of this.#listWanted()) exchange.begin()
    this.#beginNext()
  }

  /**
   * Detaches the lost link: open exchanges wait for the next. With a `refusal` the worker has ended the link
   * because of a request: unanswered exchanges fail, since they would end the next link, too.
   */
  detach(refusal?: SpecimenError): void {
    this.#stage = 'away'
    this.#link = undefined
    this.#given.detach()
    for (const exchange of [...this.#exchanges.values()]) exchange.pause()
    const unanswered = [...this.#unanswered]
    this.#unanswered.clear()
    if (refusal) for (const id of unanswered) this.#exchanges.get(id)?.fail(refusal)
  }

  drain(): void {
    if (this.#stage === 'ready') this.#stage = 'draining'
  }

  /** Ends the open exchanges; runs that wait for a place go on waiting. */
  failAll(error: SpecimenError): void {
    for (const exchange of [...this.#exchanges.values()]) exchange.fail(error)
  }

  close(error: SpecimenError): void {
    this.#stage = 'closed'
    this.#link = undefined
    this.failAll(error)
    this.#waiting.refuseAll(error)
  }

  /** Delivers a frame to its exchange. @throws LinkError */
  receive(frame: ExchangeAnswer): void {
    this.#unanswered.delete(frame.id)
    this.#deliver(frame.id, (exchange) => exchange.receive(frame))
    // The place at the worker is free while the bytes still arrive.
    if (frame.type === 'result') this.#beginNext()
  }

  /** Delivers bytes to their exchange. @throws LinkError */
  receiveChunk(chunk: Chunk): void {
    this.#deliver(chunk.id, (exchange) => exchange.receiveChunk(chunk))
  }

  /** The worker has taken bytes of data from the link. @throws LinkError */
  credit(consumed: number): void {
    this.#given.credit(consumed)
  }

  /** Ends the exchange of a protocol violation, so that it does not begin again on the next link. */
  failBroken({ exchange, message }: LinkError): void {
    if (exchange !== undefined) this.#exchanges.get(exchange)?.fail(invalidError(this.#workerId, message))
  }

  /** Resolves with the result of a function at the worker. @throws as a `Runner` */
  async run(request: RunRequest): Promise<Result> {
    const { roomId, functionName } = request.invocation
    const {
      caller,
      signal,
      onAdmitted = () => {},
      onQueued,
      onPlaced,
      onReleased = () => {},
    } = request.context
    const cancelled = () => cancelledRunError(functionName, this.#workerId)
    const refusal =
      this.#findRefusal() ?? this.#findDataRefusal(request) ?? (signal.aborted ? cancelled() : undefined)
    if (refusal) {
      onReleased()
      throw refusal
    }
    const begin = (): Promise<Result> => {
      const data = this.#given.hold(request.context.data ?? [])
      const run = new RemoteRun({ ...request, data }, this.#options, this.#createHome())
      this.#begin(run)
      onPlaced?.()
      return run.result
    }
    this.#beginNext() // runs that wait come first
    if (this.#freePlaces > 0) {
      onAdmitted()
      return await begin()
    }
    const turn = this.#waiting.wait({
      roomId,
      caller,
      signal,
      begin,
      cancelledError: cancelled,
      onQueued: (countBefore) => {
        onQueued?.(countBefore)
        onAdmitted()
      },
    })
    turn.catch(onReleased) // a started run releases itself
    return await (await turn).result
  }

  /** Resolves with a specimen's file at the worker. @throws as an `Asset` of kind `remote` */
  async openFile(request: FileRequest, signal: AbortSignal): Promise<AssetAnswer> {
    const refusal = this.#link ? undefined : this.#findRefusal()
    if (refusal) throw refusal
    makeFilePlace(this.#exchanges.values(), { ...this.#options, workerId: this.#workerId })
    const file = new RemoteFile({ ...request, signal }, this.#options, this.#createHome())
    this.#begin(file)
    return await file.answer
  }

  /** Reloads the worker; resolves at once without a link. @throws after a failure or timeout */
  async reload(): Promise<void> {
    if (!this.#link) return
    const reload = createReload(this.#options.waits.answerSeconds, this.#createHome())
    this.#begin(reload)
    await reload.done
  }

  #deliver(id: number, deliver: (exchange: Exchange) => void): void {
    const exchange = this.#exchanges.get(id)
    if (!exchange) {
      if (id > this.#lastId) throw new LinkError('protocol', `exchange ${id} was never asked for`)
      return // it has ended here, which the worker could not know
    }
    try {
      deliver(exchange)
    } catch (error) {
      throw error instanceof LinkError ? new LinkError(error.code, error.message, id) : error
    }
  }

  #findRefusal(): SpecimenError | undefined {
    switch (this.#stage) {
      case 'ready':
        return undefined
      case 'away':
        return awayError(this.#workerId, 'is away at this moment; try again when it is back')
      case 'draining':
        return awayError(this.#workerId, 'is shutting down; try again when it is back')
      case 'closed':
        return awayError(this.#workerId, 'has left this relay')
    }
  }

  /** A worker of an older version may have taken the place of one that takes data. */
  #findDataRefusal({ context: { data = [] } }: RunRequest): SpecimenError | undefined {
    if (data.length === 0 || this.#takesData) return undefined
    return new SpecimenError('params.invalid', `${nameWorker(this.#workerId)} ${takesNoData}.`)
  }

  #busyError(): SpecimenError {
    const { queueLimit } = this.#options
    const detail = `${nameWorker(this.#workerId)} is busy, and ${queueLimit} runs wait for it already`
    return new SpecimenError('host.busy', `${detail}; try again in a few seconds.`)
  }

  #listWanted(): readonly Exchange[] {
    return [...this.#exchanges.values()].filter(({ isWanted }) => isWanted)
  }

  #begin(exchange: Exchange): void {
    this.#exchanges.set(exchange.id, exchange)
    exchange.begin()
  }

  get #freePlaces(): number {
    const isComputing = (exchange: Exchange) => exchange instanceof RemoteRun && exchange.isComputing
    return this.#places - [...this.#exchanges.values()].filter(isComputing).length
  }

  #beginNext(): void {
    if (this.#stage !== 'ready') return
    for (let free = this.#freePlaces; free > 0; free--) {
      if (this.#waiting.size === 0) return
      this.#waiting.grant((run) => ({ result: run.begin() }))
    }
  }

  #createHome(): ExchangeHome {
    const id = ++this.#lastId
    return {
      id,
      workerId: this.#workerId,
      ask: (frame) => {
        const fault = findFault(frame)
        if (fault !== undefined) this.#exchanges.get(id)?.fail(faultError(this.#workerId, fault))
        else if (this.#link) {
          this.#unanswered.add(id)
          this.#link.send(frame)
        }
      },
      send: (frame) => {
        this.#link?.send(frame)
        return this.#link !== undefined
      },
      forget: () => {
        this.#exchanges.delete(id)
        this.#unanswered.delete(id)
        this.#beginNext()
      },
    }
  }
}
