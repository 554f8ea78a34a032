import { setTimeout as delay } from 'node:timers/promises'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import { ChunkCredit, linkWindowBytes } from '../link/chunk-credit.ts'
import {
  parseLargeRelayFrame,
  parseRelayFrame,
  type RelayFrame,
  type RelayFrameOf,
} from '../link/control-frames.ts'
import { Link, type LinkEnd, type LinkSocket } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import { Announcer } from './announcement.ts'
import type { ServedOptions } from './begin-exchange.ts'
import {
  AttemptLog,
  type DialAttempt,
  dialRelay,
  longestSeconds,
  toDelay,
  toFinalEnd,
  toLinkUrl,
  toWaitSeconds,
} from './dial.ts'
import { toFailedFrame, type WorkerLink } from './exchange.ts'
import { ServedExchanges } from './exchanges.ts'

/** The dependencies of a {@link WorkerSide}. */
export interface WorkerSideOptions extends Omit<ServedOptions, 'readSnapshot'> {
  /** `http(s)://host[:port][/base]`, or ws and wss. */
  readonly relayUrl: string
  readonly id: string
  readonly token: string | undefined
  readonly software: string
  /** 32 hex digits, made when the process starts. */
  readonly instance: string
  readonly catalog: { readonly snapshot: Snapshot; reload(): Promise<unknown> }
  readonly places: number
  /** Returns 0 up to 1. */
  readonly random: () => number
}

const refusalLimit = 100
const welcomeSeconds = 10
/** The minimum of the ping interval and of the timeout. */
const shortestSeconds = 0.05

/**
 * A worker's side of the federation: dials its relay, announces its catalog, answers requests, and dials
 * again whenever the link is lost, until the relay has replaced it or refuses it for good. Open requests
 * outlive the link ({@link ServedExchanges}).
 */
export class WorkerSide {
  readonly #options: WorkerSideOptions
  readonly #url: string
  readonly #exchanges: ServedExchanges
  readonly #announcer: Announcer
  readonly #attempts: AttemptLog
  /** Aborted to stop dialling. */
  readonly #stop = new AbortController()
  readonly #connected = createDeferred<void>()
  readonly #ended = createDeferred<LinkEnd>()
  #link: WorkerLink | undefined
  #isWelcome = false
  #isDraining = false

  /** @throws `config.invalid` for an invalid address or token */
  constructor(options: WorkerSideOptions) {
    const { relayUrl, id, token, catalog, log } = options
    this.#options = options
    this.#url = toLinkUrl(relayUrl, id)
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new SpecimenError(
        'config.invalid',
        'The token must be printable ASCII without spaces; no relay can have given this one.',
      )
    const readSnapshot = () => catalog.snapshot
    this.#exchanges = new ServedExchanges({ ...options, readSnapshot })
    this.#announcer = new Announcer(readSnapshot, log)
    this.#attempts = new AttemptLog(log, relayUrl)
  }

  /** Resolves at the first welcome. */
  get connected(): Promise<void> {
    return this.#connected.promise
  }

  /** Resolves when dialling has stopped: the relay has replaced it, refused it for good, or it was closed. */
  get ended(): Promise<LinkEnd> {
    return this.#ended.promise
  }

