/**
 * A worker's side of the federation: dials its relay, tells it what it serves, answers what it asks, and
 * dials again whenever the link is lost, for as long as the relay may want it. What was asked outlives the
 * link (`served-exchanges.ts`).
 */
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { openAsset } from '../../catalog/open-asset.ts'
import type { Snapshot } from '../../catalog/snapshot.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Gate } from '../../functions/gate.ts'
import {
  LinkError,
  parseRelayFrame,
  type RelayFrame,
  type RelayFrameOf,
  type WorkerFrame,
} from '../link/control-frames.ts'
import { Link, type LinkEnd } from '../link/link.ts'
import { Announcer } from './announcer.ts'
import { isSound, toDelay } from './backoff.ts'
import { dialRelay, type Refusal, toLinkUrl } from './dial.ts'
import { toFailed } from './exchange.ts'
import { ServedExchanges } from './exchanges.ts'

export interface WorkerOptions {
  /** `http(s)://host[:port][/base]`, or ws and wss. */
  readonly relayUrl: string
  readonly id: string
  readonly token: string | undefined
  /** Name and version of this program. */
  readonly software: string
  /** 32 hex digits, made when the process starts. */
  readonly instance: string
  readonly catalog: { readonly snapshot: Snapshot; reload(): Promise<unknown> }
  readonly gate: Gate
  readonly openAsset: typeof openAsset
  /** Runs that it takes at a time. */
  readonly places: number
  /** Returns 0 up to 1. */
  readonly random: () => number
  /** Milliseconds, never going back. */
  readonly now: () => number
  readonly log: Log
}

/** How an attempt to have a link has gone. */
type Attempt =
  | { readonly refusal: Refusal }
  | { readonly end: LinkEnd /** Milliseconds as a welcome worker. */; readonly lasted: number }

type WorkerLink = Link<WorkerFrame, RelayFrame>

/** From the open connection to the relay's welcome. */
const welcomeMilliseconds = 10_000
/** Bounds for what a relay may ask for as times, in seconds. */
const shortestSeconds = 0.05
const longestSeconds = 600
/** Refusals that waiting does not mend: the id is wrong, or the versions are. */
const finalStatuses = [400, 426]
const refusalLimit = 100

export class Worker {
  /** Resolves at the first welcome. */
  readonly connected: Promise<void>
  /**
   * Resolves when it will not dial again: the relay has replaced it, will never take it, or it was closed.
   */
  readonly ended: Promise<LinkEnd>
  readonly #options: WorkerOptions
  readonly #url: string
  readonly #exchanges: ServedExchanges
  readonly #announcer: Announcer
  readonly #stop = new AbortController()
  #markConnected: () => void = () => {}
  #markEnded: (end: LinkEnd) => void = () => {}
  /** The link on which hello was said, and the same once the relay has said welcome. */
  #opened: WorkerLink | undefined
  #link: WorkerLink | undefined
  #isDraining = false
  #trouble = ''

  /** @throws `config.invalid` for an address or a token that cannot be one */
  constructor(options: WorkerOptions) {
    const { relayUrl, id, token, catalog, gate, openAsset, now, log } = options
    this.#options = options
    this.#url = toLinkUrl(relayUrl, id)
    if (token !== undefined && !/^[\x21-\x7e]+$/.test(token))
      throw new SpecimenError(
        'config.invalid',
        'The token has other characters than printable ASCII; no relay can have given it.',
      )
    const readSnapshot = () => catalog.snapshot
    this.#exchanges = new ServedExchanges({ readSnapshot, gate, openAsset, now, log })
    this.#announcer = new Announcer(readSnapshot, log)
    this.connected = new Promise((resolve) => {
      this.#markConnected = resolve
    })
    this.ended = new Promise((resolve) => {
      this.#markEnded = resolve
    })
  }

