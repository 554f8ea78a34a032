import { createDeadline } from '../../contract/time/deadline.ts'
import type { Chunk } from '../link/chunk.ts'
import { ChunkCredit, linkWindowBytes } from '../link/chunk-credit.ts'
import {
  parseLargeWorkerFrame,
  parseWorkerFrame,
  type RelayFrame,
  type WorkerFrame,
  type WorkerFrameOf,
} from '../link/control-frames.ts'
import { Link, type LinkEnd, type LinkSocket } from '../link/link.ts'
import { LinkError } from '../link/link-error.ts'
import type { WorkerAdmission } from './admit-worker.ts'
import { AnnouncedCatalog } from './announced-catalog.ts'
import type { RelayOptions } from './exchange.ts'
import type { WorkerSession } from './session.ts'

interface ConnectionOptions extends RelayOptions {
  readonly findSession: (workerId: string) => WorkerSession
  /** Returns true while another process of this worker id is connected, here or in the group. */
  readonly isTaken: (workerId: string, instance: string) => boolean
  readonly onEnd: () => void
}

/** Seconds after which a second process with a worker's id may try again. */
const takenSeconds = 10

/**
 * One connection of a worker at the relay. Its frames are the hello, then the catalog; only then it joins the
 * worker's session. Frames in another order end it; frames that arrive while a catalog is being read are
 * queued. Grants the link's credit as chunks are consumed.
 */
export class WorkerConnection {
  readonly #options: ConnectionOptions
  readonly #admission: WorkerAdmission
  readonly #link: Link<RelayFrame, WorkerFrame>
  readonly #catalog: AnnouncedCatalog
  readonly #arrival = createDeadline(() => this.#giveUp())
  readonly #recheck: NodeJS.Timeout
  #hello: WorkerFrameOf<'hello'> | undefined
  #session: WorkerSession | undefined
  #hasEnded = false
  readonly #credit = new ChunkCredit((consumed) => this.#link.send({ type: 'credit', id: 0, consumed }))

  constructor(opened: LinkSocket, admission: WorkerAdmission, options: ConnectionOptions) {
    this.#options = options
    this.#admission = admission
    this.#catalog = new AnnouncedCatalog(admission.workerId, (specimen, part) => async (request, signal) => {
      const session = options.findSession(admission.workerId)
      return await session.exchanges.openFile({ ...request, specimen, part }, signal)
    })
    this.#link = new Link({
      ...opened,
      parse: parseWorkerFrame,
      parseLarge: parseLargeWorkerFrame,
      onFrame: (frame) => this.#receive(frame),
      onChunk: (chunk) => this.#receiveChunk(chunk),
      onFault: (error) =>
        options.log.error(
          { worker: admission.workerId, err: error },
          'a frame of a worker could not be handled',
        ),
      onBroken: (error) => {
        this.#session?.exchanges.failBroken(error)
        return false
      },
      onRoundTrip: (milliseconds) => options.log.debug({ worker: admission.workerId, milliseconds }, 'pong'),
      onEnd: (end) => this.#finish(end),
      now: options.now,
    })
    this.#link.watch(options.pingSeconds, options.deadSeconds)
    this.#arrival.start(options.waits.arrivalSeconds)
    this.#recheck = setInterval(() => this.#checkToken(), options.pingSeconds * 1000)
    this.#recheck.unref()
  }

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
      throw new LinkError('protocol', `${frame.type} came before the worker had sent hello and its catalog`)
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

  /** Continues when `work` is done, unless the connection has ended. */
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
    const { log, findSession, isTaken, software, instance, pingSeconds, deadSeconds, graceSeconds } =
      this.#options
    const { workerId } = this.#admission
    if (isTaken(workerId, hello.instance)) {
      const detail = `Another process is connected as worker "${workerId}": stop it, or take another --id.`
      this.#link.close('taken', detail, takenSeconds)
      return
    }
    const session = findSession(workerId)
    this.#session = session
    this.#link.send({
      type: 'welcome',
      software,
      instance,
      ping_seconds: pingSeconds,
      dead_seconds: deadSeconds,
      grace_seconds: graceSeconds,
      window: linkWindowBytes,
      exchanges: session.join(this.#link, hello, this.#catalog),
    })
    session.resume()
    const { functions, specimens } = this.#catalog
    const counts = { functions: functions.size, specimens: specimens.size }
    log.info({ worker: workerId, software: hello.software, ...counts }, `worker ${workerId} is connected`)
  }

  #receiveChunk(chunk: Chunk): void {
    if (!this.#session)
      throw new LinkError('protocol', 'bytes came before the worker had sent hello and its catalog')
    this.#credit.take(chunk.bytes.length)
    this.#session.exchanges.receiveChunk(chunk)
  }

  #giveUp(): void {
    const { arrivalSeconds } = this.#options.waits
    this.#link.close(
      'protocol',
      `The worker has not sent hello and its catalog within ${arrivalSeconds} s.`,
      0,
    )
  }

  #checkToken(): void {
    const { log } = this.#options
    const { workerId, recheck } = this.#admission
    recheck().then(
      (isValid) =>
        isValid ||
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
    this.#credit.stop()
    if (this.#session) this.#session.lose(this.#link, end)
    else
      this.#options.log.warn(
        { worker: this.#admission.workerId, code: end.code },
        `a worker did not arrive: ${end.detail}`,
      )
    this.#options.onEnd()
  }
}
