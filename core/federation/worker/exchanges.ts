import type { openAsset } from '../../catalog/open-asset.ts'
import type { Snapshot } from '../../catalog/snapshot.ts'
import { createDeadline } from '../../domain/deadline.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Asset } from '../../domain/specimen.ts'
import type { Gate } from '../../functions/gate.ts'
import { LinkError, type RelayFrame, type RelayFrameOf, type WorkerFrame } from '../link/control-frames.ts'
import { admitRun } from './admit-run.ts'
import { type ServedExchange, type ServedHome, toGivenUp } from './exchange.ts'
import { LinkPace } from './link-pace.ts'
import { type ChunkPort, OutgoingStreams } from './outgoing-streams.ts'
import { ServedFile } from './served-file.ts'
import { ServedRun } from './served-run.ts'

export interface ServedOptions {
  /** Returns what is served at this moment. */
  readonly readSnapshot: () => Snapshot
  readonly gate: Gate
  readonly openAsset: typeof openAsset
  /** Milliseconds, never going back. */
  readonly now: () => number
  readonly log: Log
}

/** The link that exchanges speak over. */
export interface ServedLink extends ChunkPort {
  send(frame: WorkerFrame): void
}

type Asked = RelayFrameOf<'run'> | RelayFrameOf<'fetch'>

/** Exchanges at a time; a sound relay asks for as many runs as there are places, and some files. */
const exchangeLimit = 10_000
/** Messages of runs wait while the link holds more. */
const congestedBytes = 2 ** 20
const longestGraceSeconds = 3600

export class ServedExchanges {
  readonly #options: ServedOptions
  readonly #exchanges = new Map<number, ServedExchange>()
  readonly #streams = new OutgoingStreams()
  readonly #home: ServedHome
  readonly #grace = createDeadline(() => this.#giveUp())
  #link: ServedLink | undefined
  #relayInstance = ''
  #graceSeconds = 0
  #isDraining = false
  #onIdle: () => void = () => {}

  constructor(options: ServedOptions) {
    this.#options = options
    this.#home = {
      streams: this.#streams,
      log: options.log,
      isCongested: () => (this.#link?.queuedBytes ?? 0) > congestedBytes,
      send: (frame) => this.#link?.send(frame),
      forget: (id) => this.#forget(id),
    }
  }

  /**
   * Takes a new link; drops what the relay does not want any more, or was asked by another start of the
   * relay.
   */
  attach(link: ServedLink, welcome: RelayFrameOf<'welcome'>): void {
    this.#grace.stop()
    const isSame = welcome.instance === this.#relayInstance
    const wanted = new Set(isSame ? welcome.exchanges : [])
    for (const [id, exchange] of [...this.#exchanges]) if (!wanted.has(id)) this.#drop(id, exchange)
    this.#relayInstance = welcome.instance
    this.#graceSeconds = Math.min(welcome.grace_seconds, longestGraceSeconds)
    this.#link = link
    this.#streams.attach(link, new LinkPace(welcome.window, this.#options.now))
    if (this.#exchanges.size > 0)
      this.#options.log.info({ exchanges: this.#exchanges.size }, 'what the relay still wants goes on')
  }

  /** The link is gone. */
  detach(): void {
    this.#link = undefined
    this.#streams.detach()
    for (const exchange of this.#exchanges.values()) exchange.pause()
    this.#grace.start(this.#graceSeconds)
  }

  /** Takes a frame about an exchange. @throws LinkError */
  receive(
    frame: Exclude<RelayFrame, { type: 'welcome' | 'refused' | 'reload' | 'ping' | 'pong' | 'closing' }>,
  ): void {
    const known = frame.id === 0 ? undefined : this.#exchanges.get(frame.id)
    switch (frame.type) {
      case 'run':
      case 'fetch':
        if (!known) this.#begin(frame)
        else if (known.kind === frame.type) known.resume(frame)
        else throw new LinkError('protocol', `exchange ${frame.id} is no ${frame.type}`)
        break
      case 'credit':
        if (frame.id === 0) this.#streams.creditLink(frame.consumed)
        else this.#streams.credit(frame.id, frame.consumed)
        break
      case 'cancel':
        if (known) known.cancel()
        // It has ended; of a file the relay ignores it.
        else this.#home.send({ type: 'cancelled', id: frame.id })
        break
      case 'done':
        if (known) this.#drop(frame.id, known)
    }
  }

  /** Takes nothing new any more. Resolves when nothing is left. */
  drain(): Promise<void> {
    this.#isDraining = true
    return new Promise((resolve) => {
      this.#onIdle = resolve
      if (this.#exchanges.size === 0) resolve()
    })
  }

  /** Ends everything without a word. */
  dropAll(): void {
    this.#grace.stop()
    for (const [id, exchange] of [...this.#exchanges]) this.#drop(id, exchange)
  }

  #begin(frame: Asked): void {
    if (this.#exchanges.size >= exchangeLimit)
      throw new LinkError('overload', `more than ${exchangeLimit} exchanges at a time`)
    const refusal = this.#refuse(frame)
    const { readSnapshot, gate, openAsset } = this.#options
    if (frame.type === 'run') {
      const run = new ServedRun(frame, this.#home)
      this.#exchanges.set(frame.id, run)
      if (refusal) run.refuse(refusal)
      else run.begin(() => admitRun(frame, readSnapshot(), gate))
    } else {
      const file = new ServedFile(frame, this.#home)
      this.#exchanges.set(frame.id, file)
      if (refusal) file.refuse(refusal)
      else file.begin(() => findAsset(frame, readSnapshot()), openAsset)
    }
  }

  #refuse(frame: Asked): SpecimenError | undefined {
    if (this.#isDraining)
      return new SpecimenError('host.stopping', 'The worker is shutting down; try again when it is back.')
    if (frame.type === 'run') return frame.seq > 0 || frame.offset > 0 ? toGivenUp('the run') : undefined
    return frame.offset > 0 ? toGivenUp('the file') : undefined
  }

  #giveUp(): void {
    if (this.#exchanges.size === 0) return
    const fields = { exchanges: this.#exchanges.size }
    this.#options.log.warn(
      fields,
      `the relay has been away for ${this.#graceSeconds} s; what it had asked for is given up`,
    )
    this.dropAll()
  }

  #drop(id: number, exchange: ServedExchange): void {
    exchange.drop()
    this.#forget(id)
  }

  #forget(id: number): void {
    this.#exchanges.delete(id)
    if (this.#exchanges.size === 0) this.#onIdle()
  }
}

function findAsset({ specimen: id, part }: RelayFrameOf<'fetch'>, { specimens }: Snapshot): Asset {
  const specimen = specimens.get(id)
  if (!specimen)
    throw new SpecimenError('specimen.unknown', `There is no specimen ${JSON.stringify(id)} here.`)
  if (part === 'data') {
    if (specimen.kind === 'static') return specimen.data
    throw new SpecimenError('file.missing', `The specimen ${id} is computed and has no data file.`)
  }
  if (specimen.thumbnail) return specimen.thumbnail
  throw new SpecimenError('thumbnail.none', `The specimen ${id} has no thumbnail.`)
}
