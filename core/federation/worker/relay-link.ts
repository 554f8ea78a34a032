import { createDeadline } from '../../domain/deadline.ts'
import {
  parseRelayFrame,
  type RelayFrame,
  type RelayFrameOf,
  type WorkerFrame,
} from '../link/control-frames.ts'
import { Link, type LinkEnd, type LinkSocket } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'

/** A link at the worker. */
export type WorkerLink = Link<WorkerFrame, RelayFrame>

/** The callbacks of a {@link RelayLink}. */
export interface RelayLinkOptions {
  readonly now: () => number
  readonly onWelcome: (link: WorkerLink, welcome: RelayFrameOf<'welcome'>) => void
  /** Handles each frame after the welcome; a LinkError ends the link. */
  readonly onFrame: (link: WorkerLink, frame: Exclude<RelayFrame, { type: 'welcome' }>) => void
  /** Receives a protocol violation in a frame about one exchange. The link goes on. */
  readonly onRefused: (exchange: number, detail: string) => void
  /** Receives an internal error in handling a message; the link is then cut. */
  readonly onFault: (error: unknown) => void
  /** Called once, as the last callback; with the milliseconds since the welcome, 0 without one. */
  readonly onEnd: (end: LinkEnd, welcomeMilliseconds: number) => void
}

const welcomeSeconds = 10
/** Bounds of the ping interval and of the timeout. */
const shortestSeconds = 0.05
/** The maximum of any time in a relay's welcome. */
export const longestSeconds = 600

/** A worker's link to its end: the relay's first frame must be a welcome, within 10 s. */
export class RelayLink {
  readonly link: WorkerLink
  readonly #options: RelayLinkOptions
  readonly #deadline = createDeadline(() => this.link.cut('the relay sent no welcome within 10 s'))
  #welcomedAt: number | undefined

  constructor(dialled: LinkSocket, options: RelayLinkOptions) {
    this.#options = options
    const { now, onFault } = options
    this.link = new Link({
      ...dialled,
      now,
      parse: parseRelayFrame,
      onFault,
      onFrame: (frame) => this.#take(frame),
      onChunk: () => {
        throw new LinkError('protocol', 'a relay has no bytes to send')
      },
      onBroken: (error) => this.#refuse(error),
      onEnd: (end) => this.#leave(end),
    })
    this.#deadline.start(welcomeSeconds)
  }

  get isWelcome(): boolean {
    return this.#welcomedAt !== undefined
  }

  #take(frame: RelayFrame): void {
    if (frame.type === 'welcome') {
      if (this.isWelcome) throw new LinkError('protocol', 'a second welcome')
      this.#enter(frame)
    } else {
      if (!this.isWelcome) throw new LinkError('protocol', `${frame.type} came before the welcome`)
      this.#options.onFrame(this.link, frame)
    }
  }

  #refuse({ exchange, message }: LinkError): boolean {
    if (exchange === undefined || !this.isWelcome) return false
    this.#options.onRefused(exchange, message)
    return true
  }

  #enter(welcome: RelayFrameOf<'welcome'>): void {
    this.#deadline.stop()
    this.#welcomedAt = this.#options.now()
    this.link.watch(toSaneSeconds(welcome.ping_seconds), toSaneSeconds(welcome.dead_seconds))
    this.#options.onWelcome(this.link, welcome)
  }

  #leave(end: LinkEnd): void {
    this.#deadline.stop()
    const { now, onEnd } = this.#options
    onEnd(end, this.#welcomedAt === undefined ? 0 : now() - this.#welcomedAt)
  }
}

function toSaneSeconds(seconds: number): number {
  return Math.min(Math.max(seconds, shortestSeconds), longestSeconds)
}