  /** Begins to dial. */
  start(): void {
    void this.#keepDialling().then((end) => {
      this.#exchanges.dropAll()
      this.#markEnded(end)
    })
  }

  /** Tells the relay what has changed in the catalog. */
  announce(): void {
    this.#announcer.announce()
  }

  /** Takes nothing new, lets what was asked end until the deadline, says goodbye and stops. */
  async close(drainSeconds: number): Promise<void> {
    this.#isDraining = true
    this.#link?.send({ type: 'draining' })
    const deadline = new AbortController()
    // Aborted below.
    const drained = delay(drainSeconds * 1000, undefined, { signal: deadline.signal }).catch(() => {})
    await Promise.race([this.#exchanges.drain(), this.ended, drained])
    deadline.abort()
    this.#stop.abort()
    this.#exchanges.dropAll()
    this.#opened?.close('stopping', 'The worker has shut down.', null)
  }

  async #keepDialling(): Promise<LinkEnd> {
    for (let failures = 0; ; ) {
      const attempt = await this.#attempt()
      if (this.#stop.signal.aborted) return closedEnd
      const end = 'end' in attempt ? this.#judgeEnd(attempt.end) : this.#judgeRefusal(attempt.refusal)
      if (end) return end
      if ('end' in attempt && isSound(attempt.lasted)) failures = 0
      const wanted = 'end' in attempt && attempt.end.isPeers ? (attempt.end.retrySeconds ?? 0) : 0
      const milliseconds = Math.min(wanted, longestSeconds) * 1000 + toDelay(failures++, this.#options.random)
      try {
        await delay(milliseconds, undefined, { signal: this.#stop.signal })
      } catch {
        return closedEnd // only the signal ends a delay early
      }
    }
  }

  #attempt(): Promise<Attempt> {
    return new Promise((resolve) => {
      dialRelay({
        url: this.#url,
        token: this.#options.token,
        signal: this.#stop.signal,
        onRefused: (refusal) => resolve({ refusal }),
        onOpen: (webSocket, socket) =>
          this.#open(webSocket, socket, (end, lasted) => resolve({ end, lasted })),
      })
    })
  }

  #open(webSocket: WebSocket, socket: Socket, onEnd: (end: LinkEnd, lasted: number) => void): void {
    const { now, software, instance, places } = this.#options
    let welcomedAt: number | undefined
    const link: WorkerLink = new Link({
      webSocket,
      socket,
      now,
      parse: parseRelayFrame,
      onFault: (error) =>
        this.#options.log.error({ err: error }, 'a frame of the relay could not be handled'),
      onFrame: (frame) => {
        if (welcomedAt !== undefined) return this.#receive(link, frame)
        if (frame.type !== 'welcome') throw new LinkError('protocol', `${frame.type} came before the welcome`)
        clearTimeout(timer)
        welcomedAt = now()
        this.#enter(link, frame)
      },
      onChunk: () => {
        throw new LinkError('protocol', 'a relay has no bytes to send')
      },
      onEnd: (end) => {
        clearTimeout(timer)
        this.#leave(link)
        onEnd(end, welcomedAt === undefined ? 0 : now() - welcomedAt)
      },
    })
    const timer = setTimeout(() => link.cut('the relay said no welcome within 10 s'), welcomeMilliseconds)
    this.#opened = link
    link.send({ type: 'hello', software, instance, places })
    this.#announcer.attach(link)
  }

  #enter(link: WorkerLink, welcome: RelayFrameOf<'welcome'>): void {
    const { log, id, relayUrl } = this.#options
    link.watch(toSaneSeconds(welcome.ping_seconds), toSaneSeconds(welcome.dead_seconds))
    this.#link = link
    this.#trouble = ''
    log.info({ relay: relayUrl, worker: id, software: welcome.software }, `connected to the relay as ${id}`)
    this.#exchanges.attach(link, welcome)
    if (this.#isDraining) link.send({ type: 'draining' })
    this.#markConnected()
  }

  #leave(link: WorkerLink): void {
    this.#opened = undefined
    this.#announcer.detach()
    if (this.#link !== link) return
    this.#link = undefined
    this.#exchanges.detach()
  }

  #receive(link: WorkerLink, frame: RelayFrame): void {
    switch (frame.type) {
      case 'welcome':
        throw new LinkError('protocol', 'a second welcome')
      case 'refused':
        this.#logRefused(frame)
        break
      case 'reload':
        void this.#reload(link, frame.id)
        break
      case 'ping':
      case 'pong':
      case 'closing':
        break // the link's own business
      default:
        this.#exchanges.receive(frame)
    }
  }

  async #reload(link: WorkerLink, id: number): Promise<void> {
    try {
      await this.#options.catalog.reload()
    } catch (error) {
      link.send(toFailed(id, error, this.#options.log))
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
    if (more > 0) log.warn({ more }, `and ${more} more entries`)
  }

  /** Logs how a link has ended; returns the end if it is one for good. */
  #judgeEnd(end: LinkEnd): LinkEnd | undefined {
    const { log } = this.#options
    const { code, detail, isPeers } = end
    const who = isPeers ? 'the relay has ended the link' : 'the link has ended'
    if (code === 'replaced' && isPeers) {
      log.error({ code }, `${who}, and this worker with it: ${detail}`)
      return end
    }
    const isOrdinary = code === 'lost' || code === 'stopping'
    this.#tell(isOrdinary ? 'info' : 'error', { code }, `${who}: ${detail}`)
    return undefined
  }

  /** Logs a refusal, loudly when it is another than the last; returns the end if it is one for good. */
  #judgeRefusal({ status, detail }: Refusal): LinkEnd | undefined {
    const text =
      status === null
        ? `the relay cannot be reached: ${detail}`
        : `the relay does not take this worker: ${detail}`
    if (status !== null && finalStatuses.includes(status)) {
      this.#options.log.error({ status }, text)
      return { code: 'protocol', detail, isPeers: true, retrySeconds: null }
    }
    this.#tell(status === null ? 'warn' : 'error', { status, relay: this.#options.relayUrl }, text)
    return undefined
  }

  #tell(level: 'info' | 'warn' | 'error', fields: object, text: string): void {
    const { log } = this.#options
    if (text === this.#trouble) log.debug(fields, text)
    else log[level](fields, text)
    this.#trouble = text
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
