import { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { Chunk } from '../link/chunk.ts'
import type { RelayFrameOf } from '../link/control-frames.ts'
import { LinkError } from '../link/link-error.ts'
import { LinkPace } from '../link/link-pace.ts'
import { OutgoingStreams } from '../link/outgoing-streams.ts'
import { ExchangeBeginner, type ServedOptions } from './begin-exchange.ts'
import { type ServedExchange, type ServedHome, toFailedFrame, type WorkerLink } from './exchange.ts'
import { TakenData } from './taken-data.ts'

/** Frames about an exchange. */
type ExchangeFrame = RelayFrameOf<'run' | 'fetch' | 'give' | 'content' | 'end' | 'credit' | 'cancel' | 'done'>

/** Concurrent exchanges; a regular relay requests as many runs as there are places, and some files. */
const exchangeLimit = 10_000
/** Messages of runs wait while the link's queue is longer. */
const congestedBytes = 2 ** 20
const longestGraceSeconds = 3600

/** The open exchanges of a worker, over many links, until the relay's grace time has passed. */
export class ServedExchanges {
  readonly #options: ServedOptions
  readonly #exchanges = new Map<number, ServedExchange>()
  readonly #streams = new OutgoingStreams()
  readonly #home: ServedHome
  readonly #beginner: ExchangeBeginner
  readonly #grace = createDeadline(() => this.#giveUp())
  #link: WorkerLink | undefined
  /** The relay process of the requests; another one does not know them. */
  #relayInstance = ''
  #graceSeconds = 0
  #isDraining = false
  readonly #drained = createDeferred<void>()

  constructor(options: ServedOptions) {
    this.#options = options
    this.#home = {
      streams: this.#streams,
      log: options.log,
      isCongested: () => (this.#link?.queuedBytes ?? 0) > congestedBytes,
      send: (frame) => this.#link?.send(frame),
      forget: (id) => this.#forget(id),
    }
    this.#beginner = new ExchangeBeginner(options, {
      home: this.#home,
      exchanges: this.#exchanges,
      isDraining: () => this.#isDraining,
    })
  }

  /** Attaches a new link; drops exchanges that the relay does not list, or of another relay process. */
  attach(link: WorkerLink, welcome: RelayFrameOf<'welcome'>): void {
    this.#grace.stop()
    const isSame = welcome.instance === this.#relayInstance
    const wanted = new Set(isSame ? welcome.exchanges : [])
    for (const [id, exchange] of [...this.#exchanges]) if (!wanted.has(id)) this.#drop(id, exchange)
    this.#relayInstance = welcome.instance
    this.#graceSeconds = Math.min(welcome.grace_seconds, longestGraceSeconds)
    this.#link = link
    this.#streams.attach(link, new LinkPace(welcome.window, this.#options.now))
    if (this.#exchanges.size > 0)
      this.#options.log.info(
        { exchanges: this.#exchanges.size },
        'the exchanges that the relay still wants go on',
      )
  }

  detach(): void {
    this.#link = undefined
    this.#streams.detach()
    for (const exchange of this.#exchanges.values()) exchange.pause()
    this.#grace.start(this.#graceSeconds)
  }

  /** Handles a frame about an exchange. @throws LinkError */
  receive(frame: ExchangeFrame): void {
    const known = frame.id === 0 ? undefined : this.#exchanges.get(frame.id)
    switch (frame.type) {
      case 'run':
      case 'fetch':
      case 'give':
        if (!known) this.#begin(frame)
        else if (known.kind === frame.type) known.resume(frame)
        else throw new LinkError('protocol', `exchange ${frame.id} is no ${frame.type}`, frame.id)
        break
      case 'content':
        if (known instanceof TakenData) known.open(frame)
        break
      case 'end':
        if (known instanceof TakenData) known.finish(frame)
        break
      case 'credit':
        if (frame.id === 0) this.#streams.creditLink(frame.consumed)
        else this.#streams.credit(frame.id, frame.consumed)
        break
      case 'cancel':
        if (known) known.cancel()
        // It has ended; for a file the relay ignores this.
        else this.#home.send({ type: 'cancelled', id: frame.id })
        break
      case 'done':
        if (known) this.#drop(frame.id, known)
    }
  }

  /** Handles bytes of data; those of data that are given no more are left. @throws LinkError */
  receiveChunk(chunk: Chunk): void {
    const known = this.#exchanges.get(chunk.id)
    if (known instanceof TakenData) known.receiveChunk(chunk)
    else if (known) throw new LinkError('protocol', `exchange ${chunk.id} takes no bytes`, chunk.id)
  }

  refuse(id: number, detail: string): void {
    const known = this.#exchanges.get(id)
    if (known) this.#drop(id, known)
    this.#options.log.error({ exchange: id }, `the relay has sent a malformed frame: ${detail}`)
    this.#fail(id, new SpecimenError('request.invalid', detail))
  }

  /** Refuses new requests. Resolves when no exchange is left. */
  drain(): Promise<void> {
    this.#isDraining = true
    if (this.#exchanges.size === 0) this.#drained.resolve()
    return this.#drained.promise
  }

  dropAll(): void {
    this.#grace.stop()
    for (const [id, exchange] of [...this.#exchanges]) this.#drop(id, exchange)
  }

  #begin(frame: RelayFrameOf<'run' | 'fetch' | 'give'>): void {
    if (this.#exchanges.size >= exchangeLimit)
      this.#fail(
        frame.id,
        new SpecimenError('host.busy', `${exchangeLimit} runs and files are open already.`),
      )
    else if (frame.type === 'run') this.#beginner.beginRun(frame)
    else if (frame.type === 'fetch') this.#beginner.beginFile(frame)
    else this.#beginner.beginData(frame)
  }

  #fail(id: number, error: SpecimenError): void {
    this.#home.send(toFailedFrame(id, error, this.#options.log))
  }

  #giveUp(): void {
    if (this.#exchanges.size === 0) return
    const [exchanges, seconds] = [this.#exchanges.size, this.#graceSeconds]
    this.#options.log.warn(
      { exchanges },
      `the relay has been away for ${seconds} s; its exchanges are given up`,
    )
    this.dropAll()
  }

  #drop(id: number, exchange: ServedExchange): void {
    exchange.drop()
    this.#forget(id)
  }

  #forget(id: number): void {
    this.#exchanges.delete(id)
    if (this.#isDraining && this.#exchanges.size === 0) this.#drained.resolve()
  }
}
