/**
 * One connection of a worker at the relay: first it says who it is, then what it serves, and only then it
 * joins the worker's session. What comes in another order ends it; what follows a catalog while that is being
 * read waits for it. Grants the link's credit as chunks are taken from it.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { createDeadline } from '../../domain/deadline.ts'
import type { Log } from '../../domain/log.ts'
import type { Chunk } from '../link/chunk.ts'
import {
  parseWorkerFrame,
  type RelayFrame,
  type WorkerFrame,
  type WorkerFrameOf,
} from '../link/control-frames.ts'
import { Link, type LinkEnd } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import type { Admission } from './admit-worker.ts'
import { AnnouncedCatalog } from './announced-catalog.ts'
import type { Patience } from './patience.ts'
import type { WorkerSession } from './session.ts'

export interface ConnectionOptions {
  readonly log: Log
  readonly software: string
  /** Identity of this start of the relay. */
  readonly instance: string
  readonly pingSeconds: number
  readonly deadSeconds: number
  readonly graceSeconds: number
  readonly patience: Patience
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** Returns the session of a worker, a new one if it is not known. */
  readonly findSession: (workerId: string) => WorkerSession
  readonly onEnd: () => void
}

/** Bytes of chunks under way on a link. */
export const linkWindowBytes = 4 * 2 ** 20

export class WorkerConnection {
  readonly #options: ConnectionOptions
  readonly #admission: Admission
  readonly #link: Link<RelayFrame, WorkerFrame>
  readonly #catalog: AnnouncedCatalog
  readonly #arrival = createDeadline(() => this.#giveUp())
  readonly #recheck: NodeJS.Timeout
  #hello: WorkerFrameOf<'hello'> | undefined
  #session: WorkerSession | undefined
  #hasEnded = false
  #received = 0
  #granted = 0
  #granting: NodeJS.Immediate | undefined

  constructor(webSocket: WebSocket, socket: Socket, admission: Admission, options: ConnectionOptions) {
    this.#options = options
    this.#admission = admission
    this.#catalog = new AnnouncedCatalog(admission.workerId, (specimen, part) => async (request, signal) => {
      return await options.findSession(admission.workerId).openFile(specimen, part, request, signal)
    })
    this.#link = new Link({
      webSocket,
      socket,
      parse: parseWorkerFrame,
      onFrame: (frame) => this.#receive(frame),
      onChunk: (chunk) => this.#receiveChunk(chunk),
      onFault: (error) =>
        options.log.error(
          { worker: admission.workerId, err: error },
          'a frame of a worker could not be handled',
        ),
      onBroken: (error) => this.#session?.blame(error),
      onRoundTrip: (milliseconds) => options.log.debug({ worker: admission.workerId, milliseconds }, 'pong'),
      onEnd: (end) => this.#finish(end),
      now: options.now,
    })
    this.#link.watch(options.pingSeconds, options.deadSeconds)
    this.#arrival.start(options.patience.arrivalSeconds)
    this.#recheck = setInterval(() => this.#checkToken(), options.pingSeconds * 1000)
    this.#recheck.unref()
  }

  /** Ends the connection: the relay stops. */
  close(retrySeconds: number): void {
    this.#link.close('stopping', 'The relay is stopping.', retrySeconds)
  }

  #receive(frame: WorkerFrame): void {
    if (frame.type === 'catalog' && this.#hello) this.#takeCatalog(this.#hello, frame)
    else if (frame.type === 'reloaded' && this.#session)
      this.#await(this.#catalog.settled, () => this.#session?.receive(frame))
    else if (this.#session) this.#session.receive(frame)
    else if (frame.type === 'hello' && !this.#hello) this.#hello = frame
    else
      throw new LinkError(
        'protocol',
        `${frame.type} came before the worker had said hello and what it serves`,
      )
  }

  #takeCatalog(hello: WorkerFrameOf<'hello'>, frame: WorkerFrameOf<'catalog'>): void {
    const change = this.#catalog.take(frame)
    if (!change) return
    this.#arrival.stop()
    this.#await(change, (refused) => {
      if (!this.#session) this.#join(hello)
      this.#session?.update(refused)
    })
  }

  /** Goes on when something has been worked off, unless the connection has ended. */
  #await<T>(work: Promise<T>, goOn: (value: T) => void): void {
    const handle = (action: () => void) => this.#hasEnded || this.#link.guard(action)
    work.then(
      (value) => handle(() => goOn(value)),
      (error: unknown) =>
        handle(() => {
          throw error
        }),
    )
  }

  #join(hello: WorkerFrameOf<'hello'>): void {
    const { log, findSession, software, instance, pingSeconds, deadSeconds, graceSeconds } = this.#options
    const { workerId } = this.#admission
    this.#session = findSession(workerId)
    this.#session.join(this.#link, hello, this.#catalog, (exchanges) => {
      this.#link.send({
        type: 'welcome',
        software,
        instance,
        ping_seconds: pingSeconds,
        dead_seconds: deadSeconds,
        grace_seconds: graceSeconds,
        window: linkWindowBytes,
        exchanges,
      })
    })
    const { functions, specimens } = this.#catalog
    const counts = { functions: functions.size, specimens: specimens.size }
    log.info({ worker: workerId, software: hello.software, ...counts }, `worker ${workerId} is connected`)
  }

  #receiveChunk(chunk: Chunk): void {
    if (!this.#session)
      throw new LinkError('protocol', 'bytes came before the worker had said hello and what it serves')
    this.#received += chunk.bytes.length
    const ahead = this.#received - this.#granted
    if (ahead > linkWindowBytes)
      throw new LinkError('protocol', `${ahead} bytes are under way; ${linkWindowBytes} are allowed`)
    // Often, because the worker measures by it how long bytes wait in the line; at once for all that has come
    // together.
    if (ahead >= linkWindowBytes / 4) this.#grant()
    else this.#granting ??= setImmediate(() => this.#grant())
    this.#session.receiveChunk(chunk)
  }

  #grant(): void {
    clearImmediate(this.#granting)
    this.#granting = undefined
    this.#granted = this.#received
    this.#link.send({ type: 'credit', id: 0, consumed: this.#received })
  }

  #giveUp(): void {
    const { arrivalSeconds } = this.#options.patience
    this.#link.close(
      'protocol',
      `The worker has not said hello and what it serves within ${arrivalSeconds} s.`,
      0,
    )
  }

  #checkToken(): void {
    const { log } = this.#options
    const { workerId, recheck } = this.#admission
    recheck().then(
      (isGood) =>
        isGood ||
        this.#link.close('token', `The token of worker "${workerId}" has expired or was taken back.`, null),
      // A file that is being edited costs no worker its link.
      (error: unknown) =>
        log.error({ err: error }, 'the worker tokens could not be read; connected workers stay'),
    )
  }

  #finish(end: LinkEnd): void {
    this.#hasEnded = true
    this.#arrival.stop()
    clearInterval(this.#recheck)
    clearImmediate(this.#granting)
    if (this.#session) this.#session.lose(this.#link, end)
    else
      this.#options.log.warn(
        { worker: this.#admission.workerId, code: end.code },
        `a worker did not arrive: ${end.detail}`,
      )
    this.#options.onEnd()
  }
}
