import { setTimeout as delay } from 'node:timers/promises'
import type { Snapshot } from '../../catalog/snapshot.ts'
import { createDeferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Gate } from '../../functions/gate.ts'
import type { RelayFrame, RelayFrameOf } from '../link/control-frames.ts'
import type { LinkEnd, LinkSocket } from '../link/link.ts'
import { Announcer } from './announcement.ts'
import { AttemptLog, type DialAttempt, toFinalEnd, toWaitSeconds } from './attempt.ts'
import { dialRelay, toDelay, toLinkUrl } from './dial.ts'
import { toFailedFrame } from './exchange.ts'
import { ServedExchanges } from './exchanges.ts'
import { RelayLink, type WorkerLink } from './relay-link.ts'

/** The dependencies of a {@link WorkerSide}. */
export interface WorkerSideOptions {
  /** `http(s)://host[:port][/base]`, or ws and wss. */
  readonly relayUrl: string
  readonly id: string
  readonly token: string | undefined
  readonly software: string
  /** 32 hex digits, made when the process starts. */
  readonly instance: string
  readonly catalog: { readonly snapshot: Snapshot; reload(): Promise<unknown> }
  readonly gate: Gate
  readonly places: number
  /** Returns 0 up to 1. */
  readonly random: () => number
  readonly now: () => number
  readonly log: Log
}

const refusalLimit = 100

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
  #relay: RelayLink | undefined
  #isDraining = false

  /** @throws `config.invalid` for an invalid address or token */
  constructor(options: WorkerSideOptions) {
    const { relayUrl, id, token, catalog, gate, now, log } = options
    this.#options = options
    this.#url = toLinkUrl(relayUrl, id)
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new SpecimenError(
        'config.invalid',
        'The token must be printable ASCII without spaces; no relay can have given this one.',
      )
    const readSnapshot = () => catalog.snapshot
    this.#exchanges = new ServedExchanges({ readSnapshot, gate, now, log })
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
    if (this.#relay?.isWelcome) this.#relay.link.send({ type: 'draining' })
    const deadline = new AbortController()
    // It rejects only when it is aborted, below.
    const drained = delay(drainSeconds * 1000, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([this.#exchanges.drain(), this.ended, drained])
    deadline.abort()
    this.#stop.abort()
    this.#exchanges.dropAll()
    this.#relay?.link.close('stopping', 'The worker has shut down.', null)
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

  #open(dialled: LinkSocket, onOver: (attempt: DialAttempt) => void): void {
    const { now, log, software, instance, places } = this.#options
    this.#relay = new RelayLink(dialled, {
      now,
      onWelcome: (link, welcome) => this.#enter(link, welcome),
      onFrame: (link, frame) => this.#receive(link, frame),
      onRefused: (exchange, detail) => this.#exchanges.refuse(exchange, detail),
      onFault: (error) => log.error({ err: error }, 'a frame of the relay could not be handled'),
      onEnd: (end, welcomeMilliseconds) => {
        this.#leave()
        onOver({ kind: 'ended', end, welcomeMilliseconds })
      },
    })
    const { link } = this.#relay
    link.send({ type: 'hello', software, instance, places })
    this.#announcer.attach(link)
  }

  #enter(link: WorkerLink, welcome: RelayFrameOf<'welcome'>): void {
    this.#attempts.connected(this.#options.id, welcome.software)
    this.#exchanges.attach(link, welcome)
    if (this.#isDraining) link.send({ type: 'draining' })
    this.#connected.resolve()
  }

  #leave(): void {
    const wasWelcome = this.#relay?.isWelcome
    this.#relay = undefined
    this.#announcer.detach()
    if (wasWelcome) this.#exchanges.detach()
  }

  #receive(link: WorkerLink, frame: Exclude<RelayFrame, { type: 'welcome' }>): void {
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
    if (this.#relay?.link === link) this.#announcer.sendAfter({ type: 'reloaded', id })
  }

  #logRefused({ entries }: RelayFrameOf<'refused'>): void {
    const { log } = this.#options
    for (const { kind, id, detail } of entries.slice(0, refusalLimit)) {
      log.warn({ kind, id }, `the relay does not serve the ${String(kind)} ${String(id)}: ${String(detail)}`)
    }
    const more = entries.length - refusalLimit
    if (more > 0) log.warn({ more }, `and ${more} more entries`)
  }
}

const closedEnd: LinkEnd = {
  code: 'stopping',
  detail: 'The worker was closed.',
  isPeers: false,
  retrySeconds: null,
}