  start(): void {
    void this.#keepDialling().then((end) => {
      this.#exchanges.dropAll()
      this.#ended.resolve(end)
    })
  }

  announce(): void {
    this.#announcer.announce()
  }

  /** Refuses new requests, lets open exchanges end until the deadline, then closes the link. */
  async close(drainSeconds: number): Promise<void> {
    this.#isDraining = true
    if (this.#isWelcome) this.#link?.send({ type: 'draining' })
    const deadline = new AbortController()
    // It rejects only when it is aborted, below.
    const drained = delay(drainSeconds * 1000, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([this.#exchanges.drain(), this.ended, drained])
    deadline.abort()
    this.#stop.abort()
    this.#exchanges.dropAll()
    this.#link?.close('stopping', 'The worker has shut down.', null)
  }

  async #keepDialling(): Promise<LinkEnd> {
    const { random } = this.#options
    for (let failures = 0; ; failures++) {
      const attempt = await this.#attempt()
      if (this.#stop.signal.aborted) return closedEnd
      this.#attempts.add(attempt)
      const end = toFinalEnd(attempt)
      if (end) return end
      // A link that was welcomed is no failed attempt, however short it was.
      if (attempt.kind === 'ended' && attempt.welcomeMilliseconds > 0) failures = 0
      const milliseconds = toWaitSeconds(attempt) * 1000 + toDelay(failures, random)
      try {
        await delay(milliseconds, undefined, { signal: this.#stop.signal })
      } catch {
        return closedEnd // only the signal ends a delay early
      }
    }
  }

  #attempt(): Promise<DialAttempt> {
    return new Promise((resolve) => {
      dialRelay(
        { url: this.#url, token: this.#options.token, signal: this.#stop.signal },
        (dialled) => this.#open(dialled, resolve),
        (refusal) => resolve({ kind: 'refused', refusal }),
      )
    })
  }

  /** Opens a link, on which the relay's first frame must be a welcome. */
  #open(dialled: LinkSocket, onOver: (attempt: DialAttempt) => void): void {
    const { now, log, software, instance, places } = this.#options
    let welcomedAt: number | undefined
    const credit = new ChunkCredit((consumed) => link.send({ type: 'credit', id: 0, consumed }))
    const deadline = createDeadline(() => link.cut(`the relay sent no welcome within ${welcomeSeconds} s`))
    const link: WorkerLink = new Link({
      ...dialled,
      now,
      parse: parseRelayFrame,
      parseLarge: parseLargeRelayFrame,
      onFault: (error) => log.error({ err: error }, 'a frame of the relay could not be handled'),
      onFrame: (frame) => {
        if (frame.type !== 'welcome') return this.#receive(link, frame)
        if (this.#isWelcome) throw new LinkError('protocol', 'a second welcome')
        deadline.stop()
        welcomedAt = now()
        this.#enter(link, frame)
      },
      onChunk: (chunk) => {
        if (!this.#isWelcome) throw new LinkError('protocol', 'bytes came before the welcome')
        credit.take(chunk.bytes.length)
        this.#exchanges.receiveChunk(chunk)
      },
      onBroken: ({ exchange, message }) => {
        if (exchange === undefined || !this.#isWelcome) return false
        this.#exchanges.refuse(exchange, message)
        return true
      },
      onEnd: (end) => {
        deadline.stop()
        credit.stop()
        this.#leave()
        const welcomeMilliseconds = welcomedAt === undefined ? 0 : now() - welcomedAt
        onOver({ kind: 'ended', end, welcomeMilliseconds })
      },
    })
    deadline.start(welcomeSeconds)
    this.#link = link
    link.send({ type: 'hello', software, instance, places, data_window: linkWindowBytes })
    this.#announcer.attach(link)
  }

  #enter(link: WorkerLink, welcome: RelayFrameOf<'welcome'>): void {
    this.#isWelcome = true
    link.watch(toSaneSeconds(welcome.ping_seconds), toSaneSeconds(welcome.dead_seconds))
    this.#attempts.connected(this.#options.id, welcome.software)
    this.#exchanges.attach(link, welcome)
    if (this.#isDraining) link.send({ type: 'draining' })
    this.#connected.resolve()
  }

  #leave(): void {
    this.#link = undefined
    this.#announcer.detach()
    if (this.#isWelcome) this.#exchanges.detach()
    this.#isWelcome = false
  }

  #receive(link: WorkerLink, frame: Exclude<RelayFrame, { type: 'welcome' }>): void {
    if (!this.#isWelcome) throw new LinkError('protocol', `${frame.type} came before the welcome`)
    switch (frame.type) {
      case 'refused':
        this.#logRefused(frame)
        break
      case 'reload':
        void this.#reload(link, frame.id)
        break
      case 'ping':
      case 'pong':
      case 'closing':
        break // the link handles these itself
      default:
        this.#exchanges.receive(frame)
    }
  }

  async #reload(link: WorkerLink, id: number): Promise<void> {
    try {
      await this.#options.catalog.reload()
    } catch (error) {
      link.send(toFailedFrame(id, error, this.#options.log))
      return
    }
    this.#announcer.announce()
    if (this.#link === link) this.#announcer.sendAfter({ type: 'reloaded', id })
  }

  #logRefused({ entries }: RelayFrameOf<'refused'>): void {
    const { log } = this.#options
    for (const { kind, id, detail } of entries.slice(0, refusalLimit)) {
      log.warn({ kind, id }, `the relay does not serve the ${String(kind)} ${String(id)}: ${String(detail)}`)
    }
    const more = entries.length - refusalLimit
    if (more > 0) log.warn({ more }, `and ${more} more`)
  }
}

const closedEnd: LinkEnd = {
  code: 'stopping',
  detail: 'The worker was closed.',
  isPeers: false,
  retrySeconds: null,
}

function toSaneSeconds(seconds: number): number {
  return Math.min(Math.max(seconds, shortestSeconds), longestSeconds)
}
