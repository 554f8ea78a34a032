/**
 * A worker as the relay knows it, over as many links as it takes: its catalog, what it was asked for and has
 * not answered, and whether it is there. A lost link is a pause; only when the grace time is over, or another
 * process comes under the same id, does what is open end, with a text that names the worker.
 */

import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import { createDeadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Log } from '../../domain/log.ts'
import type { Result, ResultType } from '../../domain/result.ts'
import type { AssetAnswer, AssetRequest, Specimen } from '../../domain/specimen.ts'
import type { RegisteredFunction } from '../../functions/registry.ts'
import { toCancelled } from '../../run/run-failure.ts'
import type { RunContext, Runner } from '../../run/runner.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrame, WorkerFrame, WorkerFrameOf } from '../link/control-frames.ts'
import type { LinkEnd } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import type { AnnouncedCatalog } from './announced-catalog.ts'
import type { Refusal } from './announced-entries.ts'
import type { Answer, Exchange, ExchangeHome } from './exchange.ts'
import { nameRemoteFunction } from './federated-name.ts'
import { makeFilePlace } from './file-places.ts'
import { nameWorker, toAway, toInvalid } from './remote-failure.ts'
import { RemoteFile, type RemoteFileOptions } from './remote-file.ts'
import { RemoteReload } from './remote-reload.ts'
import { RemoteRun, type RemoteRunOptions } from './remote-run.ts'
import { WaitingRuns } from './waiting-runs.ts'

export interface SessionOptions extends RemoteRunOptions, RemoteFileOptions {
  readonly queueLimit: number
  readonly graceSeconds: number
  readonly log: Log
  /** Called when what the session shows in the catalog has changed. */
  readonly onChange: () => void
  /** Called when the worker is gone for good. */
  readonly onGone: () => void
}

/** The connection that a session speaks over. */
export interface SessionLink {
  send(frame: RelayFrame): void
  close(code: 'replaced', detail: string, retrySeconds: number | null): void
  cut(detail: string): void
}

const placesLimit = 1024

export class WorkerSession {
  readonly workerId: string
  readonly #options: SessionOptions
  readonly #exchanges = new Map<number, Exchange>()
  readonly #waiting: WaitingRuns
  readonly #grace
  readonly #home: ExchangeHome
  #catalog: AnnouncedCatalog | undefined
  #shown: RemoteCatalog | undefined
  #link: SessionLink | undefined
  #instance = ''
  #places = 0
  #isDraining = false
  #isGone = false
  #lastId = 0

  constructor(workerId: string, options: SessionOptions) {
    this.workerId = workerId
    this.#options = options
    this.#waiting = new WaitingRuns(options.queueLimit)
    this.#grace = createDeadline(() =>
      this.#leave(toAway(workerId, `has been away for ${options.graceSeconds} s and is given up`)),
    )
    this.#home = {
      workerId,
      send: (frame) => {
        this.#link?.send(frame)
        return this.#link !== undefined
      },
      forget: (id) => {
        this.#exchanges.delete(id)
        this.#beginNext()
      },
    }
  }

  /** What the worker shows in the catalog at this moment. */
  get shown(): RemoteCatalog {
    this.#shown ??= this.#show()
    return this.#shown
  }

  /**
   * Takes over a connection whose worker has said who it is and what it serves; `welcome` is called with the
   * exchanges that go on, which then resume. The connection before it ends: quietly if it is the same
   * process, else with the reason.
   */
  join(
    link: SessionLink,
    { instance, places }: WorkerFrameOf<'hello'>,
    catalog: AnnouncedCatalog,
    welcome: (exchanges: number[]) => void,
  ): void {
    const isSame = instance === this.#instance
    const before = this.#link
    this.#link = undefined
    if (before && isSame) before.cut('the same worker has connected again')
    else
      before?.close(
        'replaced',
        `Another process has connected as worker "${this.workerId}" with a valid token.`,
        null,
      )
    for (const exchange of [...this.#exchanges.values()]) {
      if (!isSame)
        exchange.fail(
          toAway(this.workerId, 'was started anew, and has lost what it was asked before; ask again'),
        )
      else if (before) exchange.pause()
    }
    this.#grace.stop()
    this.#instance = instance
    this.#places = Math.min(Math.max(places, 1), placesLimit)
    this.#isDraining = false
    this.#catalog = catalog
    this.#link = link
    const resumed = [...this.#exchanges.values()].filter(({ isWanted }) => isWanted)
    welcome(resumed.map(({ id }) => id))
    for (const exchange of resumed) exchange.begin()
    this.#beginNext()
    this.#change()
  }

  /** The link of the session has ended. */
  lose(link: SessionLink, end: LinkEnd): void {
    if (this.#link !== link) return
    this.#link = undefined
    for (const exchange of [...this.#exchanges.values()]) exchange.pause()
    this.#options.log.warn(
      { worker: this.workerId, code: end.code },
      `worker ${this.workerId} is away: ${end.detail}`,
    )
    this.#grace.start(this.#options.graceSeconds)
    this.#change()
  }

  /** Takes a frame of the joined connection. @throws LinkError */
  receive(frame: WorkerFrame): void {
    if (frame.type === 'draining') {
      this.#isDraining = true
      this.#change()
    } else if ('id' in frame) {
      this.#pass(frame.id, (exchange) => exchange.receive(frame as Answer)) // its id makes it one
      // The place at the worker is free while the bytes still come.
      if (frame.type === 'result') this.#beginNext()
    } else throw new LinkError('protocol', `${frame.type} was not to be expected`)
  }

  /** Takes a chunk of the joined connection. @throws LinkError */
  receiveChunk(chunk: Chunk): void {
    this.#pass(chunk.id, (exchange) => exchange.receiveChunk(chunk))
  }

  /**
   * Ends the exchange that the worker has broken the protocol with, lest it begins again with the next link.
   */
  blame({ exchange, message }: LinkError): void {
    if (exchange !== undefined) this.#exchanges.get(exchange)?.fail(toInvalid(this.workerId, message))
  }

  /** Asks the worker to read its folders again; resolves when it has, or at once while it is away. */
  async reload(): Promise<void> {
    if (!this.#link) return
    const reload = new RemoteReload(this.#nextId(), this.#home, this.#options.patience.answerSeconds)
    this.#begin(reload)
    await reload.done.catch((error: SpecimenError) => {
      this.#options.log.warn({ worker: this.workerId, code: error.code }, error.message)
    })
  }

  /** Ends what the worker was asked: the relay stops. */
  close(): void {
    this.#leave(toAway(this.workerId, 'is no longer served, because the relay is stopping'))
  }

  /**
   * Takes notice that the catalog has changed; tells the worker, and the log, which of its entries are not
   * served.
   */
  update(refused: readonly Refusal[]): void {
    this.#change()
    if (refused.length === 0) return
    this.#home.send({ type: 'refused', entries: refused.map((refusal) => ({ ...refusal })) })
    const [first] = refused
    this.#options.log.warn(
      { worker: this.workerId, entries: refused.length },
      `${refused.length} entries of worker ${this.workerId} are not served; the first is ${first?.kind} ${first?.id}: ${first?.detail}`,
    )
  }

  #pass(id: number, deliver: (exchange: Exchange) => void): void {
    const exchange = this.#exchanges.get(id)
    if (!exchange) {
      if (id > this.#lastId) throw new LinkError('protocol', `exchange ${id} was never asked for`)
      return // it has ended here, and the worker could not know
    }
    try {
      deliver(exchange)
    } catch (error) {
      throw error instanceof LinkError ? new LinkError(error.code, error.message, id) : error
    }
  }

  async #run(invocation: Invocation, returnType: ResultType, context: RunContext): Promise<Result> {
    const toCancelledRun = () => toCancelled(nameRemoteFunction(invocation.functionName, this.workerId))
    const refusal = this.#refuse() ?? (context.signal.aborted ? toCancelledRun() : undefined)
    if (refusal) {
      context.onReleased?.()
      throw refusal
    }
    const begin = (): Promise<Result> => {
      const run = new RemoteRun(this.#nextId(), this.#home, invocation, returnType, context, this.#options)
      this.#begin(run)
      return run.result
    }
    this.#beginNext() // whoever waits comes first
    if (this.#freePlaces > 0) {
      context.onAdmitted?.()
      return await begin()
    }
    const { roomId } = invocation
    return await this.#waiting.add({
      roomId,
      context,
      begin,
      toBusy: () => this.#toBusy(),
      toCancelled: toCancelledRun,
    })
  }

  #refuse(): SpecimenError | undefined {
    if (this.#isGone) return toAway(this.workerId, 'is not known here any more')
    if (!this.#link) return this.#toAwayNow()
    return this.#isDraining ? toAway(this.workerId, 'is shutting down; try again when it is back') : undefined
  }

  #toBusy(): SpecimenError {
    const { queueLimit } = this.#options
    const detail = `${nameWorker(this.workerId)} is busy and ${queueLimit} runs wait for it already; try again in a few seconds.`
    return new SpecimenError('host.busy', detail)
  }

  #toAwayNow(): SpecimenError {
    return toAway(this.workerId, 'is away at this moment; try again when it is back')
  }

  /** Asks the worker for a file of a specimen. @throws as an `Asset` of kind `remote` */
  async openFile(
    specimen: string,
    part: 'data' | 'thumbnail',
    request: AssetRequest,
    signal: AbortSignal,
  ): Promise<AssetAnswer> {
    if (!this.#link) throw this.#toAwayNow()
    makeFilePlace(this.#exchanges.values(), { ...this.#options, workerId: this.workerId })
    const file = new RemoteFile(
      this.#nextId(),
      this.#home,
      { ...request, specimen, part },
      signal,
      this.#options,
    )
    this.#begin(file)
    return await file.answer
  }

  #begin(exchange: Exchange): void {
    this.#exchanges.set(exchange.id, exchange)
    exchange.begin()
  }

  /** Places at the worker that no run takes. */
  get #freePlaces(): number {
    const isComputing = (exchange: Exchange) => exchange instanceof RemoteRun && exchange.isComputing
    return this.#places - [...this.#exchanges.values()].filter(isComputing).length
  }

  /** Sends as many waiting runs as the worker has places for. */
  #beginNext(): void {
    if (!this.#link || this.#isDraining) return
    for (let free = this.#freePlaces; free > 0; free--) {
      if (!this.#waiting.beginNext()) return
    }
  }

  #nextId(): number {
    return ++this.#lastId
  }

  #leave(error: SpecimenError): void {
    this.#isGone = true
    this.#grace.stop()
    this.#link = undefined
    for (const exchange of [...this.#exchanges.values()]) exchange.fail(error)
    this.#waiting.failAll(error)
    this.#options.onGone()
    this.#options.onChange()
  }

  #change(): void {
    this.#shown = undefined
    this.#options.onChange()
  }

  #show(): RemoteCatalog {
    if (!this.#catalog)
      return { workerId: this.workerId, functions: [], specimens: [], bundles: 0, errors: [] }
    const { functions, specimens, bundles, errors } = this.#catalog
    const origin = { workerId: this.workerId, isAvailable: this.#link !== undefined && !this.#isDraining }
    const registered = [...functions.values()].map(({ manifest, revision }): RegisteredFunction => {
      const runner: Runner = {
        run: (invocation, context) => this.#run(invocation, manifest.return_type, context),
      }
      return { manifest, owner: `worker ${this.workerId}`, revision, runner }
    })
    const shown = [...specimens.values()].map((specimen): Specimen => ({ ...specimen, origin }))
    return { workerId: this.workerId, functions: registered, specimens: shown, bundles, errors }
  }
}
